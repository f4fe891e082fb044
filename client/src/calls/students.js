import { BulkAnswers } from '../bulk/bulk-answers.js';
/** Progress of doctoral students, part by part (scope `workflow`). `studentId` is the 950 ID or the legacyNumber. */
export class Students {
    constructor(transport) {
        this.transport = transport;
    }
    putDissertation(studentId, part, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/workflow/students/{studentId}/dissertation',
            path: { studentId },
            body: part,
        }, options);
    }
    /** @param number of the version, 1 or more */
    putVersion(studentId, number, part, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/workflow/students/{studentId}/dissertation/versions/{number}',
            path: { studentId, number },
            body: part,
        }, options);
    }
    putMilestone(studentId, code, part, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/workflow/students/{studentId}/milestones/{code}',
            path: { studentId, code },
            body: part,
        }, options);
    }
    /** Replaces the committee as a whole. */
    putCommittee(studentId, part, options) {
        return this.transport.call({
            method: 'PUT',
            url: '/api/v1/workflow/students/{studentId}/committee',
            path: { studentId },
            body: part,
        }, options);
    }
    /** The progress of any number of students, streamed both ways; an answer for each, in order. */
    bulk(rows, options) {
        return new BulkAnswers(this.transport, '/api/v1/workflow/progress/bulk', rows, options);
    }
}
//# sourceMappingURL=students.js.map