/**
 * How long a window is, unless its limit says so. It begins with the first count in it, and the next one with the first
 * count after its end.
 */
export const WINDOW_MS = 60_000;

/** The most points of a window. */
export interface Limit {
  /** What is counted; a store is given a hash of it, in hex. */
  readonly subject: string;
  readonly limit: number;
  /** The length of the window, always the same for a subject; a minute, where it is omitted. */
  readonly windowMs?: number;
}

export function lengthOf({ windowMs = WINDOW_MS }: Pick<Limit, 'windowMs'>): number {
  return windowMs;
}

/** The state of a window. */
export interface WindowState {
  readonly count: number;
  readonly msLeft: number;
}

/** The result of counting points. */
export interface Taken {
  /** How many points were counted, in all windows; the others are counted in none. */
  readonly granted: number;
  /** The state afterwards, in the order of the limits. */
  readonly windows: readonly WindowState[];
}

/** The store of the windows of all processes, or of this one alone. */
export interface WindowStore {
  /** Whether all processes count together now. */
  readonly isShared: boolean;

  /**
   * Counts as many points as all limits have room for, the same number in each window, in one atomic step.
   * @param limits of different subjects; one that several callers share comes last, so that they cannot deadlock
   */
  take(limits: readonly Limit[], points: number): Promise<Taken>;
}

export const WINDOW_STORE = Symbol('WINDOW_STORE');

/** How many of the points all limits have room for. */
export function roomFor(
  points: number,
  limits: readonly Limit[],
  windows: readonly Pick<WindowState, 'count'>[],
): number {
  const rooms = limits.map(({ limit }, index) => limit - (windows[index]?.count ?? 0));
  return Math.max(0, Math.min(points, ...rooms));
}
