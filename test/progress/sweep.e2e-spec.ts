import { jest } from '@jest/globals';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { addDays } from '../../src/tenancy/time/calendar.js';
import { DocumentsService } from '../../src/progress/documents.service.js';
import { RebuildService } from '../../src/progress/rebuild/rebuild.service.js';
import { SweepService } from '../../src/progress/sweep/sweep.service.js';
import { aProfessor, formCommittee, seat, someStudents } from '../factories/progress-people.js';
import { letPass, letPassIn, stopClockOf } from '../support/clock.js';
import { Gate } from '../support/gate.js';
import { OwnDatabase } from '../support/own-database.js';
import { pullAll, recordOf, studentIdsOf } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

/** A separate database, because a sweep years from now rewrites every record. */
const database = new OwnDatabase('sweep');

let service: TestService;
let sweeps: SweepService;

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
  sweeps = service.app.get(SweepService);
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

const TODAY = '2031-03-10';
/** The day in so many days from today. */
const inDays = (days: number): string => addDays(TODAY, days);

interface Due {
  readonly status: string;
  readonly dueOn: string;
}

/** A tenant at noon, with one Student for each of these milestones, and the start of its next delta. */
async function tenantWith(
  milestones: readonly Due[],
): Promise<{ tenant: TestTenant; ids: string[]; since: string }> {
  const tenant = await service.tenant();
  await stopClockOf(service, tenant, new Date(`${TODAY}T12:00:00Z`));
  const ids = await someStudents(tenant, milestones.length);
  const lines = ids.map((studentId, index) => ({
    studentId,
    milestones: [{ code: 'candidacy', ...milestones[index] }],
  }));
  await tenant.workflow.bulk('/progress/bulk', lines);
  return { tenant, ids, since: (await pullAll(tenant.sis)).nextSince };
}

async function paceOf({ sis }: TestTenant, since?: string): Promise<unknown> {
  const { records } = await pullAll(sis, { since });
  return records.map(({ studentId, pacing }) => [studentId, pacing.status, pacing.daysBehind]);
}

