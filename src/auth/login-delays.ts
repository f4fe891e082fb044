const LONGEST_SECONDS = 15 * 60;

interface Block {
  readonly lastFailureAt: Date;
  readonly blockedUntil: Date;
}

/** When nothing is left to remember of any count. */
export const REMEMBERED_MS = 24 * 3_600_000;

/** One failure is forgotten each quarter of an hour, so that a busy campus does not gather them for ever. */
export function stillRemembered(failures: number, sinceLastMs: number): number {
  return Math.max(0, failures - Math.floor(Math.max(0, sinceLastMs) / (LONGEST_SECONDS * 1000)));
}

/** Until when nobody may try again after so many failures: 2 s after the first beyond the free ones, then doubling. */
export function blockedUntil(failures: number, free: number, now: Date): Date {
  const seconds = failures <= free ? 0 : Math.min(2 ** (failures - free), LONGEST_SECONDS);
  return new Date(now.getTime() + seconds * 1000);
}

/** How long to wait from `now` on; never longer than the longest delay, even when a clock was set back. */
export function waitMs({ lastFailureAt, blockedUntil: until }: Block, now: Date): number {
  if (until <= lastFailureAt) return 0;
  return Math.min(Math.max(0, until.getTime() - now.getTime()), LONGEST_SECONDS * 1000);
}
