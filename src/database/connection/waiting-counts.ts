import { PeriodicTask } from '../../concurrency/periodic-task.js';

/** Counters that may wait for a database that is away; beyond it the oldest are given up. */
const MOST_WAITING = 10_000;

/**
 * Counts that must not cost a write each: they wait in memory, by key, and are added to what is stored every few seconds
 * and when the process stops; one that is killed loses those of its last seconds.
 */
export class WaitingCounts<Counts> {
  private waiting = new Map<string, Counts>();
  private readonly writing: PeriodicTask;

  /**
   * @param store adds what waits to what is stored; it is called by one at a time
   * @param add puts more into counts that wait
   * @param failed told what the database answered, except to a call of {@link flush}; the counts wait on
   */
  constructor(
    private readonly store: (rows: readonly Counts[]) => Promise<void>,
    private readonly add: (counts: Counts, more: Counts) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.writing = new PeriodicTask(() => this.write(), failed);
  }

  /** What waits under this key, to be counted up. @param nothing what it begins with */
  of(key: string, nothing: () => Counts): Counts {
    let counts = this.waiting.get(key);
    if (counts === undefined) {
      const [oldest] = this.waiting.keys();
      if (this.waiting.size >= MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
      counts = nothing();
      this.waiting.set(key, counts);
    }
    return counts;
  }

  /** Writes after each interval, until {@link stop}. */
  start(milliseconds: number): void {
    this.writing.start(milliseconds);
  }

  /** Writes a last time; never rejects. */
  async stop(): Promise<void> {
    await this.writing.stop();
    await this.flush().catch(this.failed);
  }

  /**
   * Writes what was counted until now; it is kept, and written the next time, when that fails.
   * @throws what the database answered
   */
  flush(): Promise<void> {
    return this.writing.runNow();
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const rows = [...this.waiting.entries()];
    this.waiting = new Map();
    // In one order, so that two processes never wait in a circle.
    rows.sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      await this.store(rows.map(([, row]) => row));
    } catch (error) {
      for (const [key, row] of rows) this.putBack(key, row);
      throw error;
    }
  }

  private putBack(key: string, row: Counts): void {
    const since = this.of(key, () => row);
    if (since !== row) this.add(since, row);
  }
}
