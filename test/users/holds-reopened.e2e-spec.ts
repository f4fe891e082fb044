import {
  activePeople,
  aLimitedTenant,
  idOf,
  inactive,
  inactiveCount,
  inRun,
} from '../factories/deprovisioning-limits.js';
import { statusOf as accountStatusOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { inMs, letPassIn } from '../support/clock.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { FeedReader } from '../support/feed-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const DAY_MS = 86_400_000;
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let actor: string;
let people: Row[];
let ids: string[];

/** Rows that say that these people are active. */
const active = (some: readonly Row[]): Row[] => some.map((one) => ({ ...one, accountStatus: 'active' }));

const nightly = (run: string): ApiClient => inRun(service, tenant, run);

/** @returns the holds of these people, who are held by this run */
async function hold(some: readonly Row[], run = 'nightly-1'): Promise<string[]> {
  const lines = await nightly(run).bulk('/users/bulk', inactive(some));
  return lines.slice(0, -1).map(({ holdId }) => String(holdId));
}

beforeEach(async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  ({ api, actor } = await admins.open(tenant));
  people = await activePeople(tenant, 3);
  ids = await hold(people);
});

const decide = async (decision: string, some = ids): Promise<Row[]> =>
  rowsOf(await api.post('/holds/decide', { decision, ids: some }));

const reopen = async (some = ids, by = api): Promise<Row[]> =>
  rowsOf(await by.post('/holds/reopen', { ids: some }));

const statusesOf = async (some = ids): Promise<unknown[]> =>
  Promise.all(some.map(async (id) => (await tenant.sis.get(`/holds/${id}`)).body.data['status']));

describe('a rejection that is taken back', () => {
  it('is held again with everything that it was held with, and people stay active', async () => {
    const before = (await api.get(`/holds/${String(ids[0])}`)).body.data;
    await decide('reject');
    const results = await reopen();
    expect(results).toMatchObject(ids.map((id) => ({ id, ok: true, hold: { id, status: 'held' } })));
    expect((await api.get(`/holds/${String(ids[0])}`)).body.data).toEqual(before);
    expect(await inactiveCount(tenant, people)).toBe(0);
    expect((await api.get('/attention')).body.data).toMatchObject({ holds: 3, decisions: 3 });
  });

  it('stands for its run no longer: the same call is answered with the same hold', async () => {
    await decide('reject');
    await reopen();
    expect(await hold(people)).toEqual(ids);
  });

  it('is decided like any open hold, or withdrawn by the SIS', async () => {
    await decide('reject');
    await reopen();
    await tenant.sis.bulk('/users/bulk', active(people.slice(0, 1)));
    await decide('release', ids.slice(1));
    expect(await statusesOf()).toEqual(['withdrawn', 'released', 'released']);
  });
});

describe('a release that is taken back', () => {
  it('is held again, and the people can log in', async () => {
    await decide('release');
    expect(await inactiveCount(tenant, people)).toBe(3);
    expect(await reopen()).toMatchObject(ids.map((id) => ({ id, ok: true, hold: { status: 'held' } })));
    expect(await inactiveCount(tenant, people)).toBe(0);
    expect(await statusesOf()).toEqual(['held', 'held', 'held']);
  });

  it('is a change of the administrator and of no run, so that undoing the run leaves it', async () => {
    await decide('release');
    await reopen();
    const [change] = rowsOf(await api.get(`/users/${idOf(people[0])}/changes`));
    const fields = [{ field: 'accountStatus', before: 'inactive', after: 'active' }];
    expect(change).toMatchObject({ actor, run: null, fields });
    await api.post('/runs/nightly-1/undo', { confirm: 'nightly-1' });
    expect(await inactiveCount(tenant, people)).toBe(0);
  });
});

