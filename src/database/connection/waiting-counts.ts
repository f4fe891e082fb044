import { PeriodicTask } from '../../concurrency/periodic-task.js';

/** How many counters wait while the database is away; beyond that the oldest are dropped. */
const MOST_WAITING = 10_000;

/**
 * Collects counts in memory, by key, so that they do not cost a write each. They are added to the stored counts every
 * few seconds and when the process stops. A process that is killed loses the counts of its last seconds.
 */
export class WaitingCounts<Counts> {
  private waiting = new Map<string, Counts>();
  private readonly writing: PeriodicTask;

  /**
   * @param store adds the waiting counts to the stored ones; calls never overlap
   * @param add adds counts to those that wait
   * @param failed called with the database's error, except for a call of {@link flush}; the counts keep waiting
   */
  constructor(
    private readonly store: (rows: readonly Counts[]) => Promise<void>,
    private readonly add: (counts: Counts, more: Counts) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.writing = new PeriodicTask(() => this.write(), failed);
  }

  /**
   * The counts that wait under this key, to be increased.
   * @param nothing makes the counts of a new key
   */
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
   * Writes the counts. If that fails, they are kept and written the next time.
   * @throws the database's error
   */
  flush(): Promise<void> {
    return this.writing.runNow();
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const rows = [...this.waiting.entries()];
    this.waiting = new Map();
    // Always in the same order, so that two processes do not deadlock.
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
