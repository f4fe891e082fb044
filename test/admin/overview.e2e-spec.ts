import { jest } from '@jest/globals';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { RequestsRepository } from '../../src/request-log/requests.repository.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { HeldRequestsRepository } from '../../src/users/deprovisioning-limits/held-requests.repository.js';
import { RunListRepository } from '../../src/users/runs/run-list.repository.js';
import { finishRun, sendRun } from '../factories/complete-runs.js';
import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators, type Browser } from '../support/administrators.js';
import type { Answer, Body } from '../support/api-client.js';
import { letPassIn, stopClock } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let browser: Browser;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser } = await admins.open(tenant));
});

const ask = (query = ''): Promise<Answer<Body>> => browser.api.get(`/overview${query}`);

async function figures(query?: string): Promise<Record<string, unknown>> {
  return (await ask(query)).body.data;
}

describe('the overview', () => {
  it('begins with zeros, every day of the last fortnight among them', async () => {
    const data = await figures();
    expect(data).toMatchObject({
      queue: { not_queued: 0, queued: 0, processing: 0, sent: 0, failed: 0 },
      people: { Student: 0, Faculty: 0, Staff: 1, inactive: 0 },
      openDiscrepancies: 0,
      keysExpiring: 0,
      lastRun: null,
      nightlyRunIsLate: false,
      nightlyRunHours: 26,
    });
    expect(data['provisioning']).toHaveLength(14);
    expect((await figures('?days=3'))['provisioning']).toHaveLength(3);
    expect(Object.values(data['pacing'] as object)).toEqual(expect.arrayContaining([0]));
    expect((await ask('?days=0')).status).toBe(400);
  });

  it('shows the last bulk upload of people that ended well, and what was posted today', async () => {
    stopClock();
    const ann = person();
    await tenant.sis.bulk('/users/bulk', [ann, { ...person(), email: 'x' }]);
    await tenant.sis.bulk('/users/bulk?dryRun=true', [person(), person()]);
    await tenant.sis.bulk('/users/bulk', [{ ...person(), email: 'x' }]);
    await service.settle(tenant);
    const data = await figures('?days=1');
    expect(data['lastRun']).toEqual({
      at: expect.anything() as unknown,
      actor: `key:${tenant.apiKey}`,
      actorLabel: 'test',
      counts: { inserted: 1, updated: 0, unchanged: 0, failed: 1 },
    });
    // The administrator is the first of the two.
    expect(data['provisioning']).toMatchObject([{ inserted: 2, failed: 2 }]);
  });

  /** Uploads of one series that ended so many hours ago. */
  async function uploads(run: string | null, ...hours: number[]): Promise<void> {
    const counts = { inserted: 0, updated: 0, unchanged: 500, failed: 0 };
    const { tenantId, apiKey } = tenant;
    for (const [n, hour] of hours.entries()) {
      const at = new Date(Date.now() - hour * 3_600_000);
      const name = run === null ? null : `${run}-${n}`;
      await service.app
        .get(RequestsRepository)
        .saveSeries(service.app.get(UnitOfWork).single, [
          { tenantId, at, actor: `key:${apiKey}`, run: name, ...counts },
        ]);
    }
  }

  it('knows the nightly run by its name, whatever else was uploaded since', async () => {
    await uploads('night', 75, 51, 27);
    const other = await service.anotherCaller(tenant);
    await other.sis.bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    expect(await figures()).toMatchObject({
      nightlyRuns: [{ series: 'night-#', run: 'night-2', isLate: true, actor: `key:${tenant.apiKey}` }],
      nightlyRunIsLate: true,
      attention: { lateRuns: 1 },
      lastRun: { counts: { inserted: 1 } },
    });
    await uploads('night', 1);
    expect(await figures()).toMatchObject({ nightlyRunIsLate: false, nightlyRuns: [{ isLate: false }] });
  });

  it('knows the nightly run of a sender who names none', async () => {
    await uploads(null, 80, 55, 30);
    expect(await figures()).toMatchObject({
      nightlyRuns: [{ series: `@key:${tenant.apiKey}`, run: null, isLate: true }],
    });
  });

  it('expects no run that came on two days, or with long pauses', async () => {
    await uploads('night', 51, 27);
    await uploads('monthly', 24 * 60, 24 * 31, 30);
    expect(await figures()).toMatchObject({ nightlyRuns: [], nightlyRunIsLate: false });
  });

  it('counts the failed rows of the whole nightly run, whose uploads may be several', async () => {
    await uploads('night', 75, 51, 27);
    const night = inRun(service, tenant, 'night-3');
    await night.bulk('/users/bulk', [person(), { ...person(), email: 'x' }]);
    await night.bulk('/users/bulk', [person(), { ...person(), email: 'x' }]);
    await service.settle(tenant);
    expect(await figures()).toMatchObject({
      nightlyRuns: [{ run: 'night-3', counts: { inserted: 2, failed: 2 } }],
      attention: { failedRows: 2 },
    });
  });

  it('looks at the medians and holds of nightly runs, which the numbers of the menu do without', async () => {
    await uploads('night', 75, 51, 27);
    await inRun(service, tenant, 'night-3').bulk('/users/bulk', [person(), { ...person(), email: 'x' }]);
    await service.settle(tenant);
    const reads = [
      jest.spyOn(service.app.get(HeldRequestsRepository), 'countsOf'),
      jest.spyOn(service.app.get(RunListRepository), 'before'),
    ];
    expect((await browser.api.get('/attention')).body.data).toMatchObject({ failedRows: 1 });
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    await figures();
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
  });

  it('says who lost access in the nights before, whatever runs came since, until that is undone', async () => {
    const people = await activePeople(tenant, 3);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', inactive(people));
    await letPassIn(service, tenant, 2 * DAY_MS);
    await inRun(service, tenant, 'night-2').bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    const { api } = await admins.open(tenant);
    const departures = async (): Promise<unknown> =>
      (await api.get('/overview')).body.data['recentDepartures'];
    expect(await departures()).toMatchObject([
      { run: 'night-1', deprovisioned: 3, usuallyDeprovisioned: null },
    ]);
    await api.post('/runs/night-1/undo', { confirm: 'night-1' });
    expect(await departures()).toEqual([]);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', inactive(people));
    expect(await departures()).toMatchObject([{ run: 'night-1', deprovisioned: 6 }]);
  });

  it('says of a nightly run whether it was put back', async () => {
    const people = await activePeople(tenant, 2);
    await uploads('night', 75, 51, 27);
    await inRun(service, tenant, 'night-3').bulk('/users/bulk', inactive(people));
    await service.settle(tenant);
    expect(await figures()).toMatchObject({ nightlyRuns: [{ run: 'night-3', isPutBack: false }] });
    await browser.api.post('/runs/night-3/undo', { confirm: 'night-3' });
    expect(await figures()).toMatchObject({ nightlyRuns: [{ run: 'night-3', isPutBack: true }] });
  });

  it('says that the nightly run was not complete, and how many of its held ones are decided', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    const { api } = await admins.open(tenant);
    await uploads('night', 75, 51, 27);
    const people = await activePeople(tenant, 3);
    await sendRun(service, tenant, 'night-3', inactive(people));
    await finishRun(tenant, 'night-3', { complete: { accountTypes: ['Faculty'] } });
    await service.settle(tenant);
    await api.post('/holds/decide-run', { decision: 'reject', run: 'night-3' });
    expect((await api.get('/overview')).body.data).toMatchObject({
      nightlyRuns: [
        {
          run: 'night-3',
          held: 3,
          heldDecided: 3,
          refusedFinish: { kind: 'types_not_named', accountTypes: ['Faculty'] },
        },
      ],
    });
  });

  it('warns when the last good run is older than the tenant allows, and of keys that expire soon', async () => {
    const { tenantId, apiKey } = tenant;
    const tenancy = service.app.get(TenancyService);
    const soon = new Date(Date.now() + 86_400_000);
    await tenancy.createCredential({ tenantId, label: 'soon', scopes: ['workflow'], expiresAt: soon });
    const runAt = (hours: number): Promise<void> =>
      service.app.get(RequestsRepository).saveRuns(service.app.get(UnitOfWork).single, [
        {
          tenantId,
          at: new Date(Date.now() - hours * 3_600_000),
          actor: `key:${apiKey}`,
          inserted: 0,
          updated: 0,
          unchanged: 5,
          failed: 0,
        },
      ]);
    await runAt(25);
    expect(await figures()).toMatchObject({ nightlyRunIsLate: false, keysExpiring: 1 });
    await runAt(27);
    expect(await figures()).toMatchObject({ nightlyRunIsLate: true });
  });
});
