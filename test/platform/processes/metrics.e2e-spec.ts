import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import { SweepRepository } from '../../../src/progress/sweep/sweep.repository.js';
import { UnitOfWork } from '../../../src/database/transaction/unit-of-work.js';
import { RequestsRepository } from '../../../src/request-log/requests.repository.js';
import { SYNC_STATUSES } from '../../../src/sync/entities/sync-statuses.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../../factories/person.js';
import { aSubmission } from '../../factories/submissions.js';
import { letPass } from '../../support/clock.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { Scrape, scrape, scrapeOnce } from '../../support/metrics.js';
import { TestService, type TestTenant } from '../../support/service.js';

const DAY_MS = 86_400_000;
const USER = '/api/v1/integration/users/:id';
const USERS = '/api/v1/integration/users';
const BULK = '/api/v1/integration/users/bulk';

let service: TestService;
let before: Scrape;

// Its own, whose counters no other file has moved.
beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  before = await scrape(service);
});

afterAll(async () => {
  await service.stop();
});

/** The growth of a number in this test. */
function growth(now: Scrape, name: string, labels: Record<string, string>): number {
  return now.value(name, labels) - before.value(name, labels);
}

async function approve(tenant: TestTenant, submissionId: string): Promise<void> {
  await aSubmission(tenant, { submissionId, status: 'approved' });
}

/** Without a request, because `/metrics` needs a database connection too. */
async function measured({ app }: TestService): Promise<Scrape> {
  return new Scrape(await app.get(Registry).metrics());
}

