import { jest } from '@jest/globals';

/** The moment so long from now, in the API's format. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Moves the clock that `Date` reads; timers and the network keep real time. Undo with `jest.useRealTimers()`. */
export function letPass(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
