import type { DecisionRowDto } from '../../src/admin/decisions/decisions.dto.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { inactive, inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aStudent, formCommittee, seat } from '../factories/progress-people.js';
import { storedId } from '../factories/stored-people.js';
import { aBlockedSubmission } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPass, letPassIn } from '../support/clock.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;

beforeEach(async () => {
  tenant = await aTenantThat(service, {
    deprovisioningGuard: { mode: 'hold', perRun: { count: 0 } },
    possibleReassignment: 'hold',
  });
  ({ api } = await admins.open(tenant));
});

const rows = async (query = ''): Promise<DecisionRowDto[]> =>
  rowsOf(await api.get(`/decisions?perPage=100${query}`)) as unknown as DecisionRowDto[];

const reasons = async (query = ''): Promise<string[]> => (await rows(query)).map(({ reason }) => reason);

const metaOf = async (query = ''): Promise<Row> =>
  (await api.get(`/decisions?perPage=100${query}`)).body.meta;

/** Holds these people by a run, beyond its limit. */
async function hold(...some: readonly Row[]): Promise<void> {
  await tenant.sis.bulk('/users/bulk', [...some]);
  await inRun(service, tenant, 'nightly-1').bulk('/users/bulk', inactive(some));
}

/** A row with the number of one person and the address of another one. */
async function takeAddress(overrides: Row = {}): Promise<void> {
  const [one, owner] = [person(overrides), person()];
  await tenant.sis.bulk('/users/bulk', [one, owner]);
  await tenant.sis.post('/users', { ...one, email: owner['email'] });
}

async function reassign(overrides: Row = {}): Promise<void> {
  const one = person(overrides);
  await tenant.sis.post('/users', one);
  await tenant.sis.post('/users', successorOf(one));
}

const DAY_MS = 86_400_000;

/** Sessions end meanwhile. */
async function passDays(days: number): Promise<void> {
  await letPassIn(service, tenant, days * DAY_MS);
  ({ api } = await admins.open(tenant));
}

/** A rule about a submitted degree. @returns its ID */
async function aRule(submitted: string): Promise<string> {
  const about = { formType: 'address_change', field: 'degree', submitted, anyRecorded: true };
  const { body } = await api.post('/discrepancy-rules', { ...about, resolution: 'accept_submitted' });
  return String(body.data['id']);
}

/** A professor with a seat, who is to leave unless students would lose someone. */
async function holdForCommittee(): Promise<void> {
  const professor = await storedId(tenant, facultyMember());
  await formCommittee(tenant, await aStudent(tenant), [seat(professor)]);
  await tenant.sis.patch(`/users/${professor}?ifImpact=hold`, { accountStatus: 'inactive' });
}

async function meetErased(): Promise<void> {
  const one = person();
  const id = await storedId(tenant, one);
  await eraseToTheEnd(service, api, id);
  await tenant.sis.post('/users', one);
}

