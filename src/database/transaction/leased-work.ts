import { PeriodicTask } from '../../concurrency/periodic-task.js';
import type { Leases } from './leases.js';

const LEASE_MS = 60_000;
const DELETED_AT_ONCE = 1000;

/** Periodic work that is done by one process at a time: the one that holds the lease of that name. */
export class LeasedWork extends PeriodicTask {
  private busy = false;

  /**
   * @param run one run, whose part that needs the lease goes through {@link alone}
   * @param failed told what a run threw that the timer began
   */
  constructor(
    private readonly leases: Pick<Leases, 'hold' | 'release'>,
    private readonly lease: string,
    run: () => Promise<unknown>,
    failed: (error: unknown) => void,
    private readonly leaseMs = LEASE_MS,
  ) {
    super(run, failed);
  }

  /** @returns what the work returned; undefined when it is being done already, here or by another process */
  async alone<T>(work: () => Promise<T>): Promise<T | undefined> {
    // The lease tells processes apart, not two callers in this one.
    if (this.busy) return undefined;
    this.busy = true;
    try {
      return (await this.mayGoOn()) ? await this.thenRelease(work) : undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Asked before every step of the work; prolongs the lease. */
  async mayGoOn(): Promise<boolean> {
    return !this.isStopping && (await this.leases.hold(this.lease, this.leaseMs));
  }

  /**
   * Deletes little by little, so that no caller waits long for the rows that a statement locks, and no further than it
   * may go on.
   * @param step deletes at most that many rows and answers how many it found
   * @returns how many there were
   */
  async deleteInPieces(step: (most: number) => Promise<number>): Promise<number> {
    let deleted = 0;
    while (await this.mayGoOn()) {
      const count = await step(DELETED_AT_ONCE);
      deleted += count;
      if (count < DELETED_AT_ONCE) break;
    }
    return deleted;
  }

  private async thenRelease<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.leases.release(this.lease);
    }
  }
}
