import { jest } from '@jest/globals';

import { letPass } from './clock.js';
import type { TestService } from './service.js';

/** An erasure looks once more for what was in flight, a minute after it was asked for. */
const LATER_MS = 120_000;

/** Does the erasures of all tenants to the end, as if two minutes were over. */
export async function finishErasures(service: TestService): Promise<void> {
  await service.run('erasures');
  letPass(LATER_MS);
  await service.run('erasures').finally(() => jest.useRealTimers());
}