describe('the sweep', () => {
  it('rewrites the records whose pacing changed, and only those', async () => {
    const { tenant, ids, since } = await tenantWith([
      { status: 'not_started', dueOn: inDays(15) },
      { status: 'not_started', dueOn: inDays(16) },
      { status: 'in_progress', dueOn: inDays(0) },
      { status: 'in_progress', dueOn: inDays(15) },
      { status: 'in_progress', dueOn: inDays(-30) },
      { status: 'completed', dueOn: inDays(30) },
      { status: 'completed', dueOn: inDays(300) },
      { status: 'waived', dueOn: inDays(0) },
    ]);
    expect(await paceOf(tenant)).toEqual(
      ['on_track', 'on_track', 'on_track', 'on_track', 'at_risk', 'ahead', 'ahead', 'on_track'].map(
        (status, index) => [ids[index], status, index === 4 ? 30 : 0],
      ),
    );
    await sweeps.sweep();
    expect(await paceOf(tenant, since)).toEqual([]);

    await letPassIn(service, tenant, DAY_MS);
    await sweeps.sweep();
    expect(await paceOf(tenant, since)).toEqual([
      [ids[0], 'at_risk', 0],
      [ids[2], 'at_risk', 1],
      [ids[4], 'behind', 31],
      [ids[5], 'on_track', 0],
    ]);
    const { nextSince } = await pullAll(tenant.sis);
    await sweeps.sweep();
    expect(await paceOf(tenant, nextSince)).toEqual([]);
    await letPassIn(service, tenant, DAY_MS);
    await sweeps.sweep();
    expect(await paceOf(tenant, nextSince)).toEqual([
      [ids[1], 'at_risk', 0],
      [ids[2], 'at_risk', 2],
      [ids[4], 'behind', 32],
    ]);
  });

  it("follows each tenant's own calendar", async () => {
    const zones = ['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles'];
    const due = { status: 'in_progress', dueOn: '2030-06-14' };
    const all = await Promise.all(
      zones.map(async (timeZone) => {
        const { tenant } = await tenantWith([]);
        await service.changeSettings(tenant, { timeZone });
        await stopClockOf(service, tenant, new Date('2030-06-14T09:00:00Z'));
        const [id = ''] = await someStudents(tenant, 1);
        await tenant.workflow.put(`/students/${id}/milestones/candidacy`, due);
        return { tenant, id };
      }),
    );
    const behind = async (): Promise<unknown[]> =>
      Promise.all(
        all.map(async ({ tenant }) =>
          (await pullAll(tenant.sis)).records.map(({ pacing }) => [pacing.asOf, pacing.daysBehind]),
        ),
      );
    expect(await behind()).toEqual([[['2030-06-14', 0]], [['2030-06-14', 0]], [['2030-06-14', 0]]]);
    for (const [at, expected] of [
      ['2030-06-14T10:00:00Z', [1, 0, 0]],
      ['2030-06-15T00:00:00Z', [1, 1, 0]],
      ['2030-06-15T06:59:59Z', [1, 1, 0]],
      ['2030-06-15T07:00:00Z', [1, 1, 1]],
      ['2030-06-15T10:00:00Z', [2, 1, 1]],
    ] as const) {
      for (const { tenant } of all) await stopClockOf(service, tenant, new Date(at));
      await sweeps.sweep();
      expect({ at, daysBehind: (await behind()).flat().map((pair) => (pair as unknown[])[1]) }).toEqual({
        at,
        daysBehind: expected,
      });
    }
  });

  it('runs once at a time, in one process and in two', async () => {
    const { tenant, since } = await tenantWith([{ status: 'in_progress', dueOn: inDays(0) }]);
    const another = await TestService.start({ DATABASE_URL: database.url });
    await letPassIn(service, tenant, DAY_MS);
    try {
      const others = another.app.get(SweepService);
      const [begun, end] = [new Gate(), new Gate()];
      const tenancy = service.app.get(TenancyService);
      const list = tenancy.listTenants.bind(tenancy);
      jest.spyOn(tenancy, 'listTenants').mockImplementationOnce(async () => {
        begun.open();
        await end.opened;
        return list();
      });
      const first = sweeps.sweep();
      await begun.opened;
      const none = { ran: false, reviewed: 0, changed: 0 };
      expect(await sweeps.sweep()).toEqual(none);
      expect(await others.sweep()).toEqual(none);
      end.open();
      expect((await first).ran).toBe(true);
      expect(await paceOf(tenant, since)).toHaveLength(1);
      expect((await others.sweep()).ran).toBe(true);
    } finally {
      await another.stop();
    }
  });

  it('continues where another one stopped', async () => {
    const { tenant, ids, since } = await tenantWith(
      Array.from({ length: 5 }, () => ({ status: 'in_progress', dueOn: inDays(0) })),
    );
    await letPassIn(service, tenant, DAY_MS);
    const scope = await service.scope(tenant);
    const documents = service.app.get(DocumentsService);
    await service.app
      .get(UnitOfWork)
      .run((transaction) => documents.review(scope, transaction, ids.slice(0, 2)));
    const half = await pullAll(tenant.sis, { since });
    expect(studentIdsOf(half.records)).toEqual(ids.slice(0, 2));
    const review = jest.spyOn(documents, 'review');
    await sweeps.sweep();
    expect(
      review.mock.calls.filter(([{ tenantId }]) => tenantId === tenant.tenantId).map(([, , due]) => due),
    ).toEqual([ids.slice(2)]);
    const rest = await pullAll(tenant.sis, { since: half.nextSince });
    expect(studentIdsOf(rest.records)).toEqual(ids.slice(2));
  });

  it('gives every tenant its turn, although one of them cannot be swept', async () => {
    const broken = await tenantWith([{ status: 'in_progress', dueOn: inDays(0) }]);
    const { tenant, since } = await tenantWith([{ status: 'in_progress', dueOn: inDays(0) }]);
    for (const moved of [broken.tenant, tenant]) await letPassIn(service, moved, DAY_MS);
    const documents = service.app.get(DocumentsService);
    const review = documents.review.bind(documents);
    jest
      .spyOn(documents, 'review')
      .mockImplementation((scope, ...rest) =>
        scope.tenantId === broken.tenant.tenantId
          ? Promise.reject(new Error('broken'))
          : review(scope, ...rest),
      );
    await expect(sweeps.sweep()).rejects.toThrow('broken');
    expect(await paceOf(tenant, since)).toHaveLength(1);
    jest.restoreAllMocks();
    await sweeps.sweep();
    expect(await paceOf(broken.tenant, broken.since)).toHaveLength(1);
  });

  it('forgets the places that records have left, once no walk may still need them', async () => {
    const tenant = await service.tenant();
    const [id = ''] = await someStudents(tenant, 1);
    await tenant.workflow.put(`/students/${id}/milestones/candidacy`, { status: 'waived', dueOn: TODAY });
    const places = async (): Promise<number> => {
      const sql = 'SELECT `stamp` FROM `progress_changes` WHERE `tenantId` = ?';
      return (await service.query<unknown[]>(sql, [tenant.tenantId])).length;
    };
    expect(await places()).toBe(2);
    // Of all universities at once, by the time of the world.
    letPass(2 * DAY_MS);
    await sweeps.sweep();
    expect(await places()).toBe(2);
    letPass(DAY_MS);
    await sweeps.sweep();
    expect(await places()).toBe(1);
    expect((await pullAll(tenant.sis)).records).toHaveLength(1);
  });
});

