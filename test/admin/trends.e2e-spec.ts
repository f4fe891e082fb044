import { ackClaim, changeAsAdministrator, claimOne, release } from '../factories/claims.js';
import { activePeople, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { approvedSubmissions } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPassIn, stopClock, stopClockOf } from '../support/clock.js';
import { sweepRetention } from '../support/retention.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse('2031-03-10T12:00:00Z');

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** An administrator whose session begins now, whatever the tenant's clock was before. */
async function desk(of = tenant): Promise<ApiClient> {
  await service.settle(of);
  return (await admins.open(of)).api;
}

async function trend(path: string): Promise<Row> {
  const api = await desk();
  return (await api.get(`/trends/${path}`)).body.data;
}

const at = (hours: number): Promise<void> => stopClockOf(service, tenant, new Date(NOON + hours * HOUR_MS));

interface SystemDays {
  readonly name: string | null;
  readonly days: readonly { sent: number; failed: number; longestWaitMs: number }[];
}
const systemsOf = (found: Row): SystemDays[] => found['systems'] as SystemDays[];

describe('the trend of the queue', () => {
  beforeEach(async () => {
    await at(0);
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'SIS' }] });
  });

  it('counts what was sent and what failed on each day, and how long the oldest item had waited', async () => {
    await approvedSubmissions(tenant, 3);
    await at(2);
    await ackClaim(tenant, await claimOne(tenant, { limit: 1 }));
    await at(26);
    await ackClaim(tenant, await claimOne(tenant, { limit: 1 }), 'failed');
    await at(50);
    const found = await trend('queue');
    expect(found['days']).toEqual(['2031-03-10', '2031-03-11', '2031-03-12']);
    expect(systemsOf(found)).toEqual([
      {
        name: 'SIS',
        days: [
          { sent: 1, failed: 0, longestWaitMs: 12 * HOUR_MS },
          { sent: 0, failed: 1, longestWaitMs: 36 * HOUR_MS },
          { sent: 0, failed: 0, longestWaitMs: 50 * HOUR_MS },
        ],
      },
    ]);
  });

  it('has days on which nothing left the queue, from what left later', async () => {
    await approvedSubmissions(tenant, 1);
    await ackClaim(tenant, await claimOne(tenant));
    await at(1);
    await approvedSubmissions(tenant, 1);
    await at(73);
    await ackClaim(tenant, await claimOne(tenant));
    const [{ days } = { days: [] }] = systemsOf(await trend('queue'));
    expect(days.map(({ longestWaitMs }) => longestWaitMs / HOUR_MS)).toEqual([11, 35, 59, 72]);
  });

  it('counts an item that was given back as one that waits on', async () => {
    await approvedSubmissions(tenant, 1);
    await at(1);
    await release(tenant, await claimOne(tenant));
    await at(3);
    const [{ days } = { days: [] }] = systemsOf(await trend('queue'));
    expect(days).toEqual([{ sent: 0, failed: 0, longestWaitMs: 3 * HOUR_MS }]);
  });

  it('adds up the target systems with fewest deliveries', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `T${index}`);
    await changeAsAdministrator(service, tenant, { syncTargets: names.map((name) => ({ name })) });
    await approvedSubmissions(tenant, 1);
    for (const targetSystem of names.slice(0, 7))
      await ackClaim(tenant, await claimOne(tenant, { targetSystem }));
    await at(1);
    const systems = systemsOf(await trend('queue?days=1'));
    expect(systems.map(({ name }) => name)).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5', null]);
    expect(systems.at(-1)?.days).toEqual([{ sent: 1, failed: 0, longestWaitMs: HOUR_MS }]);
  });

  it('is forgotten like the use of keys', async () => {
    await approvedSubmissions(tenant, 1);
    await ackClaim(tenant, await claimOne(tenant));
    await service.settle(tenant);
    const kept = async (): Promise<unknown> =>
      (
        await service.query<unknown[]>('SELECT `sent` FROM `sync_days` WHERE `tenantId` = ?', [
          tenant.tenantId,
        ])
      ).length;
    await at(24 * 89);
    await sweepRetention(service, tenant);
    expect(await kept()).toBe(1);
    await at(24 * 93);
    await sweepRetention(service, tenant);
    expect(await kept()).toBe(0);
  });
});

