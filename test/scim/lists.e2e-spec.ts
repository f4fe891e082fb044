import { DataSource } from 'typeorm';

import { person } from '../factories/person.js';
import { enterprise, scimPerson, storedPerson } from '../factories/scim-person.js';
import { storedId } from '../factories/stored-people.js';
import { connectionForEachTest } from '../support/each-test.js';
import { connect, EXTENSION, type ScimAnswer, type ScimBody, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> => storedPerson(scim, overrides);

async function sisPeople(count: number): Promise<void> {
  await tenant.sis.bulk(
    '/users/bulk',
    Array.from({ length: count }, (_, n) => person({ email: `p${n}@x.example`, externalId: `P-${n}` })),
  );
}

const list = (query: Record<string, string>): Promise<ScimAnswer> =>
  scim.get(`/Users?${new URLSearchParams(query).toString()}`);
const idsOf = (resources: readonly ScimBody[]): string[] => resources.map(({ id }) => id);
const found = async (filter: string): Promise<string[]> => idsOf(await scim.find(filter));

describe('a filter', () => {
  it('finds a person by what the connection calls them, and one of the SIS by the address', async () => {
    const emails = [{ value: 'ann@x.example' }];
    const { id } = await created({ userName: 'Ann.Lee', externalId: 'X-1', emails });
    const bo = await storedId(tenant, person({ email: 'Bo@x.example' }));
    expect(await found('userName eq "ann.LEE"')).toEqual([id]);
    expect(await found('externalId eq "X-1"')).toEqual([id]);
    expect(await found('externalId eq "x-1"')).toEqual([]);
    expect(await found(`id eq "${id}"`)).toEqual([id]);
    expect(await found('emails.value eq "ANN@x.example"')).toEqual([id]);
    expect(await found('userName eq "ann@x.example"')).toEqual([]);
    expect(await found('userName eq "bo@x.example"')).toEqual([bo]);
    expect(await found('emails[type eq "work"].value eq "bo@x.example"')).toEqual([bo]);
    expect(await found('userName eq "Ann.Lee" or emails.value eq "bo@x.example"')).toEqual([id, bo].sort());
    expect(await found('userName eq "Ann.Lee" and active eq false')).toEqual([]);
    expect(await found('userName eq "Ann.Lee" and not (active eq false)')).toEqual([id]);
    expect(await found('userName eq "no one"')).toEqual([]);
    expect(await found('id eq "é"')).toEqual([]);
  });

  it('finds a person by the name that is shown, whether it is a default or not', async () => {
    const { id } = await created({ name: { givenName: 'Ann', middleName: 'M', familyName: 'van der Berg' } });
    const other = await created({ displayName: 'The Dean' });
    expect(await found('displayName eq "ann m. VAN der Berg"')).toEqual([id]);
    expect(await found('displayName eq "the dean"')).toEqual([other.id]);
    expect(await found('displayName eq "Berg"')).toEqual([]);
  });

  it('finds people by the whole grammar', async () => {
    const extensions = { ...enterprise({ department: 'Law' }), [EXTENSION]: { yearOfEntry: 2024 } };
    const ann = await created({ title: 'Tutor', ...extensions });
    const bo = await created({ title: 'Dean', active: false, userType: 'Guest' });
    const both = [ann.id, bo.id].sort();
    expect(await found('title co "uto"')).toEqual([ann.id]);
    expect(await found('title pr')).toEqual(both);
    expect(await found('active eq "False"')).toEqual([bo.id]);
    expect(await found('active eq true and title sw "t"')).toEqual([ann.id]);
    expect(await found(`${EXTENSION}:yearOfEntry gt 2020`)).toEqual([ann.id]);
    expect(await found('userType eq "guest" or title eq "tutor"')).toEqual(both);
    expect(await found('not (title eq "Dean")')).toEqual([ann.id]);
    expect(await found('userName pr')).toEqual(both);
    expect(await found('emails[type eq "work" and value ew "@test.example.edu"]')).toEqual(both);
  });

  it('finds people by the time of their last change, whatever changed', async () => {
    const [one, two] = [await created(), await created()];
    const since = two.meta.lastModified;
    await tenant.sis.patch(`/users/${one.id}`);
    expect(await found(`meta.lastModified gt "${since}"`)).toEqual([one.id]);
    // The person stays as it is; only what is kept for the connection changes.
    await scim.patch(`/Users/${two.id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    const changed = [one.id, two.id].sort();
    expect(await found(`meta.lastModified gt "${since}"`)).toEqual(changed);
    expect(await found(`meta.lastModified le "${since}"`)).toEqual([]);
    expect(await found(`meta.lastModified gt "${since}" and active eq true`)).toEqual([two.id]);
    expect(await found('meta.lastModified gt "2090-01-01T00:00:00Z"')).toEqual([]);
  });

  it('finds people by names together with conditions on all, page by page', async () => {
    await sisPeople(5);
    const off = { active: false };
    const [a, b, c] = [await created({ userName: 'ann' }), await created(off), await created(off)];
    expect(await found('userName eq "ann" or active eq false')).toEqual([a.id, b.id, c.id]);
    expect(await found('active eq false and (userName eq "ann" or not (id eq "x"))')).toEqual([b.id, c.id]);
    expect(await found(`not (userName eq "ann" or id eq "${b.id}") and active eq false`)).toEqual([c.id]);
    expect(await found(`(userName eq "ann" and active eq false) or id eq "${b.id}"`)).toEqual([b.id]);
    expect(await found('userName eq "no one" or active eq false')).toEqual([b.id, c.id]);
    expect(await found('userName eq "ann" or (active eq false and title pr)')).toEqual([a.id]);
    const filter = 'userName eq "ann" or active eq false';
    const { body } = await list({ filter, startIndex: '2', count: '1' });
    expect(body.totalResults).toBe(3);
    expect(idsOf(body.Resources)).toEqual([b.id]);
  });

  it.each<[string, string]>([
    ['userName', 'invalidFilter'],
    ['active gt true', 'invalidFilter'],
    ['meta.lastModified gt "soon"', 'invalidFilter'],
    ['('.repeat(50), 'invalidFilter'],
  ])('that cannot be used is 400: %s', async (filter, scimType) => {
    const { status, body } = await list({ filter });
    expect({ status, scimType: body.scimType }).toEqual({ status: 400, scimType });
  });

  it('that no index helps is refused beyond 10,000 people, and is not where one does', async () => {
    await sisPeople(1);
    const dataSource = service.app.get(DataSource);
    const columns = dataSource
      .getMetadata('users')
      .columns.map(({ databaseName }) => databaseName)
      .filter((name) => !['id', 'emailKey', 'legacyNumber'].includes(name))
      .map((name) => `\`${name}\``)
      .join(', ');
    // Powers of two by copying what is there, as 10,000 posts would take long.
    for (let size = 1; size <= 8192; size *= 2)
      await dataSource.query(
        `INSERT INTO \`users\` (${columns}, \`id\`, \`emailKey\`, \`legacyNumber\`)
         SELECT ${columns}, CONCAT('9508', LPAD(CAST(SUBSTRING(\`id\`, 5) AS UNSIGNED) + ?, 8, '0')),
           CONCAT('copy-', ?, '-', \`emailKey\`), NULL FROM \`users\` WHERE \`tenantId\` = ?`,
        [size, size, tenant.tenantId],
      );
    const refused = await list({ filter: 'title co "x"' });
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'tooMany' } });
    expect((await list({ sortBy: 'userName' })).body.scimType).toBe('tooMany');
    const limited = await list({ filter: 'title co "x" and emails.value eq "p0@x.example"' });
    expect(limited).toMatchObject({ status: 200, body: { totalResults: 0 } });
    expect((await list({ filter: 'active eq true', count: '1' })).body.totalResults).toBe(16_384);
    const either = await list({ filter: 'emails.value eq "p0@x.example" or active eq false' });
    expect(either).toMatchObject({ status: 200, body: { totalResults: 1 } });
    const others = await list({ filter: 'not (userName eq "p0@x.example")', count: '1' });
    expect(others).toMatchObject({ status: 200, body: { totalResults: 16_383 } });
    const since = { filter: 'userName eq "p0@x.example" or meta.lastModified gt "2090-01-01T00:00:00Z"' };
    expect((await list(since)).body.totalResults).toBe(1);
    const inactive = await list({ filter: 'active eq false and title co "x"' });
    expect(inactive).toMatchObject({ status: 200, body: { totalResults: 0 } });
  });
});

