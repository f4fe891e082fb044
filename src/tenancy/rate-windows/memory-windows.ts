import { RateLimiterMemory } from 'rate-limiter-flexible';

import { WINDOW_MS, type WindowState, type WindowStore } from './window-store.js';

/** Windows of this process alone. */
export class MemoryWindows implements WindowStore {
  readonly isShared = false;
  /** Only counts; each caller brings its own limit. */
  private readonly counter = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_MS / 1000,
  });

  async add(subject: string, points: number): Promise<WindowState> {
    const { consumedPoints, msBeforeNext } = await this.counter.consume(subject, points);
    return { count: consumedPoints, msLeft: msBeforeNext };
  }
}
