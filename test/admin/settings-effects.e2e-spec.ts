import { addDays, dayIn } from '../../src/tenancy/time/calendar.js';
import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { someStudents } from '../factories/progress-people.js';
import type { Administrators } from '../support/administrators.js';
import { refused, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let admins: Administrators;
let api: ApiClient;
let actor: string;

administratorForEachTest((given) => {
  ({ service, tenant, admins, api, actor } = given);
});

const today = dayIn('UTC', new Date());

/** So many students with a milestone that is due in so many days, and has not begun. */
async function dueIn(days: number, count: number): Promise<string[]> {
  const ids = await someStudents(tenant, count);
  const milestones = [{ code: 'candidacy', status: 'not_started', dueOn: addDays(today, days) }];
  await tenant.workflow.bulk(
    '/progress/bulk',
    ids.map((studentId) => ({ studentId, milestones })),
  );
  return ids;
}

const preview = async (change: object): Promise<Row> =>
  (await api.post('/settings/preview', change)).body.data;

async function pacingOf(id: string): Promise<unknown> {
  const { body } = await api.get(`/progress/${id}`);
  return (body.data['pacing'] as Row)['status'];
}

describe('the preview of a change of settings', () => {
  it('counts the students whose pacing would differ, as the change then makes it, and changes nothing', async () => {
    const [near = ''] = await dueIn(18, 3);
    const [late = ''] = await dueIn(-10, 2);
    await dueIn(100, 1);
    const change = { pacing: { dueSoonDays: 21, behindAfterDays: 5 } };
    expect((await preview(change))['pacing']).toEqual({
      students: 6,
      counted: 6,
      moves: [
        { from: 'on_track', to: 'at_risk', students: 3 },
        { from: 'at_risk', to: 'behind', students: 2 },
      ],
      otherwise: 0,
    });
    expect({ near: await pacingOf(near), late: await pacingOf(late) }).toEqual({
      near: 'on_track',
      late: 'at_risk',
    });
    expect(await auditPage(api, '&action=settings.changed')).toEqual([]);
    await api.patch('/settings', change);
    await service.settle(tenant);
    expect({ near: await pacingOf(near), late: await pacingOf(late) }).toEqual({
      near: 'at_risk',
      late: 'behind',
    });
  });

  it('counts students whose status stays, and whose reasons differ', async () => {
    await dueIn(-10, 2);
    const effect = await preview({ requiredCommitteeRoles: [] });
    expect(effect['pacing']).toMatchObject({ students: 2, moves: [], otherwise: 2 });
  });

  it('counts no students of another university', async () => {
    await dueIn(18, 2);
    const { api: other } = await admins.open(await service.tenant());
    const { body } = await other.post('/settings/preview', { pacing: { dueSoonDays: 21 } });
    expect(body.data['pacing']).toMatchObject({ students: 0, moves: [] });
  });

  it('says which of the latest runs are beyond other limits', async () => {
    const people = await activePeople(tenant, 6);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', inactive(people.slice(0, 4)));
    await inRun(service, tenant, 'night-2').bulk('/users/bulk', inactive(people.slice(4, 5)));
    const limits = await preview({ deprovisioningGuard: { mode: 'hold', perRun: { count: 2 } } });
    expect(limits['limits']).toEqual({ runs: 2, beyondNow: 0, beyondThen: 1, holds: true });
  });

  it('counts whom a limit has held for the run, once, whatever was decided about them', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { count: 2 } });
    ({ api } = await admins.open(tenant));
    const people = await activePeople(tenant, 5);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', inactive(people));
    const wider = async (count: number): Promise<unknown> =>
      (await preview({ deprovisioningGuard: { perRun: { count } } }))['limits'];
    expect(await wider(4)).toMatchObject({ runs: 1, beyondNow: 1, beyondThen: 1 });
    expect(await wider(5)).toMatchObject({ runs: 1, beyondNow: 1, beyondThen: 0 });
    await api.post('/holds/decide-run', { decision: 'release', run: 'night-1' });
    expect(await wider(4)).toMatchObject({ beyondNow: 1, beyondThen: 1 });
    expect(await wider(5)).toMatchObject({ beyondNow: 1, beyondThen: 0 });
  });

  it('leaves undos out of the runs, which no limit concerns', async () => {
    const people = await activePeople(tenant, 3);
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', inactive(people));
    await api.post('/runs/night-1/undo', { confirm: 'night-1' });
    await api.post('/runs/undo:night-1/undo', { confirm: 'undo:night-1' });
    const limits = await preview({ deprovisioningGuard: { mode: 'hold', perRun: { count: 2 } } });
    expect(limits['limits']).toMatchObject({ runs: 1, beyondThen: 1 });
  });

  it('says whether a pause holds today', async () => {
    const pauseOf = async (from: string, until: string): Promise<unknown> =>
      (await preview({ deprovisioningPauses: [{ from, until }] }))['isPausedToday'];
    expect(await pauseOf(addDays(today, -2), addDays(today, 2))).toBe(true);
    expect(await pauseOf(addDays(today, 5), addDays(today, 6))).toBe(false);
  });

  it('counts what retention would remove, and nothing under a legal hold', async () => {
    const [id = ''] = await someStudents(tenant, 1);
    await tenant.sis.patch(`/users/${id}/status`, { accountStatus: 'inactive' });
    await service.settle(tenant);
    const { removals } = await preview({ retention: { auditDays: 30, historyDays: 30 } });
    expect(removals).toEqual([
      { kind: 'audit', setting: 'auditDays', count: 0, isWhole: true },
      expect.objectContaining({ kind: 'disclosures', setting: 'auditDays' }),
      { kind: 'history', setting: 'historyDays', count: 0, isWhole: true },
    ]);
    expect((await preview({ legalHold: true, retention: { auditDays: 30 } }))['removals']).toEqual([]);
  });

  it('names the new domain where single sign-on by SAML is on, as others can then not log in by it', async () => {
    const change = { emailDomain: 'new.example.edu' };
    expect((await preview(change))['samlDomain']).toBeNull();
    const { tenantId } = tenant;
    const sql =
      'INSERT INTO `sign_on_settings` (`tenantId`, `issuer`, `metadata`, `provider`, `changedAt`) ' +
      'VALUES (?, ?, ?, ?, ?)';
    const metadata = JSON.stringify({ signOnUrl: 'https://login.example.edu/sso', certificates: [] });
    await service.query(sql, [tenantId, 'https://login.example.edu/idp', metadata, 'saml', new Date()]);
    expect((await preview(change))['samlDomain']).toBe('new.example.edu');
    expect((await preview({ rateLimit: 100 }))['samlDomain']).toBeNull();
    expect((await api.patch('/settings', change)).status).toBe(200);
  });

  it('of what cannot be counted, or does not differ, has no counts', async () => {
    const nothing = {
      pacing: null,
      limits: null,
      isPausedToday: null,
      removals: [],
      secondFactor: null,
      samlDomain: null,
    };
    expect(await preview({ rateLimit: 100, terms: [{ name: 'Fall', month: 9 }] })).toEqual(nothing);
    expect(await preview({ pacing: { dueSoonDays: 14 } })).toEqual(nothing);
  });

  it('is refused as the change is', async () => {
    for (const body of [{ pacing: { dueSoonDays: -1 } }, { emailDomain: null }])
      expect(await api.post('/settings/preview', body)).toMatchObject({
        status: 400,
        body: { error: (await api.patch('/settings', body)).body.error },
      });
    expect(await api.post('/settings/preview', { unknown: 1 })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', 'unknown'),
    );
  });
});

