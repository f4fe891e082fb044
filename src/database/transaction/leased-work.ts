import type { Leases } from './leases.js';

const LEASE_MS = 60_000;
const DELETED_AT_ONCE = 1000;

/** Work that is done again and again, by one process at a time: whoever holds the lease of that name. */
export class LeasedWork {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopping = false;
  private busy = false;

  constructor(
    private readonly leases: Pick<Leases, 'hold' | 'release'>,
    private readonly lease: string,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /** A turn that comes while the last one is still under way is left out. */
  every(milliseconds: number, run: () => Promise<unknown>, onFailure: (error: unknown) => void): void {
    this.timer = setInterval(() => {
      if (!this.busy) this.running = run().catch(onFailure);
    }, milliseconds).unref();
  }

  /** Lets the step at hand end, and begins no other. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** @returns what the work returned; undefined when somebody else is at it */
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
    return !this.stopping && (await this.leases.hold(this.lease, this.leaseMs));
  }

  /**
   * Deletes little by little, so that nobody waits long for the rows that a statement holds, and no further than it may go on.
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