describe('a list', () => {
  it('is paged by startIndex, without those whom the connection has given up', async () => {
    await sisPeople(25);
    const gone = await created();
    await scim.delete(`/Users/${gone.id}`);
    const seen: string[] = [];
    for (const startIndex of ['1', '11', '21', '31']) {
      const { body } = await list({ startIndex, count: '10' });
      const page = { startIndex: Number(startIndex), itemsPerPage: body.Resources.length };
      expect(body).toMatchObject({ totalResults: 25, ...page });
      seen.push(...idsOf(body.Resources));
    }
    expect(seen).toHaveLength(25);
    expect([...seen].sort()).toEqual(seen);
    expect(seen).not.toContain(gone.id);
  });

  it('has 100 people unless asked otherwise, and 500 at most', async () => {
    await sisPeople(620);
    expect((await list({})).body.Resources).toHaveLength(100);
    const { body } = await list({ count: '5000' });
    expect(body.Resources).toHaveLength(500);
    expect(body).toMatchObject({ itemsPerPage: 500, totalResults: 620 });
    const none = await list({ count: '0' });
    expect(none.body).toMatchObject({ Resources: [], totalResults: 620 });
    expect((await list({ startIndex: '-3', count: '-1' })).body['startIndex']).toBe(1);
    expect((await list({ count: 'many' })).body.scimType).toBe('invalidValue');
    expect((await scim.get('/Users?count=1&count=2')).body.scimType).toBe('invalidValue');
  });

  it.each<Record<string, string>>([
    {},
    { filter: 'active eq true' },
    { filter: 'name.familyName pr' },
    { sortBy: 'userName' },
  ])('is walked by cursor, each person once, though people come and go: %j', async (query) => {
    await sisPeople(23);
    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { status, body }: ScimAnswer = await list({ ...query, cursor, count: '10' });
      expect({ status, hasStartIndex: 'startIndex' in body }).toEqual({ status: 200, hasStartIndex: false });
      seen.push(...idsOf(body.Resources));
      cursor = body.nextCursor;
    }
    expect(new Set(seen).size).toBe(23);
    expect(seen).toHaveLength(23);
  });

  it('takes a cursor of the same search alone', async () => {
    await sisPeople(3);
    const { body } = await list({ cursor: '', count: '1' });
    const cursor = String(body.nextCursor);
    const { scim: other } = await connect(service, tenant);
    const refused = [
      await list({ cursor, count: '1', filter: 'active eq true' }),
      await list({ cursor: `${cursor}x` }),
      await list({ cursor: 'x' }),
      await other.get(`/Users?cursor=${cursor}`),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidCursor' } });
    expect((await list({ cursor, startIndex: '1' })).body.scimType).toBe('invalidValue');
  });

  it('is sorted by userName, displayName and time, up and down', async () => {
    const [b, a, c] = [
      await created({ userName: 'Bo', displayName: 'X' }),
      await created({ userName: 'ann', displayName: 'Z' }),
      await created({ userName: 'Cleo', displayName: 'Y' }),
    ];
    const order = async (query: Record<string, string>): Promise<unknown[]> =>
      (await list(query)).body.Resources.map((one) => one['userName']);
    expect(await order({ sortBy: 'userName' })).toEqual(['ann', 'Bo', 'Cleo']);
    expect(await order({ sortBy: 'USERNAME', sortOrder: 'descending' })).toEqual(['Cleo', 'Bo', 'ann']);
    expect(await order({ sortBy: 'displayName' })).toEqual(['Bo', 'Cleo', 'ann']);
    await scim.patch(`/Users/${b.id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    expect((await order({ sortBy: 'meta.lastModified' })).at(-1)).toBe('Bo');
    expect(await order({ sortOrder: 'descending' })).toEqual(
      [a, b, c].sort((one, other) => (one.id < other.id ? 1 : -1)).map((one) => one['userName']),
    );
    expect((await list({ sortBy: 'title' })).body.scimType).toBe('invalidPath');
  });

  it('has the attributes that are asked for', async () => {
    const { id } = await created();
    const { body } = await list({ attributes: 'userName', filter: `id eq "${id}"` });
    expect(Object.keys(body.Resources[0] ?? {})).toEqual(['schemas', 'id', 'userName']);
  });

  it('shows a connection its own people only, where it is set so', async () => {
    await sisPeople(3);
    const settings = { defaultAccountType: 'Student', visible: 'linked' } as const;
    const { scim: shy } = await connect(service, tenant, settings);
    const { body } = await shy.post('/Users', scimPerson());
    const { body: all } = await shy.get('/Users');
    expect(all.totalResults).toBe(1);
    expect(idsOf(all.Resources)).toEqual([body.id]);
    expect(await shy.find('userName eq "p1@x.example"')).toEqual([]);
    expect(await shy.find('active eq true')).toHaveLength(1);
  });

  it('of another tenant is another', async () => {
    await created();
    const { scim: other } = await connect(service, await service.tenant());
    expect((await other.get('/Users')).body.totalResults).toBe(0);
    expect(await other.find('userName pr')).toEqual([]);
  });
});

describe('POST .search', () => {
  it('answers as the query does', async () => {
    const { id } = await created({ userName: 'ann' });
    await created();
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'userName eq "ann"',
      attributes: ['userName', 'active'],
      startIndex: 1,
      count: 5,
    };
    const { status, body: answer } = await scim.post('/Users/.search', body);
    expect({ status, totalResults: answer.totalResults }).toEqual({ status: 200, totalResults: 1 });
    expect(answer.Resources).toEqual([expect.objectContaining({ id, userName: 'ann', active: true })]);
    expect((await scim.post('/Users/.search', [])).body.scimType).toBe('invalidSyntax');
    expect((await scim.post('/Users/.search', { filter: 7 })).body.scimType).toBe('invalidSyntax');
    expect((await scim.post('/Users/.search', { count: 1.5 })).body.scimType).toBe('invalidValue');
  });
});