describe('what is taken back', () => {
  it('is one act in the audit log, with what it was and who had decided', async () => {
    await decide('release');
    await reopen();
    const entries = await auditPage(api, '&action=hold.reopened');
    expect(entries).toHaveLength(3);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
    expect(entries.find(({ target }) => target === `user:${idOf(people[0])}`) ?? entries[0]).toMatchObject({
      actor,
      before: { status: 'released', decidedBy: actor },
      after: { run: 'nightly-1' },
    });
    expect(rowsOf(await api.get('/audit?action=hold.reopened&byAct=true'))).toHaveLength(1);
  });

  it('is an event of a hold that was opened', async () => {
    const reader = await FeedReader.begin(tenant.sis);
    const [id] = ids;
    const { userId } = (await api.get(`/holds/${String(id)}`)).body.data;
    await decide('reject', ids.slice(0, 1));
    await reader.next();
    await reopen(ids.slice(0, 1));
    expect(await reader.summaries()).toEqual([
      ['user.hold-opened.v1', userId, { holdId: id, decision: null, run: 'nightly-1' }],
    ]);
  });

  it('again changes nothing, nor does an open hold', async () => {
    await decide('release');
    await reopen();
    expect(await reopen()).toMatchObject(ids.map((id) => ({ id, ok: true, hold: { status: 'held' } })));
    expect(await auditPage(api, '&action=hold.reopened')).toHaveLength(3);
  });

  it('by two administrators at once is taken back once', async () => {
    await decide('release');
    const { api: other } = await admins.open(tenant);
    const answers = await Promise.all([reopen(ids), reopen(ids.toReversed(), other)]);
    expect(answers.flat().map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, () => true));
    expect(await auditPage(api, '&action=hold.reopened')).toHaveLength(3);
  });

  it('is refused one by one for who has changed since, has another hold, or was not decided', async () => {
    const [left = '', withdrawn = '', twice = ''] = ids;
    await tenant.sis.bulk('/users/bulk', active(people.slice(1, 2)));
    await decide('release', [left]);
    await decide('reject', [twice]);
    const [another = ''] = await hold(people.slice(2), 'nightly-2');
    const userId = String((await api.get(`/holds/${left}`)).body.data['userId']);
    await api.patch(`/users/${userId}`, { accountStatus: 'active' });
    const unknown = `hd_${'0'.repeat(26)}`;

    const results = await reopen([left, withdrawn, twice, another, unknown]);

    expect(results.map(({ ok, code }) => [ok, code])).toEqual([
      [false, 'INVALID_TRANSITION'],
      [false, 'INVALID_TRANSITION'],
      [false, 'INVALID_TRANSITION'],
      [true, undefined],
      [false, 'NOT_FOUND'],
    ]);
    expect(results.map(({ message }) => String(message)).slice(0, 3)).toEqual([
      expect.stringContaining('has changed since the decision'),
      expect.stringContaining('No administrator has decided'),
      expect.stringContaining('Another de-provisioning'),
    ]);
    expect(await statusesOf()).toEqual(['released', 'withdrawn', 'rejected']);
    expect(await accountStatusOf(tenant, userId)).toBe('active');
  });

  it('is refused of a hold that was closed because an administrator de-provisioned the person', async () => {
    const [id = ''] = ids;
    const userId = String((await api.get(`/holds/${id}`)).body.data['userId']);
    await api.patch(`/users/${userId}`, { accountStatus: 'inactive' });
    expect(await statusesOf([id])).toEqual(['released']);
    expect(await reopen([id])).toMatchObject([
      { ok: false, message: expect.stringContaining('de-provisioned in another way') as unknown },
    ]);
    expect(await accountStatusOf(tenant, userId)).toBe('inactive');
  });

  it('is refused of a hold without a run whose person an administrator de-provisioned by hand', async () => {
    const [one] = await activePeople(tenant, 1);
    const [line] = await tenant.sis.bulk('/users/bulk', inactive([one ?? {}]));
    const holdId = String(line?.['holdId']);
    const userId = String((await api.get(`/holds/${holdId}`)).body.data['userId']);
    await api.patch(`/users/${userId}`, { accountStatus: 'inactive' });
    expect(await statusesOf([holdId])).toEqual(['released']);
    expect(await reopen([holdId])).toMatchObject([
      { ok: false, message: expect.stringContaining('de-provisioned in another way') as unknown },
    ]);
    expect(await accountStatusOf(tenant, userId)).toBe('inactive');
  });

  it('is refused of a release of which the history has nothing any more, and says that it may be so', async () => {
    await decide('release', ids.slice(0, 1));
    await service.query('DELETE FROM `user_changes` WHERE `tenantId` = ?', [tenant.tenantId]);
    expect(await reopen(ids.slice(0, 1))).toMatchObject([
      { ok: false, message: expect.stringContaining('the record is not kept any more') as unknown },
    ]);
  });

  it('is refused of who has changed since by the clock of a process that is behind', async () => {
    const [id = ''] = ids;
    await decide('reject', [id]);
    const userId = String((await api.get(`/holds/${id}`)).body.data['userId']);
    await letPassIn(service, tenant, -60_000);
    await api.patch(`/users/${userId}`, { accountStatus: 'inactive' });
    await api.patch(`/users/${userId}`, { accountStatus: 'active' });
    expect(await reopen([id])).toMatchObject([
      { ok: false, message: expect.stringContaining('has changed since the decision') as unknown },
    ]);
  });

  it('is refused of who is kept active since, and after a week', async () => {
    await decide('reject');
    const kept = String((await api.get(`/holds/${String(ids[0])}`)).body.data['userId']);
    const keepActiveUntil = inMs(30 * DAY_MS).slice(0, 10);
    await api.patch(`/users/${kept}`, { accountStatus: 'active', keepActiveUntil });
    const refusal = { ok: false, code: 'INVALID_TRANSITION' };
    const ofKept = { ...refusal, message: expect.stringContaining('keeps this user active') as unknown };
    expect(await reopen(ids.slice(0, 2))).toMatchObject([ofKept, { ok: true }]);
    await letPassIn(service, tenant, 8 * DAY_MS);
    const tooLate = { ...refusal, message: expect.stringContaining('more than 7 days ago') as unknown };
    const { api: later } = await admins.open(tenant);
    expect(await reopen(ids.slice(2), later)).toMatchObject([tooLate]);
    expect(await statusesOf()).toEqual(['rejected', 'held', 'rejected']);
  });

  it('of one person is the first of several decisions that are named', async () => {
    await decide('reject', ids.slice(0, 1));
    const [second = ''] = await hold(people.slice(0, 1), 'nightly-2');
    await decide('reject', [second]);
    const results = await reopen([second, String(ids[0])]);
    expect(results).toMatchObject([
      { ok: true, hold: { status: 'held' } },
      { ok: false, code: 'INVALID_TRANSITION' },
    ]);
  });

  it('is nothing of an erased person', async () => {
    await decide('release', ids.slice(0, 1));
    const userId = String((await api.get(`/holds/${String(ids[0])}`)).body.data['userId']);
    await eraseToTheEnd(service, api, userId);
    expect(await reopen(ids.slice(0, 1))).toMatchObject([{ ok: false, code: 'NOT_FOUND' }]);
  });

  it('is nothing of another tenant', async () => {
    await decide('release');
    const { api: others } = await admins.open(await service.tenant());
    const results = await reopen(ids, others);
    expect(results).toMatchObject(ids.map((id) => ({ id, ok: false, code: 'NOT_FOUND' })));
    expect(await statusesOf()).toEqual(['released', 'released', 'released']);
  });

  it('is refused when it names no hold', async () => {
    for (const body of [{}, { ids: [] }, { ids: ['12'] }, { ids: [ids[0], ids[0]] }])
      expect(problemsOf(await api.post('/holds/reopen', body))).toEqual([400, 'ids']);
  });
});
