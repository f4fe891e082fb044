import { jest } from '@jest/globals';

import type { Fact } from '../../src/events/fact.js';

/**
 * Lets a test handle a fact after the handlers of the application, in the same transaction, in every application of the
 * process.
 * @returns the function that ends this
 */
export function handleToo<Scope, Payload, Answer>(
  fact: Fact<Scope, Payload, Answer>,
  handler: (scope: Scope, payload: Payload) => Promise<Answer>,
): { readonly mockRestore: () => void } {
  const { handlers } = fact;
  const [first] = handlers;
  if (first === undefined) throw new Error(`Nothing handles ${fact.name}`);
  const { prototype } = first;
  const method = (scope: Scope, _: unknown, payload: Payload): Promise<Answer> => handler(scope, payload);
  return jest.spyOn(fact, 'handlers', 'get').mockReturnValue([...handlers, { prototype, method }]);
}
