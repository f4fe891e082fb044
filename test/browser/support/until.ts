import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/** Asks again until it is so. @throws after the limit, with what was waited for */
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
