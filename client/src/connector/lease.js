import { isApiError } from '../errors.js';
import { sleep } from '../waiting.js';
/** Whether the service says that the lease has ended, or that another caller has the item. */
export function saysLost(error) {
    return isApiError(error) && (error.code === 'LEASE_LOST' || error.status === 404);
}
/**
 * Keeps one lease alive until it is settled. It is lost when the service says so, or when it was not prolonged in time:
 * the clock of this process counts from before the request that prolonged it.
 */
export class Lease {
    /**
     * @param isFresh whether the lease certainly began with the answer that brought it; another one is prolonged at once
     * @param onExtended is called each time that it was prolonged
     */
    constructor(sync, claimId, seconds, isFresh, onExtended) {
        this.sync = sync;
        this.claimId = claimId;
        this.seconds = seconds;
        this.onExtended = onExtended;
        this.controller = new AbortController();
        this.keeping = new AbortController();
        this.isLost = false;
        this.expireIn(seconds * 1000);
        void this.keep(isFresh);
    }
    /** Aborts when the lease is lost, or by `abort`. */
    get signal() {
        return this.controller.signal;
    }
    get lost() {
        return this.isLost;
    }
    /** Ends what goes on under the lease, which is still held. */
    abort(reason) {
        this.controller.abort(reason);
    }
    /** The lease is gone. */
    lose() {
        this.isLost = true;
        this.settle();
        this.controller.abort(new Error('The lease of this item is lost.'));
    }
    /** The item is acknowledged or given back: the lease is prolonged no more. */
    settle() {
        clearTimeout(this.expiry);
        this.keeping.abort(new Error('The item is settled.'));
    }
    expireIn(ms) {
        clearTimeout(this.expiry);
        this.expiry = setTimeout(() => {
            this.lose();
        }, ms);
    }
    async keep(isFresh) {
        const third = (this.seconds * 1000) / 3;
        const { signal } = this.keeping;
        try {
            if (isFresh)
                await sleep(third, signal);
            for (;;)
                await sleep((await this.extend()) ? third : third / 8, signal);
        }
        catch {
            // Settled or lost: nothing else ends this loop.
        }
    }
    /** @returns whether the lease was prolonged */
    async extend() {
        const asked = performance.now();
        const { signal } = this.keeping;
        try {
            await this.sync.extend(this.claimId, this.seconds, { signal });
        }
        catch (error) {
            if (saysLost(error))
                this.lose();
            signal.throwIfAborted();
            return false;
        }
        signal.throwIfAborted();
        this.expireIn(this.seconds * 1000 - (performance.now() - asked));
        this.onExtended();
        return true;
    }
}
//# sourceMappingURL=lease.js.map