import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 100;

/**
 * Resolves when this process has run for so long; rejects when the signal aborts. It waits in small steps: after a
 * process was suspended or busy all its timers fire at once, before it reads answers that have already arrived, and
 * only one step counts.
 * @param ms in steps of 100
 */
export async function runningTime(ms: number, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < ms; waited += STEP_MS) {
    await delay(STEP_MS, undefined, { signal, ref: false });
    await nextTurn();
  }
}
