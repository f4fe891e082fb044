import { type Limit, roomFor, type Taken, WINDOW_MS, type WindowStore } from './window-store.js';

/** Those that are over are looked for when so many are kept, and again when as many more are. */
const MANY = 1000;

interface Window {
  count: number;
  /** By the clock that is never set. */
  readonly endsAt: number;
}

/** Windows of this process alone. */
export class MemoryWindows implements WindowStore {
  readonly isShared = false;
  private readonly windows = new Map<string, Window>();
  private sweepAt = MANY;

  take(limits: readonly Limit[], points: number): Promise<Taken> {
    const now = performance.now();
    const windows = limits.map(({ subject }) => this.openAt(subject, now));
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

  private openAt(subject: string, now: number): Window {
    const window = this.windows.get(subject);
    return window !== undefined && window.endsAt > now ? window : { count: 0, endsAt: now + WINDOW_MS };
  }

  private sweep(now: number): void {
    for (const [subject, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(subject);
    this.sweepAt = this.windows.size + MANY;
  }
}
