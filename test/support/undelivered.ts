import { jest } from '@jest/globals';

import { TransactionEvents } from '../../src/events/transaction-events.js';
import type { TestService } from './service.js';

/** Does the work while these deliver no event, as if their process died right after each commit. */
export async function undelivered<T>(services: readonly TestService[], work: () => Promise<T>): Promise<T> {
  const deaf = services.map(({ app }) =>
    jest.spyOn(app.get(TransactionEvents), 'isHandled').mockReturnValue(false),
  );
  try {
    return await work();
  } finally {
    for (const spy of deaf) spy.mockRestore();
  }
}
