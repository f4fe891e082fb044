import { setImmediate as nextTurn } from 'node:timers/promises';

/** About a millisecond's work, where an item is a row. */
const AT_ONCE = 20;

/** Does this for each item, a few at a time, as others wait for the event loop. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item);
    if ((index + 1) % AT_ONCE === 0) await nextTurn();
  }
}
