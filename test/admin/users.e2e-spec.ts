import { jest } from '@jest/globals';

import { addDays, dayIn } from '../../src/tenancy/time/calendar.js';
import { type UserSort, UserListRepository } from '../../src/users/list/user-list.repository.js';
import { ProvisioningDaysRepository } from '../../src/users/statistics/provisioning-days.repository.js';
import { ProvisioningTally } from '../../src/users/statistics/provisioning-tally.js';
import { facultyMember, person } from '../factories/person.js';
import { Administrators, type Browser, newEmail } from '../support/administrators.js';
import { refused, type Row, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { stopClock } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const USERS = '/api/v1/admin/users';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let browser: Browser;
let adminId: string;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** An administrator named Zoe Zamora, who matches no search of these tests. */
async function logIn(at: TestTenant = tenant): Promise<void> {
  const names = { firstName: 'Zoe', lastName: 'Zamora', externalId: 'ADMIN', email: `zz${newEmail()}` };
  const { id, email } = await admins.make(at, { role: 'application_admin', ...names });
  adminId = id;
  browser = await admins.browser(email);
}

function get(path: string): Promise<Answer<Body>> {
  return service.anonymous().get(`${USERS}${path}`, { cookie: browser.cookie });
}

function setStatus(id: string, body: unknown): Promise<Answer<Body>> {
  return browser.api.patch(`/users/${id}`, body);
}

async function found(query: Record<string, string>): Promise<unknown[]> {
  const answer = await get(`?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  const rows = rowsOf(answer);
  expect(rows).toHaveLength(Number(answer.body.meta['total']));
  return rows.map(({ legacyNumber }) => legacyNumber);
}

describe('the search for people', () => {
  let populated: TestTenant;
  let search: Browser;

  // No test here writes, so one tenant is enough for all.
  beforeAll(async () => {
    tenant = await service.tenant();
    await logIn();
    [populated, search] = [tenant, browser];
    await tenant.sis.bulk('/users/bulk', [
      person({ externalId: 'S-lee', firstName: 'Ann', lastName: 'Lee', email: 'alee@x.example.edu' }),
      person({ externalId: 'S-mue', firstName: 'Annika', lastName: 'Müller', email: 'mm@x.example.edu' }),
      person({ externalId: 'S-cruz', firstName: 'José', lastName: 'de la Cruz', accountStatus: 'inactive' }),
      person({
        externalId: '7_7%\\',
        firstName: 'Percy',
        lastName: '100%_Sure\\',
        email: 'p_c@x.example.edu',
      }),
      facultyMember({ externalId: 'F-leeds', firstName: 'Bo', lastName: 'Leeds', role: 'chair' }),
      person({ externalId: 'T-staff', firstName: 'Li', lastName: 'Xu', accountType: 'Staff' }),
    ]);
  });

  beforeEach(() => {
    [tenant, browser] = [populated, search];
  });

  it.each([
    ['lee', ['S-lee', 'F-leeds']],
    ['LEE', ['S-lee', 'F-leeds']],
    ['ann', ['S-lee', 'S-mue']],
    ['ann lee', ['S-lee']],
    ['  lee   ANN ', ['S-lee']],
    ['ann leeds', []],
    ['muller', ['S-mue']],
    ['MÜL', ['S-mue']],
    ['jose', ['S-cruz']],
    ['cruz', ['S-cruz']],
    ['de la cruz', ['S-cruz']],
    ['ee', []],
    ['alee@', ['S-lee']],
    ['ALEE@X.EXAMPLE.EDU', ['S-lee']],
    ['950000001', ['S-lee']],
    ['951000002', ['F-leeds']],
    ['9500', ['7_7%\\', 'S-cruz', 'S-lee', 'S-mue']],
    ['s-mue', ['S-mue']],
    ['S-', ['S-cruz', 'S-lee', 'S-mue']],
    ['lee s-', ['S-lee']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['l%', []],
    ['a_n', []],
    ['100%_s', ['7_7%\\']],
    ['100%_Sure\\', ['7_7%\\']],
    ['7_7%\\', ['7_7%\\']],
    ['p_c@', ['7_7%\\']],
    ["'; DROP TABLE users; --", []],
  ])('finds with %j whom every word begins something of', async (q, people) => {
    expect(await found({ q })).toEqual(people);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ accountType: 'Faculty' }, ['F-leeds']],
    [{ accountStatus: 'inactive' }, ['S-cruz']],
    [{ role: 'chair' }, ['F-leeds']],
    [{ role: 'faculty' }, []],
    [{ role: 'student' }, ['7_7%\\', 'S-cruz', 'S-lee', 'S-mue']],
    [{ role: 'staff' }, ['T-staff']],
    [{ role: 'application_admin' }, ['ADMIN']],
    [{ role: 'student', q: 'ann', accountStatus: 'active' }, ['S-lee', 'S-mue']],
    [{ role: 'student', q: 'ann', sort: 'id', order: 'DESC' }, ['S-mue', 'S-lee']],
    [{ accountType: 'Student', sort: 'email', order: 'DESC', q: 'S-' }, ['S-cruz', 'S-mue', 'S-lee']],
  ])('filters and sorts by %j', async (query, people) => {
    expect(await found(query)).toEqual(people);
  });

  it('shows a page with the number of all, in the order that is asked', async () => {
    const shown = async (query: string): Promise<unknown> => {
      const answer = await get(query);
      return [rowsOf(answer).map(({ lastName }) => lastName), answer.body.meta];
    };
    expect(await shown('?perPage=2&page=2')).toEqual([['Lee', 'Leeds'], { total: 7, page: 2, perPage: 2 }]);
    expect(await shown('?perPage=6&page=2&order=DESC')).toEqual([
      ['100%_Sure\\'],
      { total: 7, page: 2, perPage: 6 },
    ]);
    expect(await shown('?perPage=5&page=9')).toEqual([[], { total: 7, page: 9, perPage: 5 }]);
    expect(await shown('?sort=id&perPage=1')).toEqual([['Lee'], { total: 7, page: 1, perPage: 1 }]);
    expect(await shown('?sort=email&order=DESC&perPage=1&accountStatus=active')).toEqual([
      [expect.any(String)],
      { total: 6, page: 1, perPage: 1 },
    ]);
  });

  it('shows the columns of a list, with defaults filled in', async () => {
    const { body } = await get('?q=S-lee');
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;
    expect(body.data).toEqual([
      {
        id: '950000001',
        legacyNumber: 'S-lee',
        email: 'alee@x.example.edu',
        name: 'Ann Lee',
        firstName: 'Ann',
        lastName: 'Lee',
        accountType: 'Student',
        accountStatus: 'active',
        role: 'student',
        schoolProgram: null,
        createdAt: at,
        updatedAt: at,
      },
    ]);
  });

  it.each([
    ['sort=updatedAt', 'sort'],
    ['role=Chair!', 'role'],
    ['accountType=student', 'accountType'],
    ['accountStatus=gone', 'accountStatus'],
    ['perPage=101', 'perPage'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['name=Lee', 'name'],
  ])('refuses %s by name', async (query, field) => {
    expect(await get(`?${query}`)).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it('never shows a person of another tenant', async () => {
    await logIn(await service.tenant());
    expect(await found({})).toEqual(['ADMIN']);
    expect(await found({ q: 'lee' })).toEqual([]);
  });

  it.each<[Record<string, string>, UserSort]>([
    [{}, 'lastName'],
    [{}, 'id'],
    [{}, 'email'],
    [{ q: 'ann 950' }, 'lastName'],
    [{ q: 'ann', accountStatus: 'inactive', accountType: 'Staff', role: 'staff' }, 'email'],
    [{ accountStatus: 'inactive' }, 'id'],
  ])('reads no row to find a page of %j by %s', async (filter, sort) => {
    const window = { sort, order: 'ASC', offset: 0, limit: 25 } as const;
    const scope = await service.scope(tenant);
    const { sql, values } = service.app.get(UserListRepository).pageStatement(scope, filter, window);
    const plan: { Extra: string }[] = await service.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, values);
    expect(plan.map(({ Extra }) => Extra)).toEqual([expect.stringContaining('Using index')]);
    const isSorted = Object.keys(filter).length > 0 && sort !== 'lastName';
    expect(plan[0]?.Extra.includes('filesort')).toBe(isSorted);
  });
});

describe('a person', () => {
  beforeEach(() => logIn());

  it('is shown as the integration shows them, the faculty profile included', async () => {
    const input = facultyMember({ externalId: 'F-1', facultyProfile: { tools: ['R'], facultyRank: 'Dean' } });
    await tenant.sis.post('/users', input);

    const shown = await get('/F-1');

    expect(shown.body).toEqual((await tenant.sis.get('/users/F-1?include=provenance')).body);
    expect(shown.body.data['facultyProfile']).toMatchObject({ tools: ['R'], facultyRank: 'Dean' });
    expect(shown.body.data).toMatchObject({ name: 'Ann Lee', role: 'faculty', domain: 'test.example.edu' });
  });

  it('is de-provisioned: every session ends, and the history says who did it', async () => {
    const other = await admins.make(tenant, { role: 'application_admin', email: newEmail() });
    const theirs = await admins.browser(other.email);

    const { status, body } = await setStatus(other.id, { accountStatus: 'inactive' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'USER DEPROVISIONED', meta: { sessionsEnded: 2 } });
    expect(body.data).toMatchObject({ id: other.id, accountStatus: 'inactive', name: 'Ann Lee' });
    expect((await theirs.whoAmI()).status).toBe(401);
    const [latest] = rowsOf(await get(`/${other.id}/changes`));
    expect(latest).toMatchObject({ actor: `admin:${adminId}`, actorLabel: 'Zoe Zamora' });
    expect((await setStatus(other.id, { accountStatus: 'active' })).body.message).toBe('USER RESTORED');
  });

  it('is not shut out by themself, under neither of their numbers', async () => {
    for (const id of [adminId, 'ADMIN'])
      expect(await setStatus(id, { accountStatus: 'inactive' })).toMatchObject(
        refused(409, 'INVALID_TRANSITION'),
      );
    expect((await setStatus(adminId, { accountStatus: 'active' })).body.message).toBe('NO CHANGE');
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it('is not changed by a body that says nothing, or a request without the token', async () => {
    const { body } = await tenant.sis.post('/users', person());
    const id = String(body.data['id']);
    expect((await setStatus(id, {})).body.error.details?.[0]?.field).toBe('accountStatus');
    const headers = { 'Content-Type': 'application/json', cookie: browser.cookie };
    const sent = JSON.stringify({ accountStatus: 'inactive' });
    const answer = await service.anonymous().send('PATCH', `${USERS}/${id}`, sent, headers);
    expect(answer.status).toBe(403);
    expect((await get(`/${id}`)).body.data['accountStatus']).toBe('active');
  });

  it('of another tenant does not exist', async () => {
    const other = await service.tenant();
    await other.sis.bulk('/users/bulk', [person({ externalId: 'X-1' }), person(), person()]);
    for (const id of ['X-1', '950000003', 'unknown']) {
      const answers = [await get(`/${id}`), await get(`/${id}/changes`)];
      answers.push(await setStatus(id, { accountStatus: 'inactive' }));
      expect(answers).toMatchObject(answers.map(() => refused(404, 'USER_NOT_FOUND')));
    }
    expect((await other.sis.get('/users/X-1')).body.data['accountStatus']).toBe('active');
  });
});

describe('the history of a person', () => {
  beforeEach(() => logIn());

  const history = async (id: string, query = ''): Promise<Row[]> =>
    rowsOf(await get(`/${id}/changes${query}`));

  it('shows every change: what, by which call, under which request, the latest first', async () => {
    const ann = facultyMember({ externalId: 'F-1', degree: 'MA', facultyProfile: { tools: ['R'] } });
    const headers = { 'X-Request-Id': 'nightly-7' };
    await tenant.sis.post('/users', ann, headers);
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', {
      ...ann,
      degree: null,
      firstName: 'Anna',
      role: 'chair',
      facultyProfile: { tools: ['R', 'NVivo'], leaveUntil: '2027-01-31' },
    });
    await tenant.sis.patch('/users/F-1');

    const [status, changed, inserted, ...none] = await history('F-1');

    expect(none).toEqual([]);
    const key = { actor: `key:${tenant.apiKey}`, actorLabel: 'test', run: null };
    expect(inserted).toMatchObject({ ...key, kind: 'inserted', requestId: 'nightly-7', fields: [] });
    expect(changed).toMatchObject({ ...key, kind: 'updated' });
    expect(changed?.['fields']).toEqual(
      expect.arrayContaining([
        { field: 'firstName', before: 'Ann', after: 'Anna' },
        { field: 'degree', before: 'MA', after: null },
        { field: 'role', before: null, after: 'chair' },
        { field: 'facultyProfile.tools', before: ['R'], after: ['R', 'NVivo'] },
        { field: 'facultyProfile.leaveUntil', before: null, after: '2027-01-31' },
      ]),
    );
    expect(changed?.['fields']).toHaveLength(5);
    expect(status?.['fields']).toEqual([{ field: 'accountStatus', before: 'active', after: 'inactive' }]);
    const times = [status, changed, inserted].map((entry) => String(entry?.['at']));
    expect(times).toEqual([...times].sort().reverse());
  });

  it('is paged, either way round', async () => {
    const ann = person({ externalId: 'S-1' });
    await tenant.sis.post('/users', ann);
    for (const degree of ['MA', 'EdD', 'PhD']) await tenant.sis.post('/users', { ...ann, degree });

    const page = await get('/S-1/changes?perPage=3&page=2');
    const [first] = await history('S-1', '?order=ASC&perPage=1');

    expect(page.body.meta).toEqual({ total: 4, page: 2, perPage: 3 });
    expect(page.body.data).toMatchObject([{ kind: 'inserted' }]);
    expect(first).toMatchObject({ kind: 'inserted' });
  });

  it('holds the net change of a batch, and nothing of rows that undo each other or are refused', async () => {
    const [ann, ben] = [person({ externalId: 'S-1' }), person({ externalId: 'S-2' })];
    await tenant.sis.bulk('/users/bulk', [ann, { ...ann, degree: 'MA' }, ben]);
    await tenant.sis.bulk('/users/bulk', [
      { ...ben, degree: 'MA' },
      { ...ben, degree: null },
      { ...ann, email: ben['email'] },
    ]);
    expect(await history('S-1')).toMatchObject([{ kind: 'inserted' }]);
    expect(await history('S-2')).toMatchObject([{ kind: 'inserted' }]);
  });
});

describe('the counts of a day', () => {
  const NONE = { inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  const tally = service.app.get(ProvisioningTally);

  beforeEach(stopClock);

  it('count single posts and lines of bulk by what became of them', async () => {
    const [ann, ben] = [person(), person()];
    const headers = { 'Content-Type': 'application/json' };
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'PhD' });
    await tenant.sis.post('/users', { ...ann, email: 'none' });
    await tenant.sis.send('POST', '/users', '{', headers);
    await tenant.sis.bulk('/users/bulk', [ann, ben, person({ email: 'none' }), '{', ben]);
    await tenant.sis.post('/users', { ...ann, email: ben['email'] });
    await service.settle(tenant);

    const days = await tally.daysOf(await service.scope(tenant), 1);

    const day = dayIn('UTC', new Date());
    expect(days).toEqual([{ day, inserted: 2, updated: 1, unchanged: 3, failed: 5 }]);
  });

  it('contain no dry run, no caller without the scope to post, and no other kind of change', async () => {
    await tenant.sis.bulk('/users/bulk?dryRun=true', [person(), '{']);
    await service.anonymous().post('/api/v1/integration/users', { email: 'none' });
    await tenant.sis.patch('/users/unknown');
    const { sis, tenantId } = await service.tenant({ scopes: ['workflow'] });
    await sis.post('/users', { email: 'none' });
    await service.settle(tenant);

    for (const at of [tenant, { tenantId }])
      expect(await tally.daysOf(await service.scope(at), 1)).toEqual([expect.objectContaining(NONE)]);
  });

  it('are added up over flushes, and cost no write while they wait', async () => {
    const write = jest.spyOn(service.app.get(ProvisioningDaysRepository), 'add');
    const scope = await service.scope(tenant);
    await service.settle(tenant);
    write.mockClear();
    for (let round = 1; round <= 2; round += 1) {
      for (let post = 1; post <= 3; post += 1) tally.count(scope, ['unchanged']);
      expect(write).toHaveBeenCalledTimes(round - 1);
      await service.settle(tenant);
    }
    await service.settle(tenant);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await tally.daysOf(scope, 1)).toMatchObject([{ ...NONE, unchanged: 6 }]);
  });

  it("belong to the tenant's calendar, and days without a post are zeros", async () => {
    const utc = await service.scope(tenant);
    const at = (timeZone: string): typeof utc => ({ ...utc, tenant: { ...utc.tenant, timeZone } });
    jest.useFakeTimers({ now: new Date('2026-03-01T11:30:00Z'), doNotFake: ['nextTick', 'setImmediate'] });
    tally.count(at('Pacific/Kiritimati'), ['inserted']);
    tally.count(at('America/New_York'), ['inserted', 'updated']);
    await service.settle(tenant);
    const days = await tally.daysOf(at('Pacific/Kiritimati'), 4);
    expect(days).toEqual([
      { ...NONE, day: '2026-02-27' },
      { ...NONE, day: '2026-02-28' },
      { ...NONE, day: '2026-03-01', inserted: 1, updated: 1 },
      { ...NONE, day: '2026-03-02', inserted: 1 },
    ]);
    expect((await tally.daysOf(at('America/New_York'), 1))[0]?.day).toBe('2026-03-01');
    expect(addDays('2026-03-01', -2)).toBe('2026-02-27');
  });

  it('are written when the process stops', async () => {
    const scope = await service.scope(tenant);
    const other = await TestService.start();
    other.app.get(ProvisioningTally).count(scope, ['updated']);
    await other.stop();
    expect(await tally.daysOf(scope, 1)).toMatchObject([{ ...NONE, updated: 1 }]);
  });
});
