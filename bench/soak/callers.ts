import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';

import { Caller, CallCounts } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { personOf } from '../users/people.js';
import { SoakClient } from './client.js';
import type { Traffic } from './traffic.js';

/** The number of people from the start; numbers of students do not end in 9. */
const PEOPLE = 2000;
const BULK_ROWS = 200;

const USERS = '/api/v1/integration/users';
const QUEUE = '/api/v1/integration/sync/queue';
const STUDENTS = '/api/v1/workflow/students';

export interface Target {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The session of an administrator. */
  readonly login: { readonly email: string; readonly password: string };
}

function anyone(): number {
  return Math.floor(Math.random() * PEOPLE);
}

function someStudent(): string {
  return personOf('soak', Math.floor(Math.random() * (PEOPLE / 10)) * 10).externalId;
}

/** Every kind of caller at its own rate: 40 requests per second together. */
export class Callers {
  readonly counts = new CallCounts();
  private readonly client: SoakClient;
  private newcomers = 0;
  private submissions = 0;

  constructor(
    private readonly target: Target,
    private readonly traffic: Traffic,
  ) {
    this.client = new SoakClient(target.baseUrl, target.headers, traffic);
  }

  get errors(): readonly string[] {
    const { unexpected, unavailable, unanswered } = this.counts;
    const none = Array.from({ length: unavailable + unanswered }, () => 'a delta or an export had no answer');
    return [...this.client.errors, ...unexpected, ...none];
  }

  /** Sends the people about whom the calls are. */
  async prepare(): Promise<void> {
    await this.sendEveryone('/users/bulk', 1);
  }

  start(): void {
    this.startFeeds();
    this.startReaders();
    this.startReviews();
    this.startNuisances();
    this.traffic.repeat(10_000, () => this.administer());
  }

  private startFeeds(): void {
    const { traffic, client } = this;
    traffic.repeat(1000, () => client.call('POST', USERS, { body: personOf('new', (this.newcomers += 1)) }));
    traffic.repeat(200, () => client.call('POST', USERS, { body: personOf('soak', anyone(), anyone()) }));
    traffic.repeat(100, async () => {
      // No other caller sends these people, so they stay unchanged.
      await client.call('POST', USERS, { body: personOf('same', anyone() % 20) });
    });
    traffic.repeat(500, async () => {
      const accountStatus = Math.random() < 0.5 ? 'active' : 'inactive';
      await client.call('PATCH', `${USERS}/${personOf('soak', anyone()).externalId}`, {
        body: { accountStatus },
      });
    });
    traffic.repeat(5000, () => this.sendSome('/users/bulk'));
    traffic.repeat(15_000, () => this.sendSome('/users/bulk?dryRun=true'));
  }

  private startReaders(): void {
    const { traffic, client } = this;
    const { baseUrl, tenantId, headers } = this.target;
    const caller = new Caller({ baseUrls: [baseUrl], tenantId, headers }, this.counts);
    const delta = new DeltaReader(caller);
    traffic.repeat(1000, () => traffic.time(() => delta.sync()));
    traffic.repeat(10_000, () => traffic.time(() => new DeltaReader(caller).sync()));
    traffic.repeat(500, () => client.call('GET', `${QUEUE}?limit=100`));
    traffic.repeat(500, () => client.call('GET', `${USERS}/${personOf('soak', anyone()).externalId}`));
    traffic.repeat(15_000, async () => {
      await client.call('GET', '/metrics');
      await client.call('GET', '/health/ready');
    });
  }

  private startReviews(): void {
    this.traffic.repeat(1000, () => this.review());
    this.traffic.repeat(500, async () => {
      const body = { title: `Title ${anyone()}`, status: 'in_progress' };
      await this.client.call('PUT', `${STUDENTS}/${someStudent()}/dissertation`, { body });
    });
    this.traffic.repeat(1000, async () => {
      const body = { status: 'in_progress', dueOn: `2027-0${1 + (anyone() % 9)}-01` };
      await this.client.call('PUT', `${STUDENTS}/${someStudent()}/milestones/candidacy`, { body });
    });
  }

