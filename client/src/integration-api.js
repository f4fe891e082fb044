import { Events } from './calls/events.js';
import { Progress } from './calls/progress.js';
import { Runs } from './calls/runs.js';
import { Sandboxes } from './calls/sandboxes.js';
import { Students } from './calls/students.js';
import { Submissions } from './calls/submissions.js';
import { Sync } from './calls/sync.js';
import { Users } from './calls/users.js';
import { Transport } from './transport.js';
/** The calls of one credential of one university. May be used by any number of callers at once. */
export class IntegrationApi {
    /** @throws {TypeError} when `url` is no address */
    constructor(options) {
        this.transport = new Transport(options);
        this.users = new Users(this.transport);
        this.runs = new Runs(this.transport);
        this.progress = new Progress(this.transport);
        this.sync = new Sync(this.transport);
        this.submissions = new Submissions(this.transport);
        this.students = new Students(this.transport);
        this.events = new Events(this.transport);
        this.sandboxes = new Sandboxes(this.transport);
    }
    /** Checks connection and credential; `tenantId` is the university that the credential is for. */
    async root(options) {
        const answer = await this.transport.call({ method: 'GET', url: '/api/v1/integration' }, options);
        return answer;
    }
}
//# sourceMappingURL=integration-api.js.map