import { setTimeout as sleep } from 'node:timers/promises';

/** Calls that repeat at a steady rate, all kinds at the same time, and can be paused. */
export class Traffic {
  /** The time of each call since the last reading, in milliseconds. */
  private times: number[] = [];
  private held: Promise<void> | undefined;
  private stopped = false;
  private readonly steps = new Set<Promise<unknown>>();
  private readonly loops: Promise<void>[] = [];
  private failure: Error | undefined;

  /** @param everyMs from the beginning of one step to that of the next */
  repeat(everyMs: number, step: () => Promise<unknown>): void {
    this.loops.push(this.loop(everyMs, step));
  }

  async time<T>(call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await call();
    } finally {
      this.times.push(performance.now() - start);
    }
  }

  takeTimes(): number[] {
    const taken = this.times;
    this.times = [];
    return taken;
  }

  /**
   * Does `work` while no step is under way.
   * @throws {Error} when a step has failed meanwhile
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    let release = (): void => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    try {
      await Promise.all(this.steps);
      if (this.failure !== undefined) throw this.failure;
      return await work();
    } finally {
      this.held = undefined;
      release();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async loop(everyMs: number, step: () => Promise<unknown>): Promise<void> {
    // Kinds with the same interval start at different times within it.
    await sleep(Math.random() * everyMs);
    while (!this.stopped) {
      await this.held;
      const due = performance.now() + everyMs;
      const running = step().catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      });
      this.steps.add(running);
      await running;
      this.steps.delete(running);
      await sleep(Math.max(0, due - performance.now()));
    }
  }
}