  /** A submission from its draft to what a connector reports. */
  private async review(): Promise<void> {
    const submissionId = `soak-${(this.submissions += 1)}`;
    const path = `/api/v1/workflow/submissions/${submissionId}`;
    const fields = { degree: 'PhD', note: 'none' };
    await this.client.call('PUT', path, {
      body: { formType: 'degree_change', studentId: someStudent(), fields },
    });
    for (const status of ['submitted', 'approved'])
      await this.client.call('POST', `${path}/status`, { body: { status } });
    await this.client.call('GET', `/api/v1/integration/sync/payload/${submissionId}`);
    await this.client.call('POST', '/api/v1/integration/sync/replay', { body: { submissionId } });
    for (const status of ['processing', 'sent'])
      await this.client.call('POST', '/api/v1/integration/sync/ack', { body: { submissionId, status } });
    await this.client.call('GET', `${QUEUE}/${submissionId}/history`);
  }

  /** Refused requests take other code paths, which may leave something behind. */
  private startNuisances(): void {
    const { traffic, client } = this;
    const refused = { statuses: [401, 429] };
    traffic.repeat(1000, async () => {
      const headers = { 'X-Service-API-Key': `ik_${randomUUID()}`, 'X-Service-API-Secret': randomUUID() };
      await client.call('GET', QUEUE, { headers, ...refused });
    });
    traffic.repeat(1000, () =>
      client.call('GET', QUEUE, { headers: { 'X-Service-API-Secret': randomUUID() }, ...refused }),
    );
    traffic.repeat(1000, () =>
      client.call('POST', USERS, { body: { [randomUUID()]: true }, statuses: [400] }),
    );
    traffic.repeat(1000, () => client.call('GET', `/${randomUUID()}`, { statuses: [404] }));
    traffic.repeat(5000, () => this.hangUp());
  }

  /** Disconnects in the middle of a bulk request. */
  private async hangUp(): Promise<void> {
    const headers = { ...this.target.headers, 'Content-Type': 'application/x-ndjson' };
    const outgoing = request(`${this.target.baseUrl}${USERS}/bulk`, {
      method: 'POST',
      headers,
      agent: false,
    });
    outgoing.on('error', () => undefined);
    // once() would reject with the expected error.
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    for (let index = 0; index < 50; index += 1)
      outgoing.write(`${JSON.stringify(personOf('gone', index))}\n`);
    await once(outgoing, 'socket');
    await new Promise((resolve) => outgoing.write('{"email":', resolve));
    outgoing.destroy();
    await closed;
  }

  private async administer(): Promise<void> {
    const { client } = this;
    const opened = await client.call('POST', '/api/v1/admin/session', { body: this.target.login });
    const { data } = JSON.parse(opened.text) as { data?: { csrfToken: string } };
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { cookie, 'X-CSRF-Token': data?.csrfToken ?? '' };
    for (const list of ['overview', 'users?q=Lee', 'progress', 'queue', 'requests', 'audit'])
      await client.call('GET', `/api/v1/admin/${list}`, { headers });
    await client.call('DELETE', '/api/v1/admin/session', { headers });
  }

  private async sendEveryone(path: string, edition: number): Promise<void> {
    const everyone = Array.from({ length: PEOPLE }, (_, index) => personOf('soak', index, edition));
    await this.client.bulk(`/api/v1/integration${path}`, everyone);
  }

  private async sendSome(path: string): Promise<void> {
    const [first, edition] = [anyone(), anyone()];
    const rows = Array.from({ length: BULK_ROWS }, (_, index) =>
      personOf('soak', (first + index) % PEOPLE, edition),
    );
    await this.client.bulk(`/api/v1/integration${path}`, rows);
  }
}
