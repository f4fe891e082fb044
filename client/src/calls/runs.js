import { itemsOf } from '../pages.js';
/** What the calls of each run did (scope `users`). */
export class Runs {
    constructor(transport) {
        this.transport = transport;
    }
    page(query, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/runs', query }, options);
    }
    /** All runs, the latest first. */
    all(query = {}, options) {
        return itemsOf((cursor) => this.page({ ...query, cursor }, options));
    }
    get(name, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/runs/{name}', path: { name } }, options);
    }
    failuresPage(name, query, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/runs/{name}/failures', path: { name }, query }, options);
    }
    /** The people whom a run sent and who were refused, in the order in which they arrived. */
    failures(name, query = {}, options) {
        return itemsOf((cursor) => this.failuresPage(name, { ...query, cursor }, options));
    }
}
//# sourceMappingURL=runs.js.map