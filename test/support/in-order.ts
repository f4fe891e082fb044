import { jest } from '@jest/globals';

import { Gate } from './gate.js';

type Method = (...given: never[]) => Promise<unknown>;

/**
 * Sends calls that are under way together and arrive in this order, which separate connections do not promise: each is
 * sent when the one before has reached `owner[name]`, and when all have, they proceed in one turn.
 */
export async function inOrder<Owner extends object, Name extends keyof Owner & string, Answer>(
  owner: Owner,
  name: Owner[Name] extends Method ? Name : never,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const reached: (() => void)[] = [];
  const answers: Promise<Answer>[] = [];
  let next = new Gate();
  const original = (owner[name] as Method).bind(owner);
  const spy = jest.spyOn(owner as Record<string, Method>, name).mockImplementation(
    (...given) =>
      new Promise((resolve, reject) => {
        reached.push(() => void original(...given).then(resolve, reject));
        next.open();
      }),
  );
  for (const call of calls) {
    next = new Gate();
    answers.push(call());
    await next.opened;
  }
  spy.mockRestore();
  for (const proceed of reached) proceed();
  return Promise.all(answers);
}
