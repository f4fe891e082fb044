import { lengthOf, type Limit, roomFor, type Taken, type WindowStore } from './window-store.js';

/** Ended windows are deleted when this many are kept, and again after as many more. */
const SWEEP_STEP = 1000;

interface Window {
  count: number;
  /** By the monotonic clock. */
  readonly endsAt: number;
}

/** Windows of this process alone. */
export class MemoryWindows implements WindowStore {
  readonly isShared = false;
  private readonly windows = new Map<string, Window>();
  private sweepAt = SWEEP_STEP;

  take(limits: readonly Limit[], points: number): Promise<Taken> {
    const now = performance.now();
    const windows = limits.map((limit) => this.openAt(limit, now));
    const granted = roomFor(points, limits, windows);
    if (granted > 0)
      limits.forEach(({ subject }, index) => {
        const window = windows[index];
        if (window === undefined) return;
        window.count += granted;
        this.windows.set(subject, window);
      });
    if (this.windows.size >= this.sweepAt) this.sweep(now);
    return Promise.resolve({
      granted,
      windows: windows.map(({ count, endsAt }) => ({ count, msLeft: endsAt - now })),
    });
  }

  private openAt(limit: Limit, now: number): Window {
    const window = this.windows.get(limit.subject);
    return window !== undefined && window.endsAt > now ? window : { count: 0, endsAt: now + lengthOf(limit) };
  }

  private sweep(now: number): void {
    for (const [subject, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(subject);
    this.sweepAt = this.windows.size + SWEEP_STEP;
  }
}
