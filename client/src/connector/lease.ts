import type { Sync } from '../calls/sync.js';
import { isApiError } from '../errors.js';
import { sleep } from '../waiting.js';

/** Whether the service says that the lease has ended, or that another caller has the item. */
export function saysLost(error: unknown): boolean {
  return isApiError(error) && (error.code === 'LEASE_LOST' || error.status === 404);
}

/**
 * Keeps one lease alive until it is settled. It is lost when the service says so, or when it was not prolonged in time:
 * the clock of this process counts from before the request that prolonged it.
 */
export class Lease {
  private readonly controller = new AbortController();
  private readonly keeping = new AbortController();
  private expiry: NodeJS.Timeout | undefined;
  private isLost = false;

  /**
   * @param isFresh whether the lease certainly began with the answer that brought it; another one is prolonged at once
   * @param onExtended is called each time that it was prolonged
   */
  constructor(
    private readonly sync: Sync,
    private readonly claimId: string,
    private readonly seconds: number,
    isFresh: boolean,
    private readonly onExtended: () => void,
  ) {
    this.expireIn(seconds * 1000);
    void this.keep(isFresh);
  }

  /** Aborts when the lease is lost, or by `abort`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get lost(): boolean {
    return this.isLost;
  }

  /** Ends what goes on under the lease, which is still held. */
  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** The lease is gone. */
  lose(): void {
    this.isLost = true;
    this.settle();
    this.controller.abort(new Error('The lease of this item is lost.'));
  }

  /** The item is acknowledged or given back: the lease is prolonged no more. */
  settle(): void {
    clearTimeout(this.expiry);
    this.keeping.abort(new Error('The item is settled.'));
  }

  private expireIn(ms: number): void {
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => {
      this.lose();
    }, ms);
  }

  private async keep(isFresh: boolean): Promise<void> {
    const third = (this.seconds * 1000) / 3;
    const { signal } = this.keeping;
    try {
      if (isFresh) await sleep(third, signal);
      for (;;) await sleep((await this.extend()) ? third : third / 8, signal);
    } catch {
      // Settled or lost: nothing else ends this loop.
    }
  }

  /** @returns whether the lease was prolonged */
  private async extend(): Promise<boolean> {
    const asked = performance.now();
    const { signal } = this.keeping;
    try {
      await this.sync.extend(this.claimId, this.seconds, { signal });
    } catch (error) {
      if (saysLost(error)) this.lose();
      signal.throwIfAborted();
      return false;
    }
    signal.throwIfAborted();
    this.expireIn(this.seconds * 1000 - (performance.now() - asked));
    this.onExtended();
    return true;
  }
}
