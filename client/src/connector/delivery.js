import { isApiError } from '../errors.js';
import { isTemporary } from '../retry.js';
import { asError, beforeAbort, sleep } from '../waiting.js';
import { PermanentError } from './connector-types.js';
import { textOf } from './error-text.js';
import { saysLost } from './lease.js';
/** Between two attempts to settle an item while the service is away. */
const SETTLE_AGAIN_MS = 1000;
/** Reported in place of a message that the service refuses. */
const REFUSED_MESSAGE = 'The handler failed; the message of its error was refused.';
/** Statuses of a refusal that another text may avoid. */
const REFUSED_TEXT = [400, 413];
/** One item on its way: handled under its lease, then acknowledged or given back, never both. */
export class Delivery {
    constructor(context, item, lease) {
        this.context = context;
        this.item = item;
        this.lease = lease;
    }
    /**
     * @param mayBegin resolves when the item may be handled, with whether it may be at all
     * @throws when the service refuses to hear what became of the item
     */
    async run(mayBegin) {
        try {
            const { stopping } = this.context;
            const begins = await beforeAbort(mayBegin, stopping);
            if (this.lease.lost)
                return this.lost();
            if (begins !== true || stopping.aborted)
                return await this.giveBack(undefined, 0);
            return await this.handle();
        }
        finally {
            this.lease.settle();
        }
    }
    /** Ends the handler, whose time is over. The item is given back. */
    cut() {
        this.lease.abort(new Error('The connector is stopped.'));
    }
    async handle() {
        const { signal } = this.lease;
        const handled = this.handled();
        await beforeAbort(handled, signal);
        if (signal.aborted && !this.lease.lost)
            return this.giveBack(undefined, 0);
        // A handler that goes on without a lease keeps its place: otherwise more of them would run than are wanted.
        const failure = await handled;
        if (this.lease.lost)
            return this.lost();
        if (failure === undefined)
            return this.acknowledge();
        return failure instanceof PermanentError ? this.fail(failure) : this.giveBack(failure);
    }
    /** @returns what the handler threw */
    async handled() {
        try {
            await this.context.handle(this.item, { signal: this.lease.signal });
            return undefined;
        }
        catch (error) {
            return asError(error);
        }
    }
    acknowledge() {
        return this.settle(async () => {
            const report = { ...this.named(), status: 'sent' };
            const { meta } = await this.context.client.sync.ack(report, { signal: this.context.closing });
            this.context.emit({ type: 'sent', item: this.item, repeated: meta.repeated === true });
            return 'settled';
        });
    }
    fail(error) {
        return this.settle(async () => {
            const report = { ...this.named(), status: 'failed', lastError: textOf(error) };
            await this.context.client.sync.ack(report, { signal: this.context.closing });
            this.context.emit({ type: 'failed', item: this.item, error });
            return 'settled';
        }, () => this.release(error, { lastError: REFUSED_MESSAGE }));
    }
    /** @param delaySeconds undefined: the service's own delay, which grows with each attempt */
    giveBack(error, delaySeconds) {
        if (error === undefined)
            return this.settle(() => this.release(error, { delaySeconds }));
        return this.settle(() => this.release(error, { delaySeconds, lastError: textOf(error) }), () => this.release(error, { delaySeconds, lastError: REFUSED_MESSAGE }));
    }
    async release(error, report) {
        await this.context.client.sync.release(this.item.claimId, report, { signal: this.context.closing });
        this.context.emit({ type: 'released', item: this.item, error });
        return 'given-back';
    }
    /**
     * Tells the service as long as the lease lasts: what is not heard is delivered again.
     * @param shorter tells it without what a handler threw, where that is refused
     */
    async settle(tell, shorter) {
        const { closing } = this.context;
        while (!this.lease.lost && !closing.aborted) {
            try {
                return await tell();
            }
            catch (error) {
                if (saysLost(error))
                    this.lease.lose();
                else if (this.context.closing.aborted)
                    break;
                else if (isApiError(error) && (isTemporary(error) || error.status === 500))
                    await sleep(SETTLE_AGAIN_MS, closing).catch(() => undefined);
                else if (shorter !== undefined && isApiError(error) && REFUSED_TEXT.includes(error.status ?? 0))
                    return this.settle(shorter);
                else
                    throw error;
            }
        }
        return this.lost();
    }
    lost() {
        this.context.emit({ type: 'lease-lost', item: this.item });
        return 'given-back';
    }
    named() {
        const { submissionId, claimId } = this.item;
        return { submissionId, claimId };
    }
}
//# sourceMappingURL=delivery.js.map