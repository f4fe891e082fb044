import { itemsOf, pagesOf } from '../pages.js';
/**
 * One walk over the progress records, oldest change first. Each iteration is a walk of its own.
 * @example
 * const walk = api.progress.records({ since: lastNight });
 * for await (const record of walk) await store(record);
 * await keep(walk.nextSince);
 */
export class ProgressWalk {
    constructor(read) {
        this.read = read;
    }
    /** What to send as `since` the next time, so that no change is missed; undefined until every record was read. */
    get nextSince() {
        return this.since;
    }
    async *pages() {
        this.since = undefined;
        for await (const page of pagesOf(this.read)) {
            yield page;
            if (!page.meta.hasMore)
                this.since = page.meta.nextSince;
        }
    }
    async *[Symbol.asyncIterator]() {
        for await (const page of this.pages())
            yield* page.data;
    }
}
/** The export of doctoral students' progress (scope `progress`). */
export class Progress {
    constructor(transport) {
        this.transport = transport;
    }
    page(query = {}, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/progress', query: sent(query) }, options);
    }
    records(query = {}, options) {
        return new ProgressWalk((cursor) => this.page({ ...query, cursor }, options));
    }
    /** Committee seats whose member has left. */
    openSeatsPage(query, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/progress/open-seats', query }, options);
    }
    /** All of them, in the order of the students' IDs. */
    openSeats(query = {}, options) {
        return itemsOf((cursor) => this.openSeatsPage({ ...query, cursor }, options));
    }
}
function sent({ studentId, since, ...others }) {
    return {
        ...others,
        since: since instanceof Date ? since.toISOString() : since,
        studentId: typeof studentId === 'object' ? studentId.join(',') : studentId,
    };
}
//# sourceMappingURL=progress.js.map