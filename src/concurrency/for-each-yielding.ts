import { setImmediate as nextTurn } from 'node:timers/promises';

/** About a millisecond's work, where an item is a row. */
const AT_ONCE = 20;
/** Of a turn, after which no further item is begun: a single hostile row may take as long as a hundred others. */
const LONGEST_MS = 5;

/** Does this for each item, a few at a time, as others wait for the event loop. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const [index, item] of items.entries()) {
    work(item);
    if ((index + 1) % AT_ONCE !== 0 && performance.now() - since < LONGEST_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
