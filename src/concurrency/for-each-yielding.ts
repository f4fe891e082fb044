import { setImmediate as nextTurn } from 'node:timers/promises';

/** About one millisecond of work when an item is a row. */
const AT_ONCE = 20;
/**
 * After this long no further item is begun in this turn of the event loop: one hostile row may take as long as a
 * hundred others.
 */
const LONGEST_MS = 5;

/** Does the work for each item, a few at a time, and yields to the event loop in between. */
export async function forEachYielding<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const [index, item] of items.entries()) {
    work(item);
    if ((index + 1) % AT_ONCE !== 0 && performance.now() - since < LONGEST_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
