import { itemsOf } from '../pages.js';
/** The sync queue (scope `sync`). */
export class Sync {
    constructor(transport) {
        this.transport = transport;
    }
    page(query, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/sync/queue', query }, options);
    }
    /** All items of the queue, latest change first. */
    items(query = {}, options) {
        return itemsOf((cursor) => this.page({ ...query, cursor }, options));
    }
    /** Every step of an item, oldest first. */
    history(submissionId, query, options) {
        return this.transport.call({
            method: 'GET',
            url: '/api/v1/integration/sync/queue/{submissionId}/history',
            path: { submissionId },
            query,
        }, options);
    }
    /** The envelope of a submission; reading it changes nothing. */
    payload(submissionId, query, options) {
        return this.transport.call({
            method: 'GET',
            url: '/api/v1/integration/sync/payload/{submissionId}',
            path: { submissionId },
            query,
        }, options);
    }
    /** Queues an item again. Not repeated when it may have taken effect: a connector may have delivered it since. */
    replay(item, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/integration/sync/replay', body: item, repeatability: 'unsafe' }, options);
    }
    /** Queues items of one status again. Not repeated when it may have taken effect, as `replay`. */
    replayBulk(selection, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/integration/sync/replay/bulk',
            body: selection,
            repeatability: selection.dryRun === true ? 'safe' : 'unsafe',
        }, options);
    }
    /** Reports what became of an item; with `claimId` under that lease only. */
    ack(report, options) {
        // Each `processing` without a lease counts an attempt.
        const counts = report.status === 'processing' && report.claimId === undefined;
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/integration/sync/ack',
            body: report,
            repeatability: counts ? 'unsafe' : 'safe',
        }, options);
    }
    /** Leases items that wait. A repeated attempt has the same key, so that a lost answer loses nothing. */
    claim(wish = {}, { idempotencyKey = crypto.randomUUID(), timeoutMs, ...options } = {}) {
        const patience = (wish.waitSeconds ?? 0) * 1000;
        return this.transport.call({ method: 'POST', url: '/api/v1/integration/sync/claims', body: wish, idempotencyKey }, { ...options, timeoutMs: (timeoutMs ?? this.transport.timeoutMs) + patience });
    }
    /** Prolongs a lease: it then ends so many seconds from now. */
    extend(claimId, leaseSeconds, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/integration/sync/claims/{claimId}/extend',
            path: { claimId },
            body: { leaseSeconds },
        }, options);
    }
    /** Gives an item back to the queue. */
    release(claimId, release = {}, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/integration/sync/claims/{claimId}/release',
            path: { claimId },
            body: release,
        }, options);
    }
    /** Who takes items of the queue, and what became of them. */
    connectors(options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/sync/connectors' }, options);
    }
}
//# sourceMappingURL=sync.js.map