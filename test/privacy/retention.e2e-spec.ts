import { jest } from '@jest/globals';

import { FaultPoints } from '../../src/database/transaction/fault-points.js';
import { RetentionSweep } from '../../src/privacy/retention/retention-sweep.js';
import { RetainedRequests } from '../../src/request-log/retained-requests.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { aStudent, someStudents } from '../factories/progress-people.js';
import { userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPassIn } from '../support/clock.js';
import { countsOf, sweepRetention } from '../support/retention.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const DAY_MS = 86_400_000;
const OLD = 100;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api } = await admins.open(tenant));
});

/** So many logged requests of so many days ago. */
async function logged(count: number, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const row = [tenant.tenantId, at, 'GET', '/x', '/x', 200, 2, 1, 'terminal', '192.0.2.1', 'r-1'];
  await service.query(
    'INSERT INTO `request_log` (`tenantId`, `at`, `method`, `path`, `route`, `status`, `statusClass`, `ms`, `actor`, ' +
      '`address`, `requestId`) VALUES ?',
    [Array.from({ length: count }, () => row)],
  );
}

async function requestsLeft(): Promise<number> {
  const [row] = await service.query<{ found: string }[]>(
    "SELECT COUNT(*) AS `found` FROM `request_log` WHERE `tenantId` = ? AND `requestId` = 'r-1'",
    [tenant.tenantId],
  );
  return Number(row?.found);
}

async function ageHistory(ids: readonly string[], days: number): Promise<void> {
  const values = [new Date(Date.now() - days * DAY_MS), tenant.tenantId, ids];
  await service.query('UPDATE `user_changes` SET `at` = ? WHERE `tenantId` = ? AND `userId` IN (?)', values);
  await service.query('UPDATE `users` SET `updatedAt` = ? WHERE `tenantId` = ? AND `id` IN (?)', values);
}

const historyOf = async (id: string): Promise<Row[]> => rowsOf(await api.get(`/users/${id}/changes`));

const statusesOf = (ids: readonly string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await tenant.sis.get(`/users/${id}`)).status));

const sweptEntries = async (): Promise<Row[]> => rowsOf(await api.get('/audit?action=retention.swept'));

const tenants = async (): Promise<Parameters<RetentionSweep['sweep']>[0]> => [
  await service.app.get(TenancyService).findTenant(tenant.tenantId),
];

async function hold(ids: readonly string[]): Promise<void> {
  for (const id of ids) await api.put(`/users/${id}/legal-hold`, { reason: 'Case 7' });
}