describe('a changed setting', () => {
  it('is followed by every record that it concerns', async () => {
    const rebuilds = service.app.get(RebuildService);
    const { tenant, ids, since } = await tenantWith([
      { status: 'in_progress', dueOn: inDays(-5) },
      { status: 'in_progress', dueOn: inDays(60) },
    ]);
    await service.changeSettings(tenant, { pacing: { behindAfterDays: 4 } });
    expect(await rebuilds.finish(await service.scope(tenant))).toMatchObject({
      total: 2,
      done: 2,
      changed: 1,
    });
    expect(await paceOf(tenant, since)).toEqual([[ids[0], 'behind', 5]]);

    const chair = await aProfessor(tenant);
    await formCommittee(tenant, ids[1] ?? '', [seat(chair)]);
    await service.changeSettings(tenant, { requiredCommitteeRoles: ['member'] });
    expect(await rebuilds.finish(await service.scope(tenant))).toMatchObject({
      total: 2,
      done: 2,
      changed: 2,
    });
    const { records } = await pullAll(tenant.sis);
    expect(records.map(({ committee }) => [committee.status, committee.missingRoles])).toEqual([
      ['not_started', ['member']],
      ['forming', ['member']],
    ]);
  });

  it('counts at once for what is written by a request that knows the old one', async () => {
    const { tenant, ids } = await tenantWith([{ status: 'in_progress', dueOn: inDays(-5) }]);
    const put = (status: string): Promise<unknown> =>
      tenant.workflow.put(`/students/${ids[0] ?? ''}/milestones/candidacy`, { status, dueOn: inDays(-5) });
    await put('submitted');
    expect(await paceOf(tenant)).toEqual([[ids[0], 'at_risk', 5]]);
    await service.changeSettings(tenant, { pacing: { behindAfterDays: 4 } });
    await put('in_progress');
    expect(await paceOf(tenant)).toEqual([[ids[0], 'behind', 5]]);
    await service.changeSettings(tenant, { requiredCommitteeRoles: ['member'] });
    const [newcomer = ''] = await someStudents(tenant, 1);
    expect((await recordOf(tenant, newcomer))?.committee.missingRoles).toEqual(['member']);
  });
});
