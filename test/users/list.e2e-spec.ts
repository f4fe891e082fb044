import { facultyMember, person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { linesOf, problemsOf } from '../support/answers.js';
import { beginErasure } from '../support/erasures.js';
import { TestService, type TestTenant } from '../support/service.js';
import { idsOf, isRemoved, listAll, listPage, type UserEntry } from '../support/user-reader.js';
import { pathOf } from '../support/walk-reader.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function aPerson(overrides: Parameters<typeof person>[0] = {}): Promise<string> {
  return storedId(tenant, person(overrides));
}

async function found(query: Parameters<typeof listAll>[1]): Promise<string[]> {
  return idsOf((await listAll(tenant.sis, query)).users);
}

describe('the list of people', () => {
  it('has every person as GET /users/:id does, oldest change first', async () => {
    const ids = [
      await aPerson({ userTags: ['a'] }),
      await aPerson(),
      await storedId(tenant, facultyMember()),
    ];
    const { users, ...meta } = await listPage(tenant.sis);
    expect(users).toEqual(await Promise.all(ids.map((id) => userOf(tenant, id))));
    expect(meta).toEqual({
      count: 3,
      limit: 1000,
      hasMore: false,
      nextCursor: null,
      nextSince: new Date(Date.parse(String(users[2]?.changedAt)) + 1).toISOString(),
    });
  });

  it('of a tenant has no one of another', async () => {
    await storedId(await service.tenant(), person());
    expect((await listPage(tenant.sis)).users).toEqual([]);
  });

  it.each([1, 2, 3])('comes in pages of %i, each person once', async (limit) => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await aPerson());
    const { users, pages } = await listAll(tenant.sis, { limit });
    expect(idsOf(users)).toEqual(ids);
    expect(pages).toBe(Math.ceil(5 / limit));
  });

  it('needs the scope users', async () => {
    const other = await service.anotherCaller(tenant, { scopes: ['progress'] });
    const { status, body } = await other.sis.get('/users');
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' });
  });
});

describe('changedAt', () => {
  const changedAt = async (id: string): Promise<unknown> => (await userOf(tenant, id))['changedAt'];

  it('moves with a change of a field, of the status and by an administrator', async () => {
    const ann = person();
    const id = await storedId(tenant, ann);
    const { api } = await new Administrators(service).open(tenant);
    const places = [await changedAt(id)];
    for (const change of [
      () => tenant.sis.post('/users', { ...ann, firstName: 'Anna' }),
      () => tenant.sis.patch(`/users/${id}`),
      () => api.patch(`/users/${id}`, { accountStatus: 'active' }),
    ]) {
      await change();
      places.push(await changedAt(id));
    }
    expect(new Set(places).size).toBe(places.length);
    expect([...places].sort()).toEqual(places);
  });

  it('stays when a post changes nothing or is refused', async () => {
    const ann = person();
    const id = await storedId(tenant, ann);
    const before = await changedAt(id);
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, firstName: '' });
    await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await changedAt(id)).toBe(before);
  });
});

describe('a filter', () => {
  it('narrows by status, account type, program and role', async () => {
    const student = await aPerson({ programId: 'EDD' });
    const other = await aPerson({ programId: 'PHD' });
    const professor = await storedId(tenant, facultyMember());
    const chair = await storedId(tenant, facultyMember({ role: 'chair' }));
    await tenant.sis.patch(`/users/${other}`);
    const answers: [Record<string, string>, string[]][] = [
      [{ accountStatus: 'inactive' }, [other]],
      [{ accountStatus: 'active' }, [student, professor, chair]],
      [{ accountType: 'Faculty' }, [professor, chair]],
      [{ programId: 'PHD' }, [other]],
      [{ role: 'faculty' }, [professor]],
      [{ role: 'chair' }, [chair]],
      [{ role: 'student', accountStatus: 'active' }, [student]],
      [{ accountType: 'Staff' }, []],
    ];
    for (const [query, ids] of answers) expect({ query, ids: await found(query) }).toEqual({ query, ids });
  });

  it('finds an address ignoring case, and many by their IDs and numbers', async () => {
    const ann = await aPerson({ email: 'Ann.Lee@test.example.edu', externalId: 'S-77' });
    const ben = await aPerson({ externalId: 'S-78' });
    await aPerson();
    expect(await found({ email: 'ann.LEE@test.example.edu' })).toEqual([ann]);
    expect(await found({ email: 'unknown@test.example.edu' })).toEqual([]);
    expect(await found({ externalId: `S-78,${ann},unknown` })).toEqual([ann, ben]);
    expect(await found({ externalId: 'unknown' })).toEqual([]);
    expect(await found({ externalId: 'S-78', email: 'ann.lee@test.example.edu' })).toEqual([]);
  });

  it('holds in every page, and for changes since a moment', async () => {
    const ids = [await aPerson({ programId: 'EDD' }), await aPerson({ programId: 'EDD' })];
    await aPerson();
    const { users, nextSince } = await listAll(tenant.sis, { programId: 'EDD', limit: 1 });
    expect(idsOf(users)).toEqual(ids);
    const later = await aPerson({ programId: 'EDD' });
    await aPerson();
    expect(await found({ programId: 'EDD', since: nextSince })).toEqual([later]);
  });
});

