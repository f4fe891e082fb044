/** Forms and their review (scope `workflow`). */
export class Submissions {
    constructor(transport) {
        this.transport = transport;
    }
    /** Creates a submission, or replaces its fields before a decision. */
    put(submissionId, form, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/workflow/submissions/{submissionId}',
            path: { submissionId },
            body: form,
        }, options);
    }
    get(submissionId, options) {
        return this.transport.call({ method: 'GET', url: '/api/v1/workflow/submissions/{submissionId}', path: { submissionId } }, options);
    }
    /** Moves a submission through its review; the status that it has already changes nothing. */
    changeStatus(submissionId, move, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/workflow/submissions/{submissionId}/status',
            path: { submissionId },
            body: move,
        }, options);
    }
    /** Decides about a discrepancy; one that is decided stays as it is. */
    resolve(submissionId, id, decision, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/workflow/submissions/{submissionId}/discrepancies/{id}/resolve',
            path: { submissionId, id },
            body: decision,
        }, options);
    }
}
//# sourceMappingURL=submissions.js.map