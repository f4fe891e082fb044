/** Leases are given for 5 seconds at least, and one process ends what another one has given. */
const MOST_APART_MS = 1000;

/** When the database was asked for its time, and what it answered. */
export interface ClockReading {
  /** The time of this process before it asked. */
  readonly askedAt: number;
  /** How long the answer took. */
  readonly tookMs: number;
  readonly databaseNow: number;
}

/**
 * Milliseconds by which the clock of this process is ahead; negative when it is behind. The time that the answer took
 * is no difference: the database has read its clock at some moment of it.
 */
export function clockDifference({ askedAt, tookMs, databaseNow }: ClockReading): number {
  const atLeast = askedAt - databaseNow;
  return atLeast > 0 ? atLeast : Math.min(0, atLeast + tookMs);
}

/** What is wrong with a clock that is so many milliseconds ahead; undefined when it differs by a second at most. */
export function problemOfClock(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= MOST_APART_MS) return undefined;
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  return `its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database`;
}
