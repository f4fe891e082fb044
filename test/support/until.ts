import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets the event loop turn until this holds; the test's own time limit ends it otherwise. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn();
}
