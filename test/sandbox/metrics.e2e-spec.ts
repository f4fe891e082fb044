import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import { DatabaseMetrics } from '../../src/metrics/database-metrics.js';
import { ProgressRebuild } from '../../src/progress/entities/progress-rebuild.entity.js';
import { OutboxEvent } from '../../src/submissions/entities/outbox-event.entity.js';
import { newSandboxId } from '../../src/tenancy/credentials/secrets.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import type { ApiClient } from '../support/api-client.js';
import { furnish } from '../support/furnished-tenant.js';
import { Scrape } from '../support/metrics.js';
import { connect, type ScimClient } from '../support/scim.js';
import { TestService } from '../support/service.js';
import { tablesOfTenants } from '../support/tenant-contents.js';
import { until } from '../support/until.js';
import { Tester, type TestSandbox } from './support.js';

const POST = 'POST /api/v1/integration/users';
const DAY_SECONDS = 86_400;
/** What a process knows of itself. */
const OF_PROCESS = /^(process|nodejs|database_pool|background)_/;

let service: TestService;

// Its own, whose counters no other file has moved.
beforeAll(async () => {
  service = await TestService.start();
});

afterAll(() => service.stop());

/** Metrics of the database, without a request of one's own. */
const gauges = async (): Promise<Scrape> => new Scrape(await service.app.get(DatabaseMetrics).read());
const counters = async (): Promise<Scrape> => new Scrape(await service.app.get(Registry).metrics());

interface Callers {
  readonly sis: ApiClient;
  readonly workflow: ApiClient;
  readonly scim: ScimClient;
}

/** What is counted by process, in calls of a tenant. */
async function work({ sis, workflow, scim }: Callers): Promise<void> {
  const student = person({ externalId: 'S-1' });
  await sis.post('/users', student);
  await sis.bulk('/users/bulk', [student, { email: 'no one' }]);
  await sis.post('/users/match', student);
  await workflow.put('/submissions/one', { formType: 'leave', studentId: 'S-1', fields: {} });
  await workflow.post('/events', {});
  await sis.post('/sync/replay', { submissionId: 'one', targetSystem: 'SIS' });
  const { body } = await sis.post('/sync/claims', { targetSystem: 'SIS', leaseSeconds: 60 });
  const [claimed] = body.data as unknown as { claimId: string }[];
  await sis.post(`/sync/claims/${claimed?.claimId ?? ''}/release`, {});
  await sis.post(`/sync/claims/${claimed?.claimId ?? ''}/extend`, { leaseSeconds: 60 });
  await scim.get('/Users');
  await scim.get('/Users/none');
}

const COUNTED = [
  'http_request_duration_seconds_bucket',
  'http_request_duration_seconds_count',
  'http_request_duration_seconds_sum',
  'http_requests_total',
  'match_calls_total',
  'review_events_received_total',
  'rows_total',
  'scim_refusals_total',
  'scim_requests_total',
  'sync_claims_total',
  'sync_leases_lost_total',
];

async function aSandbox(): Promise<{ tester: Tester; sandbox: TestSandbox; callers: Callers }> {
  const tester = await Tester.at(service);
  const sandbox = await tester.make({ seed: 'empty' });
  const { as, scim } = sandbox;
  return { tester, sandbox, callers: { sis: as('integration'), workflow: as('workflow'), scim } };
}

/** The counters that have changed once a last call is counted; a request is counted shortly after its answer. */
async function changed(before: Scrape, lastCall: (found: Scrape) => boolean): Promise<string[]> {
  await until('the last call is counted', async () => lastCall(await counters()));
  return (await counters()).changedSince(before).filter((name) => !OF_PROCESS.test(name));
}

