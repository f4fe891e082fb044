const STABLE_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** A worker that has lived for a minute had no trouble with its start. */
export function crashedEarly(livedMs: number): boolean {
  return livedMs < STABLE_MS;
}

/**
 * How long its place stays empty after that many early crashes in a row: the first may be chance; further ones come
 * again, and a process that starts all the time takes the cores from those that work.
 */
export function pauseAfter(earlyCrashes: number): number {
  if (earlyCrashes <= 1) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (earlyCrashes - 2), LONGEST_PAUSE_MS);
}