describe('what waits for a decision', () => {
  it('is one list: what does most harm while it waits first, then what has waited for longest', async () => {
    await meetErased();
    await aBlockedSubmission(tenant);
    await hold(person());
    letPass(1000);
    await holdForCommittee();
    await takeAddress();
    letPass(1000);
    await hold(person());
    await reassign();
    letPass(1000);
    await takeAddress();

    const found = await rows();

    expect(found.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['conflict', 'possible_reassignment'],
      ['conflict', 'email_taken'],
      ['conflict', 'email_taken'],
      ['hold', 'committee_impact'],
      ['hold', 'limit'],
      ['hold', 'limit'],
      ['discrepancy', 'form_differs'],
      ['conflict', 'erased'],
    ]);
    for (const [one = 0, next = 0] of [
      [1, 2],
      [4, 5],
    ])
      expect(String(found[one]?.waitingSince) < String(found[next]?.waitingSince)).toBe(true);
    expect(found.map(({ person: about }) => about !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(found[3]?.person?.committeeImpact).toEqual({ students: 1, chairs: 1 });
    expect(found[1]?.conflict).toMatchObject({ count: 1, owner: { accountType: 'Student' } });
    expect(found[6]?.group).toMatchObject({ field: 'degree', submitted: 'PhD' });
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => rowsOf(await api.get(`/decisions?perPage=3&page=${page}`))),
    );
    expect(pages.flat()).toEqual(found);
  });

  it('of groups of forms is in the order of the oldest form, however many forms wait', async () => {
    await aBlockedSubmission(tenant, { degree: 'MA' });
    await aBlockedSubmission(tenant, { degree: 'PhD' });
    await aBlockedSubmission(tenant, { degree: 'PhD' });
    await aBlockedSubmission(tenant, { degree: 'MA' });
    await aBlockedSubmission(tenant, { degree: 'PhD' });
    const pages = await Promise.all([1, 2].map((page) => api.get(`/decisions?perPage=1&page=${page}`)));
    const found = pages.flatMap((answer) => rowsOf(answer) as unknown as DecisionRowDto[]);
    expect(found.map(({ group }) => [group?.submitted, group?.discrepancies])).toEqual([
      ['MA', 2],
      ['PhD', 3],
    ]);
  });

  it('is counted by reason; each count equals its list, and all of them the badge', async () => {
    await reassign();
    await takeAddress();
    await takeAddress();
    await hold(person(), person(), facultyMember());
    await aBlockedSubmission(tenant);

    const { counts, total } = await metaOf();
    const each = counts as { kind: string; reason: string; count: number }[];

    expect(each).toHaveLength(4);
    expect(total).toBe(7);
    expect((await api.get('/attention')).body.data['decisions']).toBe(7);
    for (const { kind, reason, count } of each) {
      expect(await reasons(`&reason=${reason}`)).toEqual(Array.from({ length: count }, () => reason));
      expect(await metaOf(`&reason=${reason}`)).toMatchObject({ total: count, counts: each });
      expect(await metaOf(`&kind=${kind}`)).toMatchObject({
        total: each.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0),
      });
    }
    expect(await reasons('&kind=hold&reason=email_taken')).toEqual([]);
  });

  it('is filtered by the account type, role and program of the person', async () => {
    await hold(
      person({ programId: 'law', schoolProgram: 'Law' }),
      person({ programId: 'med', schoolProgram: 'Medicine' }),
      facultyMember(),
      facultyMember({ role: 'chair' }),
      person({ accountType: 'Staff' }),
    );
    await takeAddress({ programId: 'law' });
    await aBlockedSubmission(tenant);

    const typesOf = async (query: string): Promise<unknown[]> =>
      (await rows(query)).map((row) => row.person?.accountType);
    expect(await typesOf('&accountType=Faculty')).toEqual(['Faculty', 'Faculty']);
    expect((await typesOf('&accountType=Student,Staff')).sort()).toEqual([
      'Staff',
      'Student',
      'Student',
      'Student',
    ]);
    expect(await typesOf('&role=chair')).toEqual(['Faculty']);
    expect(await typesOf('&role=faculty')).toEqual(['Faculty']);
    expect(await reasons('&program=law')).toEqual(['email_taken', 'limit']);
    expect(await reasons('&program=Medicine')).toEqual(['limit']);
    expect(await reasons('&program=law&kind=hold&accountType=Student')).toEqual(['limit']);
    expect((await metaOf('&program=law'))['counts']).toEqual([
      { kind: 'hold', reason: 'limit', count: 1 },
      { kind: 'conflict', reason: 'email_taken', count: 1 },
    ]);
  });

  it('waits no longer once it is decided', async () => {
    await hold(person());
    await reassign();
    const [conflict, held] = await rows();
    await api.post(`/conflicts/${String(conflict?.id)}/decide`, { decision: 'ignore' });
    await api.post('/holds/decide', { decision: 'reject', ids: [held?.id] });
    expect(await rows()).toEqual([]);
    await api.post('/holds/reopen', { ids: [held?.id] });
    expect((await rows()).map(({ id }) => id)).toEqual([held?.id]);
  });

  it('has rules that decided nothing for 180 days, the one unused for longest first', async () => {
    const [never, used] = [await aRule('MA'), await aRule('PhD')];
    await passDays(10);
    await aBlockedSubmission(tenant, { degree: 'PhD' });
    await passDays(171);
    expect((await rows()).map(({ id }) => id)).toEqual([never]);
    await passDays(10);

    const found = await rows();

    expect(found.map(({ kind, reason, id }) => [kind, reason, id])).toEqual([
      ['rule', 'rule_unused', never],
      ['rule', 'rule_unused', used],
    ]);
    expect(found.map(({ rule }) => [rule?.submitted, rule?.applied])).toEqual([
      ['MA', 0],
      ['PhD', 1],
    ]);
    const lastUsed = Date.parse(String(found[1]?.rule?.lastAppliedAt));
    expect(found[1]?.waitingSince).toBe(new Date(lastUsed + 180 * DAY_MS).toISOString());
    expect(await metaOf('&kind=rule')).toMatchObject({ total: 2 });
    expect((await api.get('/attention')).body.data['decisions']).toBe(2);
    expect(await rows('&accountType=Student')).toEqual([]);
    expect(rowsOf(await api.get(`/discrepancy-rules?id=${used}`))).toMatchObject([{ id: used }]);
  });

  it('has no rule that was kept in force or removed; one that is kept waits again when it is unused', async () => {
    const [kept, removed] = [await aRule('MA'), await aRule('PhD')];
    await passDays(181);
    const answer = await api.post(`/discrepancy-rules/${kept}/keep`, {});
    expect(answer.body.data).toMatchObject({
      id: kept,
      keptAt: expect.any(String) as unknown,
      status: 'in_force',
    });
    await api.send('DELETE', `/discrepancy-rules/${removed}`);
    expect(await rows()).toEqual([]);
    expect(await api.post(`/discrepancy-rules/${removed}/keep`, {})).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
    await passDays(181);
    expect((await rows()).map(({ id }) => id)).toEqual([kept]);
  });

  it('is refused with the field that is wrong', async () => {
    const bad = 'kind=x&reason=y&accountType=Student,Dean&role=A%20B&program=&page=0';
    expect(problemsOf(await api.get(`/decisions?${bad}`))).toEqual([
      400,
      'kind',
      'reason',
      'accountType',
      'role',
      'program',
      'page',
    ]);
    expect(problemsOf(await api.get('/decisions?page=101&perPage=100'))).toEqual([400, 'page']);
  });

  it('of another tenant is not there', async () => {
    await hold(person());
    await reassign();
    await aBlockedSubmission(tenant);
    const { api: others } = await admins.open(await service.tenant());
    const { data, meta } = (await others.get('/decisions')).body;
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ total: 0, counts: [] });
  });
});