describe('the counters of a process', () => {
  it('grow with calls of a university', async () => {
    const tenant = await service.tenant();
    const { scim } = await connect(service, tenant);
    const before = await counters();
    await work({ ...tenant, scim });
    const last = { resource: 'User', operation: 'read', outcome: 'refused' };
    const of = (found: Scrape): number => found.value('scim_requests_total', last);
    expect(await changed(before, (found) => of(found) > of(before))).toEqual(COUNTED);
  });

  it('are not changed by those of a sandbox, which are counted apart', async () => {
    const { callers } = await aSandbox();
    const made = { method: 'POST', route: '/api/v1/sandbox/tenants', status: '201' };
    await until(
      'the new sandbox is counted',
      async () => (await counters()).value('http_requests_total', made) > 0,
    );
    const before = await counters();
    await work(callers);
    const last = { method: 'GET', route: '/scim/v2/Users/:id', status: '404' };
    const names = await changed(before, (found) => found.value('sandbox_requests_total', last) > 0);
    expect(names).toEqual(['sandbox_requests_total']);
  });

  it('count no fault that a tester asked for as an error of the service', async () => {
    const { tester, sandbox, callers } = await aSandbox();
    await tester.faults(sandbox, [{ route: POST, status: 503 }]);
    await callers.sis.post('/users', person());
    const call = { method: 'POST', route: '/api/v1/integration/users', status: '503' };
    await until(
      'the call is counted',
      async () => (await counters()).value('sandbox_requests_total', call) > 0,
    );
    expect((await counters()).value('http_requests_total', call)).toBe(0);
  });
});

/** Rows that are gone too soon to be counted otherwise. */
async function passing(tenantId: string): Promise<void> {
  const at = new Date(Date.now() - DAY_SECONDS * 3000);
  const event = {
    tenantId,
    submissionId: 'x',
    from: 'draft',
    to: 'submitted',
    actor: 'x',
    requestId: 'x',
  } as const;
  const later = {
    occurredAt: at,
    attempts: 1,
    nextAttemptAt: new Date(Date.now() + DAY_SECONDS * 1000),
    lastError: null,
  };
  const database = service.app.get(DataSource).manager;
  await database.insert(OutboxEvent, [
    { ...event, ...later, eventId: 'waiting', deadLetteredAt: null },
    { ...event, ...later, eventId: 'deadLettered', deadLetteredAt: at },
  ]);
  const rebuild = {
    turn: 1,
    total: 7,
    done: 0,
    changed: 0,
    lastId: '',
    startedAt: new Date(),
    finishedAt: null,
  };
  await database.upsert(ProgressRebuild, { tenantId, ...rebuild }, ['tenantId']);
}

/** Gives everything that a tenant has to another ID. */
async function rename(tenantId: string, other: string): Promise<void> {
  const database = service.app.get(DataSource);
  for (const name of await tablesOfTenants(database))
    await database.query(`UPDATE \`${name}\` SET \`tenantId\` = ? WHERE \`tenantId\` = ?`, [other, tenantId]);
  await database.query('UPDATE `tenants` SET `id` = ? WHERE `id` = ?', [other, tenantId]);
}

describe('the gauges of the database', () => {
  it('count what a university has, and nothing of it once it is a sandbox', async () => {
    const before = await gauges();
    const { tenant } = await furnish(service, new Administrators(service), 'gauge', '690');
    await tenant.sis.post('/sync/replay', { submissionId: 'gauge-again', targetSystem: 'CRM' });
    await service.settle(tenant);
    const database = service.app.get(DataSource);
    const old = new Date(Date.now() - 3 * DAY_SECONDS * 1000);
    const values = [old, tenant.tenantId];
    await database.query('UPDATE `sync_items` SET `updatedAt` = ? WHERE `tenantId` = ?', values);
    await database.query('UPDATE `sync_open_items` SET `queuedAt` = ? WHERE `tenantId` = ?', values);
    await passing(tenant.tenantId);
    const ofUniversity = await gauges();
    await rename(tenant.tenantId, newSandboxId());
    const ofSandbox = await gauges();

    const perhaps = ['alert_messages_failing', 'alert_messages_waiting', 'nightly_runs_late'];
    // What the database has lost is no matter of one university.
    const ofAll = ['database_up', 'commit_losses'];
    const names = [...before.names].filter((name) => ![...ofAll, ...perhaps].includes(name));
    expect(ofUniversity.changedSince(before).filter((name) => !perhaps.includes(name))).toEqual(names.sort());
    // Times of universities continue meanwhile.
    expect(ofSandbox.changedSince(before, 600)).toEqual([]);
    const counts = names.filter((name) => !name.endsWith('_seconds'));
    expect(ofSandbox.changedSince(before).filter((name) => counts.includes(name))).toEqual([]);
  });
});
