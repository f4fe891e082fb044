/** Universities to test with (scope `sandbox`). */
export class Sandboxes {
    constructor(transport) {
        this.transport = transport;
    }
    /** An attempt whose answer was lost may have made one, which is deleted when its time is over. */
    create(wish = {}, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/sandbox/tenants', body: wish }, options);
    }
    list(options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/sandbox/tenants' }, options);
    }
    get(id, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/sandbox/tenants/{id}', path: { id } }, options);
    }
    reset(id, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/sandbox/tenants/{id}/reset', path: { id } }, options);
    }
    /** A repeated advance would move the time twice, so it is not repeated when its answer was lost. */
    moveClock(id, move, options) {
        const repeatability = typeof move.advanceSeconds === 'number' ? 'unsafe' : 'safe';
        return this.transport.call({ method: 'PUT', url: '/api/v1/sandbox/tenants/{id}/clock', path: { id }, body: move, repeatability }, options);
    }
    faults(id, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/sandbox/tenants/{id}/faults', path: { id } }, options);
    }
    /** Replaces the faults; an empty list ends them. */
    setFaults(id, faults, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/sandbox/tenants/{id}/faults',
            path: { id },
            body: { faults: [...faults] },
        }, options);
    }
    /** What was asked of it, the latest last. */
    requests(id, limit, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/sandbox/tenants/{id}/requests', path: { id }, query: { limit } }, options);
    }
    remove(id, options) {
        return this.transport.call({ method: 'DELETE', url: '/api/v1/sandbox/tenants/{id}', path: { id } }, options);
    }
}
//# sourceMappingURL=sandboxes.js.map