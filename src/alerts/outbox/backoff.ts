const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 60;

/** The pause after so many attempts, 1 or more: a minute, then twice as long each time, at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_MINUTES, 2 ** Math.min(attempts - 1, 10)) * MINUTE_MS;
}
