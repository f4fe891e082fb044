import { DataSource, type QueryRunner } from 'typeorm';

import { addDays, dayIn } from '../../src/tenancy/time/calendar.js';
import { someStudents } from '../factories/progress-people.js';
import { Administrators } from '../support/administrators.js';
import { ApiClient, type Body } from '../support/api-client.js';
import { FaultyProcess } from '../support/faulty-process.js';
import { scrape, scrapeOnce } from '../support/metrics.js';
import { OwnDatabase } from '../support/own-database.js';
import { byStudent, DeltaReader, pullAll } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt } from '../support/service-process.js';
import { cli } from '../support/terminal.js';
import { until } from '../support/until.js';

/** Some batches and a part of one. */
const STUDENTS = 405;
const BEFORE_THE_LAST = 400;

interface Rebuild {
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** The waiting records of all tenants together. */
const database = new OwnDatabase('rebuild');

let service: TestService;
let admins: Administrators;

beforeAll(async () => {
  await ensureBuilt();
  await database.drop();
}, BUILD_LIMIT_MS);

beforeEach(async () => {
  service = await TestService.start({ DATABASE_URL: database.url });
  admins = new Administrators(service);
});

afterEach(() => service.stop());

afterAll(() => database.drop());

interface University {
  readonly tenant: TestTenant;
  readonly api: ApiClient;
  readonly ids: readonly string[];
}

/** Students who are five days late: at risk by default, behind when the setting is four days. */
async function aUniversity(count: number): Promise<University> {
  const tenant = await service.tenant();
  const ids = await someStudents(tenant, count);
  const dueOn = addDays(dayIn('UTC', new Date()), -5);
  const milestones = [{ code: 'candidacy', status: 'in_progress', dueOn }];
  await tenant.workflow.bulk(
    '/progress/bulk',
    ids.map((studentId) => ({ studentId, milestones })),
  );
  const { api } = await admins.open(tenant);
  return { tenant, api, ids: [...ids].sort() };
}

const rebuildOf = ({ meta }: Body): Rebuild => meta['rebuild'] as Rebuild;

const rebuildOfNow = async (api: ApiClient): Promise<Rebuild> => rebuildOf((await api.get('/settings')).body);

async function rebuildUntil(api: ApiClient, isThere: (rebuild: Rebuild) => boolean): Promise<Rebuild> {
  let rebuild = await rebuildOfNow(api);
  await until('the records are rebuilt so far', async () => {
    rebuild = await rebuildOfNow(api);
    return isThere(rebuild);
  });
  return rebuild;
}

const finished = ({ finishedAt }: Rebuild): boolean => finishedAt !== null;
const BEHIND_AFTER_4 = { pacing: { behindAfterDays: 4 } };

/** Locks the last record, so that a process cannot finish the last batch. */
async function holdLast({ tenant: { tenantId }, ids }: University): Promise<QueryRunner> {
  const runner = service.app.get(DataSource).createQueryRunner();
  await runner.startTransaction();
  await runner.query(
    'SELECT `studentId` FROM `progress_documents` WHERE `tenantId` = ? AND `studentId` = ? FOR UPDATE',
    [tenantId, ids.at(-1)],
  );
  return runner;
}

async function letGo(runner: QueryRunner): Promise<void> {
  await runner.rollbackTransaction();
  await runner.release();
}

/** How many records have each status, and how many lack each role. */
async function countsOf({ tenant }: University): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { pacing, committee } of (await pullAll(tenant.sis)).records) {
    const key = [pacing.status, ...committee.missingRoles].join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('a change of settings', () => {
  it('is answered before the records follow; how far they are is visible and grows', async () => {
    const university = await aUniversity(STUDENTS);
    const { api, tenant } = university;
    const reader = new DeltaReader(tenant.sis);
    await reader.sync();
    const held = await holdLast(university);
    const { status, body } = await api.patch('/settings', BEHIND_AFTER_4);
    expect({ status, rebuild: rebuildOf(body) }).toMatchObject({
      status: 200,
      rebuild: { total: STUDENTS, finishedAt: null },
    });
    const drawn = service.settle();

    const half = await rebuildUntil(api, ({ done }) => done === BEFORE_THE_LAST);
    expect(half).toMatchObject({ total: STUDENTS, changed: BEFORE_THE_LAST, finishedAt: null });
    const waiting = await scrape(service);
    expect(waiting.value('progress_rebuilds_unfinished')).toBe(1);
    expect(waiting.value('progress_rebuild_records_waiting')).toBe(STUDENTS - BEFORE_THE_LAST);
    expect(await countsOf(university)).toEqual({ 'behind chair': 400, 'at_risk chair': 5 });
    expect(await reader.sync(150)).toHaveLength(BEFORE_THE_LAST);

    await letGo(held);
    await drawn;
    const whole = await rebuildOfNow(api);
    expect(whole).toMatchObject({ total: STUDENTS, done: STUDENTS, changed: STUDENTS });
    const { startedAt } = rebuildOf(body);
    expect({ half: half.startedAt, whole: whole.startedAt }).toEqual({ half: startedAt, whole: startedAt });
    expect(await reader.sync()).toHaveLength(STUDENTS - BEFORE_THE_LAST);
    expect(byStudent(reader.copy.values())).toEqual(byStudent((await pullAll(tenant.sis)).records));
    expect(await countsOf(university)).toEqual({ 'behind chair': STUDENTS });
    await scrapeOnce(service, (found) => found.value('progress_rebuilds_unfinished') === 0);
  });

  it('that comes meanwhile begins anew, and all records end with the last one', async () => {
    const university = await aUniversity(STUDENTS);
    const { api } = university;
    const held = await holdLast(university);
    await api.patch('/settings', BEHIND_AFTER_4);
    const drawn = service.settle();
    await rebuildUntil(api, ({ done }) => done === BEFORE_THE_LAST);
    const { body } = await api.patch('/settings', {
      requiredCommitteeRoles: ['member'],
      pacing: { behindAfterDays: 30 },
    });
    expect(rebuildOf(body)).toMatchObject({ total: STUDENTS, finishedAt: null });
    await letGo(held);
    await drawn;
    expect(await rebuildOfNow(api)).toMatchObject({ total: STUDENTS, done: STUDENTS });
    expect(await countsOf(university)).toEqual({ 'at_risk member': STUDENTS });
  });

  it('counts at once for what is written while records follow', async () => {
    const university = await aUniversity(5);
    const { api, tenant, ids } = university;
    const held = await holdLast(university);
    await api.patch('/settings', BEHIND_AFTER_4);
    const drawn = service.settle();
    const [newcomer = ''] = await someStudents(tenant, 1);
    await tenant.workflow.put(`/students/${newcomer}/milestones/candidacy`, {
      status: 'in_progress',
      dueOn: addDays(dayIn('UTC', new Date()), -5),
    });
    const { records } = await pullAll(tenant.sis, { studentId: `${ids[0] ?? ''},${newcomer}` });
    expect(records.map(({ pacing }) => pacing.status)).toEqual(['at_risk', 'behind']);
    await letGo(held);
    await drawn;
    expect(await countsOf(university)).toEqual({ 'behind chair': 6 });
  });

  it('moves the records of no other tenant, and is not shown to another', async () => {
    const [changed, other] = [await aUniversity(2), await aUniversity(2)];
    const before = (await pullAll(other.tenant.sis)).records;
    await changed.api.patch('/settings', BEHIND_AFTER_4);
    await service.settle();
    expect(finished(await rebuildOfNow(changed.api))).toBe(true);
    expect((await pullAll(other.tenant.sis)).records).toEqual(before);
    expect((await other.api.get('/settings')).body.meta).toMatchObject({ rebuild: null });
  });

  it('that no record depends on begins nothing', async () => {
    const { api } = await aUniversity(1);
    expect((await api.patch('/settings', { rateLimit: 7 })).body.meta).toMatchObject({ rebuild: null });
    expect((await api.patch('/settings', { pacing: { aheadDays: 30 } })).body.meta).toMatchObject({
      rebuild: null,
    });
    expect((await api.get('/settings')).body.meta).toMatchObject({ rebuild: null });
  });

  it('is followed at once where there is no record, and by those that stay the same without a new stamp', async () => {
    const [empty, same] = [await aUniversity(0), await aUniversity(3)];
    const before = (await pullAll(same.tenant.sis)).records;
    for (const { api } of [empty, same]) await api.patch('/settings', { pacing: { behindAfterDays: 29 } });
    await service.settle();
    expect(await rebuildOfNow(empty.api)).toMatchObject({ total: 0, done: 0, changed: 0 });
    expect(await rebuildOfNow(same.api)).toMatchObject({ total: 3, done: 3, changed: 0 });
    expect((await pullAll(same.tenant.sis)).records).toEqual(before);
  });

  it('by the terminal ends when the records have followed, and says how many changed', async () => {
    const university = await aUniversity(3);
    const words = ['tenant', 'settings', university.tenant.tenantId];
    const env = { DATABASE_URL: database.url };
    const { code, stdout } = await cli([...words, '--behind-after-days', '4'], env);
    expect({ code, lastLine: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      lastLine: '3 of 3 progress records changed.',
    });
    expect(await countsOf(university)).toEqual({ 'behind chair': 3 });
    const other = await cli([...words, '--rate-limit', '600'], env);
    expect(other.stdout).toContain('No progress record depends on that.');
  });
});

describe('a rebuild whose process is killed', () => {
  it('is ended by another process, which continues where it stopped', async () => {
    const university = await aUniversity(STUDENTS);
    const { browser } = await admins.open(university.tenant);
    const { DATABASE_URL } = process.env;
    process.env.DATABASE_URL = database.url;
    const doomed = new FaultyProcess();
    process.env.DATABASE_URL = DATABASE_URL;
    const held = await holdLast(university);
    const address = await doomed.start('none');
    const headers = { cookie: browser.cookie, 'X-CSRF-Token': browser.csrfToken };
    await new ApiClient(`${address}/api/v1/admin`, headers).patch('/settings', BEHIND_AFTER_4);
    await rebuildUntil(university.api, ({ done }) => done === BEFORE_THE_LAST);
    await doomed.kill();
    await letGo(held);
    const next = await TestService.start({ DATABASE_URL: database.url });
    try {
      await next.run('progress-rebuild');
      const waiting = await rebuildOfNow(university.api);
      expect(waiting).toMatchObject({ done: BEFORE_THE_LAST, finishedAt: null });
      // As if the lease of the dead process had expired.
      await next.app.get(DataSource).query('UPDATE `leases` SET `until` = 0');
      await next.run('progress-rebuild');
      expect(await rebuildOfNow(university.api)).toMatchObject({
        total: STUDENTS,
        done: STUDENTS,
        changed: STUDENTS,
      });
      expect(await countsOf(university)).toEqual({ 'behind chair': STUDENTS });
    } finally {
      await next.stop();
    }
  });
});
