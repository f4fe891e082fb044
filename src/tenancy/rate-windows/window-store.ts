/** A window begins with the first count in it, and the next one with the first count after its end. */
export const WINDOW_MS = 60_000;

/** How a window stands once something was counted in it. */
export interface WindowState {
  readonly count: number;
  readonly msLeft: number;
}

/** Where the windows of all processes are, or at least those of this one. */
export interface WindowStore {
  /** Whether all processes count together now. */
  readonly isShared: boolean;

  /**
   * Counts so many at once; no two counts of a window get the same result.
   * @param subject a hash, in hex
   */
  add(subject: string, points: number): Promise<WindowState>;
}

export const WINDOW_STORE = Symbol('WINDOW_STORE');
