import type { Leases } from '../database/transaction/leases.js';
import { type Jobs, Task } from './task.js';
import type { Work } from './work.js';

const LEASE_MS = 60_000;
const DELETED_AT_ONCE = 1000;

export interface LeasedJobs extends Jobs {
  /** Asked before the lease is taken; where there is nothing to do, it costs less than a lease. */
  readonly isNeeded?: () => Promise<boolean>;
  /** How long the lease lasts when its holder dies, in milliseconds; a minute when it is omitted. */
  readonly leaseMs?: number;
}

/** Work that one process at a time does: the process that holds the lease of that name. */
export class LeasedTask extends Task {
  private busy = false;
  /** When the lease was last taken or prolonged, by `performance.now()`. */
  private heldAt = -Infinity;
  private readonly leaseMs: number;

  constructor(
    work: Work,
    private readonly leased: LeasedJobs,
    private readonly leases: Pick<Leases, 'hold' | 'release'>,
  ) {
    super(work, leased);
    this.leaseMs = leased.leaseMs ?? LEASE_MS;
  }

  /** @returns what the work returned; undefined when it is being done already, here or by another process */
  async alone<T>(work: () => Promise<T>): Promise<T | undefined> {
    // The lease distinguishes processes, not two callers in this one.
    if (this.busy) return undefined;
    this.busy = true;
    try {
      return (await this.mayContinue()) ? await this.thenRelease(work) : undefined;
    } finally {
      this.busy = false;
    }
  }

  /**
   * Prolongs the lease, unless a quarter of it has not passed yet: that is a commit. Call it before every step of the
   * work, and stop when it returns false.
   */
  async mayContinue(): Promise<boolean> {
    if (this.isStopping) return false;
    const now = performance.now();
    if (this.busy && now - this.heldAt < this.leaseMs / 4) return true;
    const isHeld = await this.leases.hold(this.work.name, this.leaseMs);
    this.heldAt = isHeld ? now : -Infinity;
    return isHeld;
  }

  /**
   * Deletes in small steps, so that no caller waits long for rows that a statement locks. Stops when the lease is lost.
   * @param step deletes at most that many rows and returns how many it found
   * @returns how many rows were found
   */
  async deleteInPieces(step: (most: number) => Promise<number>): Promise<number> {
    let deleted = 0;
    while (await this.mayContinue()) {
      const count = await step(DELETED_AT_ONCE);
      deleted += count;
      if (count < DELETED_AT_ONCE) break;
    }
    return deleted;
  }

  protected override async perform(): Promise<boolean> {
    if (this.leased.isNeeded !== undefined && !(await this.leased.isNeeded())) return true;
    return (await this.alone(() => this.leased.run().then(() => true))) ?? false;
  }

  private async thenRelease<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.heldAt = -Infinity;
      await this.leases.release(this.work.name);
    }
  }
}