describe('since', () => {
  it('leaves out who changed before, and in the future answers nothing', async () => {
    await aPerson();
    const { nextSince } = await listPage(tenant.sis);
    expect(await found({ since: nextSince })).toEqual([]);
    const later = await aPerson();
    expect(await found({ since: nextSince })).toEqual([later]);
    expect(await found({ since: '2999-01-01' })).toEqual([]);
  });
});

describe('a person who was erased', () => {
  it('comes once as removed, whatever the filters, and is left out without includeRemoved', async () => {
    const ann = await aPerson();
    const ben = await aPerson();
    const { api } = await new Administrators(service).open(tenant);
    const { users, nextSince } = await listPage(tenant.sis);
    await beginErasure(api, ann);
    const removal = { id: ann, removed: true, changedAt: expect.any(String) as string };
    expect(await found({})).toEqual(idsOf(users).filter((id) => id !== ann));
    expect(idsOf(users)).toContain(ben);
    for (const query of [{}, { since: nextSince }, { accountType: 'Staff' }, { externalId: 'unknown' }]) {
      const { users } = await listAll(tenant.sis, { ...query, includeRemoved: 'true' });
      const removed = (users as UserEntry[]).filter(isRemoved);
      expect({ query, removed }).toEqual({ query, removed: [removal] });
    }
  });
});

describe('in lines', () => {
  const NDJSON = { Accept: 'application/x-ndjson' };

  it('every person comes, and the meta last', async () => {
    const ids = [await aPerson(), await aPerson(), await aPerson()];
    const answer = await tenant.sis.get('/users', NDJSON);
    const lines = linesOf(answer);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.slice(0, -1)).toEqual(await Promise.all(ids.map((id) => userOf(tenant, id))));
    const { nextSince } = await listPage(tenant.sis);
    expect(lines.at(-1)).toEqual({ meta: { count: 3, nextSince } });
  });

  it('limit and cursor are refused by name', async () => {
    const answer = await tenant.sis.get('/users?limit=5&cursor=x', NDJSON);
    expect(problemsOf(answer)).toEqual([400, 'limit', 'cursor']);
  });
});

describe('a page that the caller has', () => {
  it('is answered with 304 until a person changes', async () => {
    const ann = person();
    await storedId(tenant, ann);
    const first = await tenant.sis.get('/users');
    const given = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await tenant.sis.get('/users', given)).status).toBe(304);
    await tenant.sis.post('/users', { ...ann, firstName: 'Anna' });
    expect((await tenant.sis.get('/users', given)).status).toBe(200);
  });
});

describe('what cannot be answered names the field', () => {
  it.each([
    ['limit', '0'],
    ['limit', '5001'],
    ['since', 'yesterday'],
    ['cursor', 'x'],
    ['accountStatus', 'gone'],
    ['accountType', 'Robot'],
    ['role', 'Not Snake'],
    ['includeRemoved', 'perhaps'],
    ['externalId', 'a,,b'],
    ['externalId', Array.from({ length: 1001 }, (_, index) => index).join(',')],
    ['unknown', '1'],
  ])('%s=%s', async (field, value) => {
    expect(problemsOf(await tenant.sis.get(pathOf('/users', { [field]: value })))).toEqual([400, field]);
  });

  it('a cursor of another tenant, or of another filter', async () => {
    const other = await service.tenant();
    for (const { sis } of [tenant, other])
      for (let count = 0; count < 2; count += 1) await sis.post('/users', person());
    const cursor = (await listPage(other.sis, { limit: 1 })).nextCursor ?? '';
    const own = (await listPage(tenant.sis, { limit: 1 })).nextCursor ?? '';
    for (const query of [
      { cursor },
      { cursor: own, accountType: 'Student' },
      { cursor: own, since: '2020-01-01' },
    ])
      expect(problemsOf(await tenant.sis.get(pathOf('/users', query)))).toEqual([400, 'cursor']);
  });
});
