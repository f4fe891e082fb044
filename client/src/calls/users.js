import { BulkAnswers } from '../bulk/bulk-answers.js';
const BULK = '/api/v1/integration/users/bulk';
/** People (scope `users`). `id` is the 950/951 ID or the legacyNumber. */
export class Users {
    constructor(transport) {
        this.transport = transport;
    }
    createOrUpdate(person, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/integration/users', body: person }, options);
    }
    /** What {@link createOrUpdate} would do, and who else the person may be. Writes nothing. */
    match(person, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/integration/users/match', body: person }, options);
    }
    get(id, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/users/{id}', path: { id } }, options);
    }
    /** The same with who set each field last, and which fields await their source. */
    getWithProvenance(id, options) {
        return this.transport.call({
            method: 'GET',
            url: '/api/v1/integration/users/{id}',
            path: { id },
            query: { include: 'provenance' },
        }, options);
    }
    /** De-provisions or restores a person. */
    setStatus(id, accountStatus, { ifImpact, ...options } = {}) {
        return this.transport.call({
            method: 'PATCH',
            url: '/api/v1/integration/users/{id}',
            path: { id },
            body: { accountStatus },
            ...(ifImpact === undefined ? {} : { query: { ifImpact } }),
        }, options);
    }
    /** Any number of people, streamed both ways; an answer for each, in order. */
    bulk(people, options) {
        return new BulkAnswers(this.transport, BULK, people, options);
    }
    /**
     * The same for people who are JSON already, such as the lines of a file with their numbers.
     * @param jsonOf the JSON of a person on one line, as text or in UTF-8; it is sent as it is
     */
    bulkOf(rows, jsonOf, options) {
        return new BulkAnswers(this.transport, BULK, rows, options, jsonOf);
    }
    /** What could not be decided about who is who, one entry per question. */
    conflicts(query = {}, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/conflicts', query }, options);
    }
    /** What became of a post that was answered with `MATCH PENDING` or `IDENTITY_CONFLICT`. */
    conflict(id, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/conflicts/{id}', path: { id } }, options);
    }
    /** What became of a de-provisioning that was held. */
    hold(id, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/integration/holds/{id}', path: { id } }, options);
    }
}
//# sourceMappingURL=users.js.map