describe('the last changes of settings', () => {
  const changesOf = async (): Promise<Row[]> => rowsOf(await api.get('/settings/changes'));

  it('are one row for each setting, with who, when, from and to, and the entry of the audit log', async () => {
    expect(await changesOf()).toEqual([]);
    await api.patch('/settings', { pacing: { dueSoonDays: 20 } });
    await api.patch('/settings', { pacing: { dueSoonDays: 21, aheadDays: 40 }, rateLimit: 600 });
    const [entry] = await auditPage(api, '&action=settings.changed');
    const changed = { auditId: entry?.['id'], at: entry?.['at'], actor, actorLabel: 'Ann Lee' };
    expect(await changesOf()).toEqual([
      { setting: 'rateLimit', ...changed, before: null, after: 600 },
      { setting: 'pacing.dueSoonDays', ...changed, before: 20, after: 21 },
      { setting: 'pacing.aheadDays', ...changed, before: 30, after: 40 },
    ]);
  });

  it('of a limit without values are those of its numbers', async () => {
    await api.patch('/settings', { deprovisioningGuard: { perRun: { count: 50 } } });
    const named = async (): Promise<unknown[]> =>
      (await changesOf()).map(({ setting, before, after }) => [setting, before, after]);
    expect(await named()).toEqual([['deprovisioningGuard.perRun.count', null, 50]]);
    await api.patch('/settings', { deprovisioningGuard: { perRun: null } });
    expect(await named()).toEqual([['deprovisioningGuard.perRun.count', 50, null]]);
  });

  it('of lists have the whole list', async () => {
    await api.patch('/settings', { syncTargets: [{ name: 'SIS' }] });
    expect(await changesOf()).toMatchObject([
      { setting: 'syncTargets', before: [], after: [{ name: 'SIS' }] },
    ]);
  });
});