describe('retention', () => {
  it('removes what is older than the setting, and nothing younger', async () => {
    await changeAsAdministrator(service, tenant, { retention: { requestLogDays: 10 } });
    await logged(3, 10.1);
    await logged(2, 9.9);
    expect(await sweepRetention(service, tenant)).toMatchObject({ requests: 3 });
    expect(await requestsLeft()).toBe(2);
  });

  it('removes former values, and leaves the present ones', async () => {
    const id = await aStudent(tenant, { degree: 'MA' });
    await tenant.sis.patch(`/users/${id}`, {});
    await ageHistory([id], OLD);
    await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await sweepRetention(service, tenant)).not.toHaveProperty('history');
    await changeAsAdministrator(service, tenant, { retention: { historyDays: 90 } });
    expect(await sweepRetention(service, tenant)).toMatchObject({ history: 2 });
    expect(await historyOf(id)).toHaveLength(1);
    expect(await userOf(tenant, id)).toMatchObject({ degree: 'MA', accountStatus: 'active' });
  });

  it('erases people who have been inactive for longer, one after the other', async () => {
    const [long = '', recent = '', active = '', touched = '', held = ''] = await someStudents(tenant, 5);
    for (const id of [long, touched, held]) await tenant.sis.patch(`/users/${id}`, {});
    await ageHistory([long, active, touched, held], OLD);
    await tenant.sis.patch(`/users/${recent}`, {});
    // A change of an inactive person is no return.
    await service.query(
      'UPDATE `users` SET `updatedAt` = UTC_TIMESTAMP(3) WHERE `id` = ? AND `tenantId` = ?',
      [touched, tenant.tenantId],
    );
    await hold([held]);
    await changeAsAdministrator(service, tenant, { retention: { inactivePeopleDays: 90 } });
    expect(await sweepRetention(service, tenant, { isDryRun: true })).toMatchObject({ 'inactive-people': 2 });
    const people = [long, touched, recent, active, held];
    expect(await statusesOf(people)).toEqual([200, 200, 200, 200, 200]);
    expect(await sweepRetention(service, tenant)).toMatchObject({ 'inactive-people': 2 });
    expect(await statusesOf(people)).toEqual([404, 404, 200, 200, 200]);
    expect((await api.get(`/users/${long}/erase`)).body.data['requestedBy']).toBe('retention-sweep');
  });

  it('erases the others when the erasure of one person does not begin, and fails', async () => {
    const people = await someStudents(tenant, 3);
    for (const id of people) await tenant.sis.patch(`/users/${id}`, {});
    await ageHistory(people, OLD);
    await changeAsAdministrator(service, tenant, { retention: { inactivePeopleDays: 90 } });
    const faults = service.app.get(FaultPoints);
    faults.onReach = (point) => {
      if (point !== 'erasure:begun') return;
      faults.onReach = undefined;
      throw new Error('the first one');
    };
    await expect(sweepRetention(service, tenant)).rejects.toThrow('the first one');
    expect((await statusesOf(people)).sort()).toEqual([200, 404, 404]);
  });

  it('removes entries of the audit log, and what remains is whole', async () => {
    expect(await sweepRetention(service, tenant)).toMatchObject({ audit: 0 });
    await letPassIn(service, tenant, 2558 * DAY_MS);
    const planned = await sweepRetention(service, tenant, { isDryRun: true });
    expect(planned['audit']).toBeGreaterThan(0);
    // Requests are logged a little later than they are answered, so only the audit log is compared.
    expect(await sweepRetention(service, tenant)).toMatchObject({ audit: planned['audit'] });
    ({ api } = await admins.open(tenant));
    const actions = rowsOf(await api.get('/audit')).map(({ action }) => action);
    expect(actions).toContain('audit.entries-removed');
    expect(await cli(['audit', 'verify', '--tenant', tenant.tenantId])).toMatchObject({ code: 0 });
  });

  it('removes disclosures with the audit log', async () => {
    const id = await aStudent(tenant);
    await tenant.sis.get('/progress');
    const aged = async (days: number): Promise<Record<string, number>> => {
      for (const table of ['disclosures', 'disclosure_blocks'])
        await service.query(
          `UPDATE \`${table}\` SET \`day\` = UTC_DATE() - INTERVAL ? DAY WHERE \`tenantId\` = ?`,
          [days, tenant.tenantId],
        );
      return sweepRetention(service, tenant);
    };
    expect(await aged(2557)).toMatchObject({ disclosures: 0 });
    expect(rowsOf(await api.get(`/users/${id}/disclosures`))).toHaveLength(1);
    expect(await aged(2560)).toMatchObject({ disclosures: 2 });
    expect(rowsOf(await api.get(`/users/${id}/disclosures`))).toEqual([]);
  });

  it('removes no more than a thousand rows in one step', async () => {
    await logged(2500, OLD);
    const scope = await service.scope(tenant);
    const steps: number[] = [];
    const rows = service.app.get(RetainedRequests, { strict: false });
    for await (const removed of rows.steps(scope, new Date(Date.now() - 90 * DAY_MS), false))
      steps.push(removed);
    expect(steps).toEqual([1000, 1000, 500]);
  });

  it('in a dry run removes nothing and reports the same counts', async () => {
    await changeAsAdministrator(service, tenant, { retention: { historyDays: 90 } });
    const [one = '', held = ''] = await someStudents(tenant, 2);
    await ageHistory([one, held], OLD);
    await hold([held]);
    await logged(7, OLD);
    const planned = await sweepRetention(service, tenant, { isDryRun: true });
    expect(planned).toMatchObject({ requests: 7, history: 1 });
    expect(await requestsLeft()).toBe(7);
    expect(await historyOf(one)).toHaveLength(1);
    expect(await sweepRetention(service, tenant)).toEqual(planned);
    expect(await requestsLeft()).toBe(0);
  });

  it('spares the history of a person under a legal hold', async () => {
    await changeAsAdministrator(service, tenant, { retention: { historyDays: 90 } });
    const people = await someStudents(tenant, 5);
    await ageHistory(people, OLD);
    const [held = ''] = people;
    await hold([held]);
    expect(await sweepRetention(service, tenant)).toMatchObject({ history: 4 });
    expect(await historyOf(held)).toHaveLength(1);
    expect(await historyOf(people[1] ?? '')).toEqual([]);
  });

  it('removes nothing of a tenant under a legal hold', async () => {
    await logged(2, OLD);
    await changeAsAdministrator(service, tenant, { legalHold: true });
    expect(await sweepRetention(service, tenant)).toEqual({});
    expect(await requestsLeft()).toBe(2);
  });

  it('stops after the step during which the tenant came under a legal hold', async () => {
    await logged(2500, OLD);
    const requests = service.app.get(RetainedRequests, { strict: false });
    const steps = requests.steps.bind(requests);
    jest.spyOn(requests, 'steps').mockImplementation(async function* (...given) {
      for await (const removed of steps(...given)) {
        await changeAsAdministrator(service, tenant, { legalHold: true });
        yield removed;
      }
    });
    expect(await sweepRetention(service, tenant)).toMatchObject({ requests: 1000 });
    expect(await requestsLeft()).toBe(1500);
    expect(await sweptEntries()).toMatchObject([{ after: { requests: 1000 } }]);
  });

  it('removes each row once when two processes sweep at once', async () => {
    await logged(3000, OLD);
    const second = await TestService.start();
    try {
      const all = await tenants();
      const both = await Promise.all([service, second].map(({ app }) => app.get(RetentionSweep).sweep(all)));
      const went = both.map((removals) => countsOf(removals ?? [])['requests'] ?? 0);
      expect(went.reduce((sum, count) => sum + count, 0)).toBe(3000);
    } finally {
      await second.stop();
    }
    expect(await requestsLeft()).toBe(0);
  });

  it('is done once a day of the tenant, and recorded with its counts when something went', async () => {
    await logged(2, OLD);
    const sweep = service.app.get(RetentionSweep);
    const due = async (): Promise<Record<string, number>> =>
      countsOf((await sweep.sweep(await tenants(), { onlyDue: true })) ?? []);
    expect(await due()).toMatchObject({ requests: 2 });
    await logged(3, OLD);
    expect(await due()).toEqual({});
    expect(await sweptEntries()).toMatchObject([{ actor: 'retention-sweep', after: { requests: 2 } }]);
    await letPassIn(service, tenant, DAY_MS);
    expect(await due()).toMatchObject({ requests: 3 });
    await letPassIn(service, tenant, DAY_MS);
    expect(await due()).toMatchObject({ requests: 0 });
    ({ api } = await admins.open(tenant));
    expect(await sweptEntries()).toMatchObject([{ after: { requests: 3 } }, { after: { requests: 2 } }]);
  });
});

