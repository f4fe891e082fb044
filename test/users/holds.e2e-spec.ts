import {
  activePeople,
  aLimitedTenant,
  idOf,
  inactive,
  inactiveCount,
  inRun,
} from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators, newEmail } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { scrape } from '../support/metrics.js';
import { TestService, type TestTenant } from '../support/service.js';

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;
let people: Row[];

beforeAll(async () => {
  service = await TestService.start();
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  ({ api, actor } = await admins.open(tenant, { firstName: 'Bo', lastName: 'Cruz' }));
  people = await activePeople(tenant, 4);
});

/**
 * De-provisions these people, who are all held.
 * @returns the ids of the holds
 */
async function hold(some: readonly Row[], sis: ApiClient = tenant.sis): Promise<string[]> {
  const lines = await sis.bulk('/users/bulk', inactive(some));
  return lines.slice(0, -1).map(({ holdId }) => String(holdId));
}

const list = async (query = ''): Promise<unknown[]> =>
  rowsOf(await api.get(`/holds?order=ASC${query}`)).map(({ id }) => id);

async function decide(decision: string, ids: readonly string[]): Promise<Row[]> {
  const { status, body } = await api.post('/holds/decide', { decision, ids });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as unknown as Row[];
}

const statusOf = async (id: string): Promise<unknown> =>
  (await tenant.sis.get(`/holds/${id}`)).body.data['status'];

describe('held de-provisionings', () => {
  it('are listed with who they are about, who asked and who decided', async () => {
    const [id = ''] = await hold(people.slice(0, 1), inRun(service, tenant, 'nightly-1'));
    const { data } = (await tenant.sis.get(`/users/${idOf(people[0])}`)).body;
    const waiting = {
      id,
      userId: data['id'],
      userName: data['name'],
      accountStatus: 'inactive',
      status: 'held',
      run: 'nightly-1',
      requestedAt: expect.any(String) as unknown,
      actor: `key:${tenant.apiKey}`,
      actorLabel: 'test',
      requestId: expect.any(String) as unknown,
      decidedAt: null,
      decidedBy: null,
      decidedByLabel: null,
    };
    expect((await api.get('/holds')).body).toEqual({
      success: true,
      data: [waiting],
      meta: { total: 1, page: 1, perPage: 25 },
    });
    await decide('reject', [id]);
    expect((await api.get(`/holds/${id}`)).body.data).toEqual({
      ...waiting,
      status: 'rejected',
      decidedAt: expect.any(String) as unknown,
      decidedBy: actor,
      decidedByLabel: 'Bo Cruz',
    });
  });

  it('are filtered by state, run, person and moment', async () => {
    const [one = '', two = ''] = await hold(people.slice(0, 2), inRun(service, tenant, 'nightly-1'));
    const [three = ''] = await hold(people.slice(2, 3));
    const [four = ''] = await hold(people.slice(3), inRun(service, tenant, 'nightly-2'));
    await decide('reject', [four]);
    const { requestedAt } = (await api.get(`/holds/${three}`)).body.data;
    const { userId } = (await api.get(`/holds/${two}`)).body.data;

    const all = await list();
    expect(all).toHaveLength(4);
    expect(rowsOf(await api.get('/holds')).map(({ id }) => id)).toEqual(all.toReversed());
    expect((await list('&status=held')).sort()).toEqual([one, two, three].sort());
    expect(await list('&status=rejected')).toEqual([four]);
    expect((await list('&run=nightly-1')).sort()).toEqual([one, two].sort());
    expect(await list('&run=nightly')).toEqual([]);
    expect(await list(`&userId=${String(userId)}`)).toEqual([two]);
    expect(await list(`&userId=${idOf(people[2])}`)).toEqual([three]);
    expect(await list('&userId=unknown-id')).toEqual([]);
    expect((await list(`&since=${String(requestedAt)}`)).sort()).toEqual([three, four].sort());
    expect((await list('&perPage=2&page=2')).length).toBe(2);
    expect(problemsOf(await api.get('/holds?status=open&run=a%20b&since=x&page=0'))).toEqual([
      400,
      'status',
      'run',
      'since',
      'page',
    ]);
  });

  it('are counted by run, on the overview and for the operator', async () => {
    const before = (await scrape(service)).value('held_deprovisionings');
    await hold(people.slice(0, 2), inRun(service, tenant, 'nightly-1'));
    await hold(people.slice(2, 3));
    const since = expect.any(String) as unknown;
    expect((await api.get('/holds/runs')).body.data).toEqual([
      { run: 'nightly-1', people: 2, since },
      { run: null, people: 1, since },
    ]);
    expect((await api.get('/overview')).body.data['heldDeprovisionings']).toBe(3);
    expect((await scrape(service)).value('held_deprovisionings') - before).toBe(3);
  });

  it('of another tenant are not there', async () => {
    const [id = ''] = await hold(people.slice(0, 1), inRun(service, tenant, 'nightly-1'));
    const other = await service.tenant();
    const { api: others } = await admins.open(other);
    expect((await other.sis.get(`/holds/${id}`)).body.error).toEqual({ code: 'NOT_FOUND' });
    expect((await others.get(`/holds/${id}`)).body.error).toEqual({ code: 'NOT_FOUND' });
    expect((await others.get('/holds?run=nightly-1')).body.data).toEqual([]);
    expect((await others.get('/holds/runs')).body.data).toEqual([]);
    const run = await others.post('/holds/decide-run', { decision: 'release', run: 'nightly-1' });
    expect(run.body.data).toEqual({ decided: 0, remaining: 0 });
    const decided = await others.post('/holds/decide', { decision: 'release', ids: [id] });
    expect(decided.body.data).toMatchObject([{ id, ok: false, code: 'NOT_FOUND' }]);
    expect(await statusOf(id)).toBe('held');
  });
});

