const LONGEST_SECONDS = 15 * 60;

interface Block {
  readonly lastFailureAt: Date;
  readonly blockedUntil: Date;
}

/** How long after the last failure a count is deleted. */
export const REMEMBERED_MS = 24 * 3_600_000;

/** The failures that still count: one fewer each 15 minutes, so that those of a busy campus do not add up for ever. */
export function stillRemembered(failures: number, sinceLastMs: number): number {
  return Math.max(0, failures - Math.floor(Math.max(0, sinceLastMs) / (LONGEST_SECONDS * 1000)));
}

/** The end of the delay after this many failures: 2 s for the first beyond the free ones, then doubling. */
export function blockedUntil(failures: number, free: number, now: Date): Date {
  const seconds = failures <= free ? 0 : Math.min(2 ** (failures - free), LONGEST_SECONDS);
  return new Date(now.getTime() + seconds * 1000);
}

/** How long to wait from `now` on; at most the longest delay, even when a clock was set back. */
export function waitMs({ lastFailureAt, blockedUntil: until }: Block, now: Date): number {
  if (until <= lastFailureAt) return 0;
  return Math.min(Math.max(0, until.getTime() - now.getTime()), LONGEST_SECONDS * 1000);
}