describe('the settings of retention', () => {
  it('have defaults, and null goes back to them', async () => {
    const settings = {
      requestLogDays: 90,
      inactivePeopleDays: null,
      historyDays: null,
      eventDays: 30,
      auditDays: 2557,
    };
    expect((await api.get('/settings')).body.data['retention']).toEqual(settings);
    const input = { retention: { requestLogDays: 30, historyDays: 400 } };
    const changed = { ...settings, ...input.retention };
    expect((await api.patch('/settings', input)).body.data['retention']).toEqual(changed);
    const back = await api.patch('/settings', { retention: { historyDays: null } });
    expect(back.body.data['retention']).toEqual({ ...changed, historyDays: null });
    expect((await api.patch('/settings', { retention: null })).body.data['retention']).toEqual(settings);
  });

  it.each([
    ['requestLogDays', 0],
    ['requestLogDays', 1.5],
    ['requestLogDays', '90'],
    ['inactivePeopleDays', 29],
    ['historyDays', 29],
    ['eventDays', 0],
    ['eventDays', 366],
    ['auditDays', 29],
    ['auditDays', 36_526],
    ['logDays', 5],
  ])('refuse %s of %j by its name', async (name, value) => {
    expect(problemsOf(await api.patch('/settings', { retention: { [name]: value } }))).toEqual([
      400,
      `retention.${name}`,
    ]);
  });
});

describe('the command', () => {
  it('shows what would go, and what went', async () => {
    await logged(4, OLD);
    const words = ['retention', 'sweep', '--tenant', tenant.tenantId];
    const planned = await cli([...words, '--dry-run']);
    expect(planned.stdout).toContain('would go');
    expect(planned.stdout).toMatch(new RegExp(`${tenant.tenantId} +requests +90 +4\n`));
    expect(await requestsLeft()).toBe(4);
    expect((await cli(words)).stdout).toMatch(new RegExp(`${tenant.tenantId} +requests +90 +4\n`));
    expect(await requestsLeft()).toBe(0);
    expect(await sweptEntries()).toMatchObject([{ actor: 'terminal', after: { requests: 4 } }]);
  });

  it('sets how long something is kept', async () => {
    const words = ['tenant', 'settings', tenant.tenantId];
    const set = await cli([...words, '--request-log-days', '30', '--history-days', 'none', '--json']);
    expect(JSON.parse(set.stdout)).toMatchObject({ retention: { requestLogDays: 30, historyDays: null } });
    const refused = await cli([...words, '--audit-days', '5']);
    expect(refused.stderr).toContain('--audit-days');
  });
});
