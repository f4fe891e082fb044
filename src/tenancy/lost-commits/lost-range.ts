import type { LostRange } from './find-loss.js';

/** Clocks of processes differ by so much at most, and a stamp is somewhat older than its commit. */
export const APART_MS = 2000;

/** The span of a loss, and when it is recorded, in milliseconds since 1970. */
export interface LossSpan {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly now: number;
}

/** What is known of a tenant when a loss is recorded. */
export interface Stamped {
  /** The last stamp that the server has; 0 when it has none. */
  readonly last: number;
  /** What a process knows to be lost. */
  readonly lost: LostRange | undefined;
  /** Whether stamps are moments of the wall clock, as those of universities are. */
  readonly isByWallClock: boolean;
}

/** Stamps after `after`, up to `upTo`. */
export interface RefusedStamps {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The stamps that may have been given to lost commits, also to those of processes that ended with the server. The
 * server keeps a beginning of all commits: a last stamp from before the end of the span is kept, and all after it are
 * lost. A later one was taken since, so that the beginning is known by the span alone.
 */
export function refusedOf(
  { last, lost, isByWallClock }: Stamped,
  { firstAt, lastAt, now }: LossSpan,
): RefusedStamps {
  const bySpan = last < lastAt ? last : Math.min(last, firstAt - APART_MS);
  const after = isByWallClock ? bySpan : last;
  const upTo = isByWallClock ? Math.max(last, now) : last;
  return {
    after: Math.max(0, Math.min(after, (lost?.first ?? Infinity) - 1)),
    upTo: Math.max(upTo, lost?.last ?? 0),
  };
}