describe('the trend of runs', () => {
  const night = async (name: string, rows: readonly unknown[]): Promise<void> => {
    await inRun(service, tenant, name).bulk('/users/bulk', [...rows]);
    await letPassIn(service, tenant, DAY_MS);
  };
  const runsOf = (found: Row): Row[] => found['runs'] as Row[];

  it('has the failed rows of each by cause, as the lists of the run have them', async () => {
    const wrong = (count: number, field: object): object[] =>
      Array.from({ length: count }, () => ({ ...person(), ...field }));
    await night('nightly-1', [person(), ...wrong(3, { accountType: 'Studnet' })]);
    await night('nightly-2', [
      person(),
      ...wrong(2, { accountType: 'Studnet' }),
      ...wrong(1, { email: 'x' }),
    ]);
    const found = await trend('runs');
    const causes = found['causes'] as Row[];
    expect(causes.map(({ rows }) => rows)).toEqual([5, 1]);
    expect(runsOf(found)).toMatchObject([
      { name: 'nightly-1', received: 4, failed: 3, failedOf: [3, 0] },
      { name: 'nightly-2', received: 4, failed: 3, failedOf: [2, 1] },
    ]);
    const api = await desk();
    for (const { name, failed, failedOf } of runsOf(found)) {
      const [row] = rowsOf(await api.get(`/runs?name=${String(name)}`));
      expect(row?.['failed']).toBe(failed);
      for (const [index, count] of (failedOf as number[]).entries()) {
        const cause = encodeURIComponent(String(causes[index]?.['cause']));
        const { meta } = (await api.get(`/runs/${String(name)}/failures?cause=${cause}`)).body;
        expect(meta['total']).toBe(count);
      }
    }
  });

  it('has the lowest, median and highest de-provisionings of the runs before, with the usual of the list', async () => {
    const people = await activePeople(tenant, 9);
    await night('nightly-1', people);
    await night('nightly-2', inactive(people.slice(0, 1)));
    await night('nightly-3', inactive(people.slice(1, 4)));
    await night('nightly-4', inactive(people.slice(4, 6)));
    const found = await trend('runs');
    expect(runsOf(found).map(({ deprovisioned, usual }) => [deprovisioned, usual])).toEqual([
      [0, null],
      [1, null],
      [3, null],
      [2, { low: 0, median: 1, high: 3 }],
    ]);
    const [latest] = rowsOf(await (await desk()).get('/runs'));
    expect(latest).toMatchObject({ name: 'nightly-4', deprovisioned: 2, usual: { deprovisioned: 1 } });
  });

  it('is of one series: that with most people, or the one that is asked for', async () => {
    await night('fix-1', [person()]);
    await night('nightly-1', [person(), person()]);
    await night('nightly-2', [person()]);
    const found = await trend('runs');
    expect(found).toMatchObject({
      series: [
        { series: 'nightly-#', runs: 2 },
        { series: 'fix-#', runs: 1 },
      ],
      shown: 'nightly-#',
      isCapped: false,
    });
    expect(runsOf(found).map(({ name }) => name)).toEqual(['nightly-1', 'nightly-2']);
    expect(runsOf(await trend('runs?series=fix-%23')).map(({ name }) => name)).toEqual(['fix-1']);
    expect(runsOf(await trend('runs?series=other')).map(({ name }) => name)).toEqual([]);
  });

  it('ends where the days that are asked for begin', async () => {
    for (const day of [1, 2, 3]) await night(`nightly-${day}`, [person()]);
    expect(runsOf(await trend('runs?days=3')).map(({ name }) => name)).toEqual(['nightly-2', 'nightly-3']);
  });
});