describe('requests', () => {
  it('are counted by method, route and status, and timed by method and route', async () => {
    const { sis } = await service.tenant();
    for (const id of ['S-1', 'S-2']) await sis.get(`/users/${id}`);
    await service.anonymous().get(`${USERS}/S-1`);
    const notFound = { method: 'GET', route: USER, status: '404' };
    const refused = { ...notFound, status: '401' };

    const now = await scrapeOnce(
      service,
      (found) =>
        growth(found, 'http_requests_total', notFound) === 2 &&
        growth(found, 'http_requests_total', refused) === 1,
    );

    const route = { method: 'GET', route: USER };
    expect(growth(now, 'http_request_duration_seconds_count', route)).toBe(3);
    expect(growth(now, 'http_request_duration_seconds_bucket', { ...route, le: '+Inf' })).toBe(3);
    expect(growth(now, 'http_request_duration_seconds_sum', route)).toBeGreaterThan(0);
  });

  it('at an unknown address have one name together', async () => {
    await service.anonymous().get('/no-such-page');
    await service.anonymous().get('/nor-this-one');
    await scrapeOnce(service, ({ text }) => /^http_requests_total\{[^}]*status="404"/m.test(text));
    const { text } = await scrape(service);
    expect(text).not.toMatch(/no-such-page|nor-this-one/);
  });

  it('leave nothing of a tenant or a person in a label', async () => {
    const tenant = await service.tenant();
    // Letters, because digits may also occur in a duration.
    const ann = person({ externalId: 'S-Waldo' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.get('/users/S-Waldo?note=S-Waldo');
    await tenant.sis.bulk('/users/bulk', [ann]);
    await approve(tenant, 'sub-Waldo');
    const { text } = await scrapeOnce(
      service,
      (found) => growth(found, 'rows_total', { route: BULK, dry_run: 'false', outcome: 'unchanged' }) === 1,
    );

    for (const value of [tenant.tenantId, tenant.apiKey, 'Waldo', String(ann['email']), 'Test University'])
      expect(text).not.toContain(value);
  });
});

describe('rows', () => {
  it('are counted by call and outcome', async () => {
    const { sis } = await service.tenant();
    const ann = person({ externalId: 'S-1' });
    await sis.post('/users', ann);
    await sis.bulk('/users/bulk', [ann, person(), person(), { email: 'no one' }]);
    const outcome = (route: string, dry_run: string, name: string) => ({ route, dry_run, outcome: name });
    const failed = outcome(BULK, 'false', 'failed');

    const now = await scrapeOnce(service, (found) => growth(found, 'rows_total', failed) === 1);

    expect(growth(now, 'rows_total', outcome(BULK, 'false', 'inserted'))).toBe(2);
    expect(growth(now, 'rows_total', outcome(BULK, 'false', 'unchanged'))).toBe(1);
    expect(growth(now, 'rows_total', outcome(BULK, 'false', 'updated'))).toBe(0);
    expect(growth(now, 'rows_total', outcome(USERS, 'false', 'inserted'))).toBe(1);
  });

  it('of a dry run are counted apart', async () => {
    const { sis } = await service.tenant();
    await sis.bulk('/users/bulk?dryRun=true', [person(), person()]);
    const dryRun = { route: BULK, dry_run: 'true', outcome: 'inserted' };
    const now = await scrapeOnce(service, (found) => growth(found, 'rows_total', dryRun) === 2);
    expect(growth(now, 'rows_total', { ...dryRun, dry_run: 'false' })).toBe(0);
  });
});

describe('what the database says', () => {
  it('has the items of the queue of all tenants, by status, and since when the oldest waits', async () => {
    const [one, other] = [await service.tenant(), await service.tenant()];
    await approve(one, 'sub-1');
    await approve(other, 'sub-1');
    const queued = await scrapeOnce(
      service,
      (found) => growth(found, 'sync_queue_items', { status: 'queued' }) === 2,
    );
    const sql = 'UPDATE `sync_items` SET `updatedAt` = `updatedAt` - INTERVAL 3 DAY WHERE `tenantId` = ?';
    await service.app.get(DataSource).query(sql, [other.tenantId]);
    const later = await scrape(service);

    for (const status of SYNC_STATUSES) expect(queued.text).toContain(`sync_queue_items{status="${status}"}`);
    const age = (found: Scrape): number => found.value('sync_queue_oldest_seconds', { status: 'queued' });
    expect(age(queued)).toBeLessThan(86_400);
    expect(age(later)).toBeGreaterThan(2 * 86_400);
  });

  it('has leases that are out and what waits to be claimed, by target systems that everyone knows', async () => {
    const tenant = await service.tenant();
    for (const [submissionId, targetSystem] of [
      ['sub-1', 'SIS'],
      ['sub-2', 'Waldo'],
      ['sub-3', undefined],
    ] as const) {
      await approve(tenant, submissionId);
      if (targetSystem !== undefined) await tenant.sis.post('/sync/replay', { submissionId, targetSystem });
    }
    const sql = 'UPDATE `sync_open_items` SET `queuedAt` = `queuedAt` - INTERVAL 30 DAY WHERE `tenantId` = ?';
    await service.app.get(DataSource).query(sql, [tenant.tenantId]);
    const waiting = await scrape(service);
    await tenant.sis.post('/sync/claims', { targetSystem: 'SIS' });
    const claimed = await scrape(service);

    const isOld = (found: Scrape, target: string): boolean =>
      found.value('sync_queue_ready_seconds', { target }) > 29 * 86_400;
    const targets = ['SIS', 'CRM', 'LMS', 'other', 'none'];
    expect(targets.filter((target) => isOld(waiting, target))).toEqual(['SIS', 'other', 'none']);
    expect(isOld(claimed, 'SIS')).toBe(false);
    expect(growth(claimed, 'sync_leases_out', {}) - growth(waiting, 'sync_leases_out', {})).toBe(1);
    expect(waiting.text).not.toContain('Waldo');
  });

  it('has the number of active tenants whose nightly run is late by their own setting', async () => {
    const tenant = await service.tenant();
    const counts = { inserted: 1, updated: 0, unchanged: 0, failed: 0 };
    const at = new Date(Date.now() - 30 * 3_600_000);
    const run = { tenantId: tenant.tenantId, at, actor: 'key:k', ...counts };
    await service.app.get(RequestsRepository).saveRuns(service.app.get(UnitOfWork).single, [run]);
    const lateNow = async (): Promise<number> => growth(await scrape(service), 'nightly_runs_late', {});
    const byDefault = await lateNow();
    await service.changeSettings(tenant, { nightlyRunHours: 31 });
    const withMoreTime = await lateNow();
    await service.changeSettings(tenant, { nightlyRunHours: 26 });
    const again = await lateNow();
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');

    expect({ byDefault, withMoreTime, again, suspended: await lateNow() }).toEqual({
      byDefault: 1,
      withMoreTime: 0,
      again: 1,
      suspended: 0,
    });
  });

  it('is missing while the database is away, and what the process knows is answered all the same', async () => {
    const proxy = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
    const apart = await TestService.start({ DATABASE_URL: proxy.url });
    const present = await scrape(apart);
    await proxy.cut();
    const away = await scrape(apart);
    await apart.stop();

    expect({
      databaseUp: present.value('database_up'),
      hasQueueItems: present.names.has('sync_queue_items'),
    }).toEqual({ databaseUp: 1, hasQueueItems: true });
    expect({ databaseUp: away.value('database_up'), hasDatabaseUp: away.names.has('database_up') }).toEqual({
      databaseUp: 0,
      hasDatabaseUp: true,
    });
    expect(away.names.has('sync_queue_items')).toBe(false);
    expect(away.value('database_pool_size')).toBeGreaterThan(0);
  });
});

describe('a process', () => {
  it('counts claims, leases that ran out, and reports that came after the end of a lease', async () => {
    const { app } = service;
    const database = app.get(DataSource);
    const past = new Date(Date.now() - 1000);
    // Leases that earlier files left would run out in this test.
    await database.query('UPDATE `sync_open_items` SET `leaseUntil` = ? WHERE `leaseUntil` > ?', [
      past,
      past,
    ]);
    await service.settle();
    before = await scrape(service);
    const tenant = await service.tenant();
    const { sis } = tenant;
    await approve(tenant, 'sub-1');
    const { body } = await sis.post('/sync/claims', { leaseSeconds: 5 });
    const [{ claimId } = { claimId: '' }] = body.data as unknown as { claimId: string }[];
    await database.query('UPDATE `sync_open_items` SET `leaseUntil` = ? WHERE `claimId` = ?', [
      past,
      claimId,
    ]);
    await service.settle(tenant);
    await sis.post(`/sync/claims/${claimId}/extend`, { leaseSeconds: 60 });

    const now = await scrape(service);

    expect(growth(now, 'sync_claims_total', {})).toBe(1);
    expect(growth(now, 'sync_leases_expired_total', {})).toBe(1);
    expect(growth(now, 'sync_leases_lost_total', {})).toBe(1);
  });

  it('shows how its pool is used, and who waits', async () => {
    const apart = await TestService.start({ DATABASE_POOL_SIZE: '2' });
    const dataSource = apart.app.get(DataSource);
    const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    for (const runner of runners) await runner.query('SELECT 1');
    const late = dataSource.query('SELECT 1');
    const busy = await measured(apart);
    for (const runner of runners) await runner.release();
    await late;
    const idle = await measured(apart);
    await apart.stop();

    expect(busy.value('database_pool_size')).toBe(2);
    expect(busy.value('database_pool_connections', { state: 'used' })).toBe(2);
    expect(busy.value('database_pool_connections', { state: 'idle' })).toBe(0);
    expect(busy.value('database_pool_waiting')).toBeGreaterThanOrEqual(1);
    expect(idle.value('database_pool_connections', { state: 'idle' })).toBeGreaterThanOrEqual(1);
  });

  it('says how long ago background work last succeeded, which a failure does not change', async () => {
    const labels = { work: 'pacing-sweep', by: 'one' };
    await service.run('pacing-sweep');
    jest.spyOn(service.app.get(SweepRepository), 'forgetPlaces').mockRejectedValueOnce(new Error('no'));
    letPass(DAY_MS);
    await expect(service.run('pacing-sweep')).rejects.toThrow('no');
    const failed = await scrape(service);
    expect(failed.value('background_age_seconds', labels)).toBeGreaterThanOrEqual(DAY_MS / 1000);
    expect(failed.value('background_late_after_seconds', labels)).toBe(3600);
    await service.run('pacing-sweep');
    const done = await scrape(service);
    expect(done.value('background_age_seconds', labels)).toBeLessThan(DAY_MS / 1000);
    const runs = (of: typeof done, result: string): number =>
      of.value('background_runs_total', { work: 'pacing-sweep', result });
    expect(runs(done, 'done') - runs(failed, 'done')).toBe(1);
    expect(runs(done, 'failed')).toBe(runs(failed, 'failed'));
  });
});
