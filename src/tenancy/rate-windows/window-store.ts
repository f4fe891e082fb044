/** A window begins with the first count in it, and the next one with the first count after its end. */
export const WINDOW_MS = 60_000;

/** How much may be counted within a window. */
export interface Limit {
  /** What is counted; a store is given a hash of it, in hex. */
  readonly subject: string;
  readonly limit: number;
}

/** How a window stands. */
export interface WindowState {
  readonly count: number;
  readonly msLeft: number;
}

/** What became of points that were to be counted. */
export interface Taken {
  /** So many were counted; the others had no room, and are counted nowhere. */
  readonly granted: number;
  /** Afterwards, in the order of the limits. */
  readonly windows: readonly WindowState[];
}

/** Where the windows of all processes are, or at least those of this one. */
export interface WindowStore {
  /** Whether all processes count together now. */
  readonly isShared: boolean;

  /**
   * Counts as many points as each of the limits leaves room for, the same in all their windows. Nothing is counted between the look at
   * the windows and the count.
   * @param limits of different subjects; one that is shared by several callers comes last, so that none wait in a circle
   */
  take(limits: readonly Limit[], points: number): Promise<Taken>;
}

export const WINDOW_STORE = Symbol('WINDOW_STORE');

/** For how many of the points each of the limits leaves room. */
export function roomFor(
  points: number,
  limits: readonly Limit[],
  windows: readonly Pick<WindowState, 'count'>[],
): number {
  const rooms = limits.map(({ limit }, index) => limit - (windows[index]?.count ?? 0));
  return Math.max(0, Math.min(points, ...rooms));
}