describe('the trend of pacing', () => {
  const cohortsOf = (found: Row): Row[] => found['cohorts'] as Row[];

  beforeEach(async () => {
    for (const [programId, yearOfEntry, monthOfEntry] of [
      ['edd', 2028, 9],
      ['edd', 2028, 1],
      ['edd', 2027, 9],
      ['phd', 2028, 9],
    ])
      await aStudent(tenant, { programId, yearOfEntry, monthOfEntry });
    await aStudent(tenant, { programId: 'phd' });
  });

  it('has the students of each term, the oldest first', async () => {
    const found = await trend('pacing');
    expect(cohortsOf(found).map(({ name }) => name)).toEqual([null, '2027-09', '2028-01', '2028-09']);
    expect(found['others']).toMatchObject({ not_started: 0, behind: 0 });
    const sums = cohortsOf(found).map(({ pacing }) => sumOf(pacing as Row));
    expect(sums).toEqual([1, 1, 1, 2]);
    expect(sumOf(found['all'] as Row)).toBe(5);
  });

  it('has the students of each program, the largest first, and of one term or program alone', async () => {
    const byProgram = await trend('pacing?by=program');
    expect(cohortsOf(byProgram).map(({ name, pacing }) => [name, sumOf(pacing as Row)])).toEqual([
      ['edd', 3],
      ['phd', 2],
    ]);
    const ofTerm = await trend('pacing?by=program&entry=2028-09');
    expect(cohortsOf(ofTerm).map(({ pacing }) => sumOf(pacing as Row))).toEqual([1, 1]);
    const ofProgram = await trend('pacing?programId=edd');
    expect(cohortsOf(ofProgram).map(({ name }) => name)).toEqual(['2027-09', '2028-01', '2028-09']);
  });

  it('agrees with the list of each term and status', async () => {
    const api = await desk();
    for (const { name, pacing } of cohortsOf(await trend('pacing')).filter(({ name: one }) => one !== null))
      for (const [status, students] of Object.entries(pacing as Record<string, number>)) {
        const { meta } = (await api.get(`/progress?entry=${String(name)}&pacing=${status}`)).body;
        expect(meta['total']).toBe(students);
      }
  });
});

function sumOf(counts: Row): number {
  return Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0);
}

describe('the trend of keys', () => {
  beforeEach(stopClock);

  it('has the calls and errors of each key by day, most calls first, and their labels', async () => {
    const api = await desk();
    const key = await aKey(api, { label: 'CRM feed' });
    const { sis } = clientsAt(service.baseUrl, key);
    await sis.get('');
    await sis.get('/users/S-0');
    const found = await trend('keys?days=2');
    const keys = found['keys'] as { apiKey: string; label: string; days: Row[] }[];
    const mine = keys.find(({ apiKey }) => apiKey === key.apiKey);
    expect(mine).toMatchObject({ label: 'CRM feed' });
    expect(mine?.days).toEqual([
      { calls: 0, errors: 0, wrongSecrets: 0 },
      { calls: 2, errors: 1, wrongSecrets: 0 },
    ]);
    expect(found['days']).toHaveLength(2);
  });

  it('adds up the keys with fewest calls', async () => {
    const api = await desk();
    for (let calls = 1; calls <= 8; calls += 1) {
      const { sis } = clientsAt(service.baseUrl, await aKey(api, { label: `key ${calls}` }));
      for (let call = 0; call < calls; call += 1) await sis.get('');
    }
    const keys = (await trend('keys?days=1'))['keys'] as { label: string | null; days: Row[] }[];
    const [all] = await service.query<{ calls: string }[]>(
      'SELECT SUM(`calls`) AS `calls` FROM `key_days` WHERE `tenantId` = ?',
      [tenant.tenantId],
    );
    expect(keys.map(({ label, days }) => [label, days[0]?.['calls']])).toEqual([
      ['key 8', 8],
      ['key 7', 7],
      ['key 6', 6],
      ['key 5', 5],
      ['key 4', 4],
      ['key 3', 3],
      [null, Number(all?.calls) - 33],
    ]);
  });
});

describe('trends', () => {
  it.each([
    ['queue?days=0', 'days'],
    ['queue?days=91', 'days'],
    ['keys?days=x', 'days'],
    ['runs?days=1.5', 'days'],
    [`runs?series=${'x'.repeat(101)}`, 'series'],
    ['pacing?by=chair', 'by'],
    ['pacing?entry=2024-13', 'entry'],
  ])('refuse %s', async (path, field) => {
    const answer = await (await desk()).get(`/trends/${path}`);
    expect(problemsOf(answer)).toEqual([400, field]);
  });

  it('have nothing of another tenant', async () => {
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'SIS' }] });
    await approvedSubmissions(tenant, 2);
    await ackClaim(tenant, await claimOne(tenant, { limit: 1 }));
    await inRun(service, tenant, 'nightly-1').bulk('/users/bulk', [person(), person({ email: 'x' })]);
    await service.settle(tenant);
    tenant = await service.tenant();
    expect((await trend('queue'))['systems']).toEqual([]);
    expect(await trend('runs')).toMatchObject({ series: [], shown: null, causes: [], runs: [] });
    expect((await trend('keys'))['keys']).toMatchObject([{ apiKey: tenant.apiKey }]);
    expect((await trend('pacing'))['cohorts']).toEqual([]);
  });
});
