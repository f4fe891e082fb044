import {
  activePeople,
  aLimitedTenant,
  idOf,
  inactive,
  inactiveCount,
  inRun,
  setLimits,
} from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { statusOf as accountStatusOf, storedId, userOf } from '../factories/stored-people.js';
import { Administrators, newEmail } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { letPass } from '../support/clock.js';
import { scrape } from '../support/metrics.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let actor: string;
let people: Row[];

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

async function decideRun(decision: string, run?: string, by = api): Promise<Row> {
  return (await by.post('/holds/decide-run', { decision, run })).body.data;
}

/** A night in which nothing is beyond a limit. */
async function usualNight(run: string, gone: readonly Row[]): Promise<void> {
  await setLimits(service, tenant, null);
  letPass(5000);
  await inRun(service, tenant, run).bulk('/users/bulk', inactive(gone));
}

const statusOf = async (id: string): Promise<unknown> =>
  (await tenant.sis.get(`/holds/${id}`)).body.data['status'];

describe('held de-provisionings', () => {
  it('are listed with who they are about, who asked and who decided', async () => {
    const [id = ''] = await hold(people.slice(0, 1), inRun(service, tenant, 'nightly-1'));
    const { id: userId, name, programId, schoolProgram } = await userOf(tenant, idOf(people[0]));
    const waiting = {
      id,
      userId,
      userName: name,
      person: {
        id: userId,
        name,
        accountType: 'Student',
        accountStatus: 'active',
        role: 'student',
        programId,
        schoolProgram,
        committeeImpact: null,
      },
      accountStatus: 'inactive',
      reason: 'limit',
      beyond: [{ run: null, count: 0, percent: null, most: 0, active: expect.any(Number) as unknown }],
      committeeImpact: null,
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
      runOfHold: {
        name: 'nightly-1',
        received: 1,
        deprovisioned: 0,
        held: 1,
        released: 0,
        open: 0,
        usual: null,
      },
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
    const refused = problemsOf(await api.get('/holds?status=open&run=a%20b&since=x&page=0'));
    expect(refused).toEqual([400, 'status', 'run', 'since', 'page']);
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
    expect((await others.get(`/holds/${id}`)).body.error).toMatchObject({ code: 'NOT_FOUND' });
    expect((await others.get('/holds?run=nightly-1')).body.data).toEqual([]);
    expect((await others.get('/holds/runs')).body.data).toEqual([]);
    expect(await decideRun('release', 'nightly-1', others)).toEqual({ decided: 0, remaining: 0 });
    const decided = await others.post('/holds/decide', { decision: 'release', ids: [id] });
    expect(decided.body.data).toMatchObject([{ id, ok: false, code: 'NOT_FOUND' }]);
    expect(await statusOf(id)).toBe('held');
  });
});

describe('a release', () => {
  it('de-provisions as PATCH does, ends sessions, and belongs to the run that asked', async () => {
    const gone = await admins.open(tenant, { email: newEmail() });
    const [id = ''] = await hold([gone.input], inRun(service, tenant, 'nightly-1'));
    expect((await gone.browser.whoAmI()).status).toBe(200);

    const [result] = await decide('release', [id]);

    expect(result).toMatchObject({ id, ok: true, hold: { status: 'released', decidedBy: actor } });
    expect((await gone.browser.whoAmI()).status).toBe(401);
    expect(await accountStatusOf(tenant, gone.id)).toBe('inactive');
    const [change] = rowsOf(await api.get(`/users/${gone.id}/changes`));
    const fields = [{ field: 'accountStatus', before: 'active', after: 'inactive' }];
    expect(change).toMatchObject({ actor, run: 'nightly-1', fields });
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
    expect(released + rejected).toBe(4);
    expect(await inactiveCount(tenant, people)).toBe(released);
    expect(await auditPage(api, '&action=hold.released')).toHaveLength(released);
    expect(await auditPage(api, '&action=hold.rejected')).toHaveLength(rejected);
  });

  it('of a whole run leaves other runs alone, and says how many remain', async () => {
    await hold(people.slice(0, 2), inRun(service, tenant, 'nightly-1'));
    const [three = ''] = await hold(people.slice(2, 3));
    expect(await decideRun('release', 'nightly-1')).toEqual({ decided: 2, remaining: 0 });
    expect(await statusOf(three)).toBe('held');
    expect(await decideRun('reject')).toEqual({ decided: 1, remaining: 0 });
    expect(await statusOf(three)).toBe('rejected');
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('takes a thousand people of a run in steps', async () => {
    const many = Array.from({ length: 1100 }, () => person());
    await tenant.sis.bulk('/users/bulk', many);
    await hold(many, inRun(service, tenant, 'nightly-1'));
    const steps: unknown[] = [];
    for (let remaining = 1; remaining > 0;) {
      const step = await decideRun('release', 'nightly-1');
      steps.push(step);
      remaining = Number(step['remaining']);
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
    const [id = ''] = await hold([me.input], inRun(service, tenant, 'nightly-1'));
    const decided = await me.api.post('/holds/decide', { decision: 'release', ids: [id] });
    expect(decided.body.data).toMatchObject([{ id, ok: false, code: 'INVALID_TRANSITION' }]);
    expect(await decideRun('release', 'nightly-1', me.api)).toEqual({ decided: 0, remaining: 1 });
    expect(await statusOf(id)).toBe('held');
    expect(await decide('release', [id])).toMatchObject([{ ok: true }]);
  });
});

describe('what a decision would mean', () => {
  /** A professor who chairs the committee of one student and is a member of that of another. */
  async function aProfessorWithSeats(): Promise<Row> {
    const professor = facultyMember({ lastName: 'Cole', schoolProgram: 'Education' });
    const id = await storedId(tenant, professor);
    for (const role of ['chair', 'member']) {
      const members = [{ facultyId: id, role, status: 'accepted' }];
      await tenant.workflow.put(`/students/${await aStudent(tenant)}/committee`, { members });
    }
    return professor;
  }

  it('is shown for a run: who they are, committees, the limit, and what such runs usually do', async () => {
    const gone = await activePeople(tenant, 9);
    for (const [n, count] of [1, 2, 3].entries()) await usualNight(`nightly-${n + 1}`, gone.splice(0, count));
    const [one, two] = [await aProfessorWithSeats(), people[0] ?? {}];
    await setLimits(service, tenant, { mode: 'hold', perRun: { percent: 5 }, perDay: { count: 100 } });
    letPass(5000);
    await hold([one, two], inRun(service, tenant, 'nightly-4'));

    const { data } = (await api.post('/holds/preview', { run: 'nightly-4' })).body;

    expect(data).toEqual({
      people: 2,
      accountTypes: [
        { value: 'Faculty', people: 1 },
        { value: 'Student', people: 1 },
      ],
      roles: expect.arrayContaining([
        { value: 'faculty', people: 1 },
        { value: 'student', people: 1 },
      ]) as unknown,
      programs: expect.arrayContaining([{ value: 'Education', people: 1 }]) as unknown,
      reasons: [{ reason: 'limit', people: 2 }],
      committeeImpact: { students: 2, chairs: 1 },
      members: [
        expect.objectContaining({ role: 'faculty', committeeImpact: { students: 2, chairs: 1 } }) as unknown,
      ],
      beyond: [{ run: 'nightly-4', count: null, percent: 5, most: 0, active: expect.any(Number) as unknown }],
      runOfHold: {
        name: 'nightly-4',
        received: 2,
        deprovisioned: 0,
        held: 2,
        released: 0,
        open: 2,
        usual: { deprovisioned: 2, runs: 3 },
      },
    });
  });

  it('is shown for a selection, and for the holds of calls without a run', async () => {
    const [one = '', two = ''] = await hold(people.slice(0, 2), inRun(service, tenant, 'nightly-1'));
    const [three = ''] = await hold(people.slice(2, 3));
    const preview = async (body: object): Promise<Row> => (await api.post('/holds/preview', body)).body.data;
    expect(await preview({ ids: [one, three] })).toMatchObject({ people: 2, runOfHold: null });
    expect(await preview({ ids: [one, two] })).toMatchObject({ people: 2, runOfHold: { name: 'nightly-1' } });
    expect(await preview({ run: null })).toMatchObject({ people: 1, runOfHold: null });
    await decide('reject', [one]);
    expect(await preview({ ids: [one, two] })).toMatchObject({ people: 1 });
    expect(problemsOf(await api.post('/holds/preview', {}))).toEqual([400, 'ids']);
  });

  it('counts a student once who would lose two members of a committee', async () => {
    const professors = [facultyMember(), facultyMember()];
    const ids: unknown[] = [];
    for (const one of professors) ids.push((await tenant.sis.post('/users', one)).body.data['id']);
    const members = ids.map((facultyId) => ({ facultyId, role: 'member', status: 'accepted' }));
    await tenant.workflow.put(`/students/${await aStudent(tenant)}/committee`, { members });
    await hold(professors);
    const { data } = (await api.post('/holds/preview', { run: null })).body;
    expect(data['committeeImpact']).toEqual({ students: 1, chairs: 0 });
    expect(data['members']).toHaveLength(2);
  });

  it('of another tenant is nothing', async () => {
    const [id = ''] = await hold(people.slice(0, 1));
    const { api: others } = await admins.open(await service.tenant());
    for (const body of [{ ids: [id] }, { run: null }])
      expect((await others.post('/holds/preview', body)).body.data).toMatchObject({ people: 0, beyond: [] });
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
