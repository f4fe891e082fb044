import { Drops } from './calls/drops.js';
import { Events } from './calls/events.js';
import { Progress } from './calls/progress.js';
import { Runs } from './calls/runs.js';
import { Sandboxes } from './calls/sandboxes.js';
import { Students } from './calls/students.js';
import { Submissions } from './calls/submissions.js';
import { Sync } from './calls/sync.js';
import { Users } from './calls/users.js';
import type { IntegrationRootControllerRootData } from './openapi/types.gen.js';
import { type Answer, type CallOptions, type ClientOptions, Transport } from './transport.js';

/** The calls of one credential of one university. May be used by any number of callers at once. */
export class IntegrationApi {
  /** People (scope `users`). */
  readonly users: Users;
  /** What the calls of each run did (scope `users`). */
  readonly runs: Runs;
  /** Folders of files that are taken by `drops run` (scope `users`). */
  readonly drops: Drops;
  /** The export of doctoral students' progress (scope `progress`). */
  readonly progress: Progress;
  /** The sync queue (scope `sync`). */
  readonly sync: Sync;
  /** Forms and their review (scope `workflow`). */
  readonly submissions: Submissions;
  /** Progress of doctoral students, part by part (scope `workflow`). */
  readonly students: Students;
  /** Reviews of other systems, as CloudEvents (scope `workflow`). */
  readonly events: Events;
  /** Universities to test with (scope `sandbox`). */
  readonly sandboxes: Sandboxes;
  private readonly transport: Transport;

  /** @throws {TypeError} when `url` is no address */
  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
    this.users = new Users(this.transport);
    this.runs = new Runs(this.transport);
    this.drops = new Drops(this.transport);
    this.progress = new Progress(this.transport);
    this.sync = new Sync(this.transport);
    this.submissions = new Submissions(this.transport);
    this.students = new Students(this.transport);
    this.events = new Events(this.transport, options.stampsEvents ?? true);
    this.sandboxes = new Sandboxes(this.transport);
  }

  /** Checks connection and credential; `tenantId` is the university that the credential is for. */
  async root(options?: CallOptions): Promise<Answer<undefined> & { readonly tenantId: string }> {
    const answer = await this.transport.call<IntegrationRootControllerRootData, undefined>(
      { method: 'GET', url: '/api/v1/integration' },
      options,
    );
    return answer as Answer<undefined> & { readonly tenantId: string };
  }
}