describe('a release', () => {
  it('de-provisions as PATCH does, ends sessions, and belongs to the run that asked', async () => {
    const gone = await admins.open(tenant, { email: newEmail() });
    const [id = ''] = await hold([gone.wish], inRun(service, tenant, 'nightly-1'));
    expect((await gone.browser.whoAmI()).status).toBe(200);

    const [result] = await decide('release', [id]);

    expect(result).toMatchObject({ id, ok: true, hold: { status: 'released', decidedBy: actor } });
    expect((await gone.browser.whoAmI()).status).toBe(401);
    expect((await tenant.sis.get(`/users/${gone.id}`)).body.data['accountStatus']).toBe('inactive');
    const [change] = rowsOf(await api.get(`/users/${gone.id}/changes`));
    expect(change).toMatchObject({
      actor,
      run: 'nightly-1',
      fields: [{ field: 'accountStatus', before: 'active', after: 'inactive' }],
    });
    const entries = await auditPage(api, `&target=user:${gone.id}&actor=${actor}`);
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['user.status-changed', { accountStatus: 'inactive' }],
      ['hold.released', { holdId: id, run: 'nightly-1', requestedBy: `key:${tenant.apiKey}` }],
    ]);
  });

  it('of several has a result for each, and what is done is done once', async () => {
    const [one = '', two = ''] = await hold(people.slice(0, 2));
    const unknown = `hd_${'0'.repeat(26)}`;
    await decide('reject', [one]);
    const results = await decide('release', [two, unknown, one]);
    expect(results).toMatchObject([
      { id: two, ok: true, hold: { status: 'released' } },
      { id: unknown, ok: false, code: 'NOT_FOUND' },
      { id: one, ok: true, hold: { status: 'rejected' } },
    ]);
    expect(await decide('reject', [two])).toMatchObject([{ ok: true, hold: { status: 'released' } }]);
    expect(await inactiveCount(tenant, people)).toBe(1);
    expect(await auditPage(api, '&action=hold.released')).toHaveLength(1);
  });

  it('by two administrators at once is the decision of one of them', async () => {
    const ids = await hold(people);
    const { api: other } = await admins.open(tenant);
    const answers = await Promise.all([
      ...ids.map((id) => api.post('/holds/decide', { decision: 'release', ids: [id] })),
      other.post('/holds/decide', { decision: 'reject', ids: ids.toReversed() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const released = rowsOf(await api.get('/holds?status=released')).length;
    const rejected = rowsOf(await api.get('/holds?status=rejected')).length;
    expect([released + rejected, await inactiveCount(tenant, people)]).toEqual([4, released]);
    expect(await auditPage(api, '&action=hold.released')).toHaveLength(released);
    expect(await auditPage(api, '&action=hold.rejected')).toHaveLength(rejected);
  });

  it('of a whole run leaves other runs alone, and says how many remain', async () => {
    await hold(people.slice(0, 2), inRun(service, tenant, 'nightly-1'));
    const [three = ''] = await hold(people.slice(2, 3));
    const { data } = (await api.post('/holds/decide-run', { decision: 'release', run: 'nightly-1' })).body;
    expect([data, await statusOf(three)]).toEqual([{ decided: 2, remaining: 0 }, 'held']);
    const without = (await api.post('/holds/decide-run', { decision: 'reject' })).body.data;
    expect([without, await statusOf(three)]).toEqual([{ decided: 1, remaining: 0 }, 'rejected']);
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('takes a thousand people of a run in steps', async () => {
    const many = Array.from({ length: 1100 }, () => person());
    await tenant.sis.bulk('/users/bulk', many);
    await hold(many, inRun(service, tenant, 'nightly-1'));
    const steps: unknown[] = [];
    for (let remaining = 1; remaining > 0;) {
      const { data } = (await api.post('/holds/decide-run', { decision: 'release', run: 'nightly-1' })).body;
      steps.push(data);
      remaining = Number(data['remaining']);
    }
    expect(steps).toEqual([
      { decided: 500, remaining: 600 },
      { decided: 500, remaining: 100 },
      { decided: 100, remaining: 0 },
    ]);
    const { meta } = (await api.get('/users?accountStatus=inactive')).body;
    expect(meta['total']).toBe(1100);
  });

  it('is refused for the own account, which others may decide about', async () => {
    const me = await admins.open(tenant, { email: newEmail() });
    const [id = ''] = await hold([me.wish], inRun(service, tenant, 'nightly-1'));
    const decided = await me.api.post('/holds/decide', { decision: 'release', ids: [id] });
    expect(decided.body.data).toMatchObject([{ id, ok: false, code: 'INVALID_TRANSITION' }]);
    const run = await me.api.post('/holds/decide-run', { decision: 'release', run: 'nightly-1' });
    expect([run.body.data, await statusOf(id)]).toEqual([{ decided: 0, remaining: 1 }, 'held']);
    expect(await decide('release', [id])).toMatchObject([{ ok: true }]);
  });
});

describe('a rejection', () => {
  it('leaves the person active, and the same request later is held anew', async () => {
    const [id = ''] = await hold(people.slice(0, 1));
    await decide('reject', [id]);
    expect(await inactiveCount(tenant, people)).toBe(0);
    const [again = ''] = await hold(people.slice(0, 1));
    expect([again === id, await statusOf(again), await statusOf(id)]).toEqual([false, 'held', 'rejected']);
  });
});

describe('a decision', () => {
  it('is refused when it is none', async () => {
    const [id = ''] = await hold(people.slice(0, 1));
    for (const [path, body, field] of [
      ['decide', { ids: [id] }, 'decision'],
      ['decide', { decision: 'approve', ids: [id] }, 'decision'],
      ['decide', { decision: 'release', ids: [] }, 'ids'],
      ['decide', { decision: 'release', ids: ['12'] }, 'ids'],
      ['decide', { decision: 'release', ids: [id, id] }, 'ids'],
      ['decide-run', { run: 'nightly-1' }, 'decision'],
      ['decide-run', { decision: 'release', run: 'a b' }, 'run'],
    ] as const)
      expect(problemsOf(await api.post(`/holds/${path}`, body))).toEqual([400, field]);
    expect(await statusOf(id)).toBe('held');
  });
});
