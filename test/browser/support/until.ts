import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Repeats a check until it succeeds.
 * @throws {Error} when it has not succeeded within the limit
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`After ${limitMs / 1000} s it was not so that ${what}.`);
    await pause(POLL_MS);
  }
}
