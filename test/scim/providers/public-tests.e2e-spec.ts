import { filtered, signInName, type Connected, connectProvider } from '../../support/scim-providers.js';
import { PATCH_OP, SCIM_JSON, type ScimAnswer, type ScimBody, USER } from '../../support/scim.js';
import { TestService } from '../../support/service.js';

/**
 * The steps of the public test collections of Okta and Microsoft, from their descriptions. Which of them contradict
 * RFC 7644, or cannot be asserted here, is in docs/scim.md.
 */
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const service = await TestService.ofWorker();
let provider: Connected;

beforeEach(async () => {
  provider = await connectProvider(service, { Accept: SCIM_JSON });
});

function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const userName = signInName();
  return {
    schemas: [USER],
    userName,
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ann Lee',
    active: true,
    ...overrides,
  };
}

const aGroup = (displayName: string): Promise<ScimBody> =>
  provider.scim.create('/Groups', { schemas: [GROUP], displayName, externalId: `ext ${displayName}` });

const list = (path: '/Users' | '/Groups', filter: string, more = ''): Promise<ScimAnswer> =>
  provider.scim.get(`${path}${filtered(filter, more)}`);

function errorOf({ status, body }: ScimAnswer): unknown[] {
  expect(body.detail).toMatch(/\S/);
  return [status, body['schemas'], body.status];
}

describe("Okta's public tests", () => {
  it('a list with people has a page of one, with numbers and with every attribute that Okta requires', async () => {
    await provider.scim.create('/Users', aPerson());
    await provider.scim.create('/Users', aPerson());
    const { status, body } = await provider.scim.get('/Users?count=1&startIndex=1');
    expect({ status, schemas: body['schemas'] }).toEqual({ status: 200, schemas: [LIST] });
    expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 1, startIndex: 1 });
    const [one] = body.Resources;
    if (one === undefined || body.Resources.length > 1) throw new Error('A page of one has one');
    expect(one).toMatchObject({ name: { givenName: 'Ann', familyName: 'Lee' }, active: true });
    const [address] = one['emails'] as { value: string }[];
    for (const text of [one.id, one['userName'], address?.value]) expect(text).toMatch(/\S/);
  });

  it('a person is read by the id of the list', async () => {
    const { id, ...sent } = await provider.scim.create('/Users', aPerson());
    const { status, body } = await provider.scim.get(`/Users/${id}`);
    expect({ status, id: body.id, userName: body['userName'], emails: body['emails'] }).toEqual({
      status: 200,
      id,
      userName: sent['userName'],
      emails: sent['emails'],
    });
  });

  it('an unknown userName is an empty list, and no error', async () => {
    for (const userName of ['InvalidUser', signInName()]) {
      const { status, body } = await list('/Users', `userName eq "${userName}"`);
      expect({ status, schemas: body['schemas'], totalResults: body.totalResults }).toEqual({
        status: 200,
        schemas: [LIST],
        totalResults: 0,
      });
    }
  });

  it('an unknown id is 404 with an error of SCIM', async () => {
    expect(errorOf(await provider.scim.get('/Users/010101001010101011001010101011'))).toEqual([
      404,
      [ERROR],
      '404',
    ]);
  });

  it('a new person is 201 with an id, active, and with the names as sent', async () => {
    const sent = aPerson();
    const { status, body, headers } = await provider.scim.post('/Users', sent);
    expect(status).toBe(201);
    expect(body['schemas']).toContain(USER);
    expect(body).toMatchObject({ userName: sent['userName'], name: sent['name'], active: true });
    expect(headers.get('location')).toBe(body.meta.location);
    expect((await provider.scim.get(`/Users/${body.id}`)).body).toEqual(body);
  });

  it('the same person again is 409 with an error of SCIM', async () => {
    const sent = aPerson();
    await provider.scim.create('/Users', sent);
    expect(errorOf(await provider.scim.post('/Users', sent))).toEqual([409, [ERROR], '409']);
  });

  it('a userName is found whatever its case', async () => {
    const { id, userName } = await provider.scim.create('/Users', aPerson());
    const { body } = await list('/Users', `userName eq "${String(userName).toUpperCase()}"`);
    expect(body.Resources.map((one) => one.id)).toEqual([id]);
  });

  it('groups are a list', async () => {
    const { status, body } = await provider.scim.get('/Groups');
    expect({ status, schemas: body['schemas'], totalResults: body.totalResults }).toEqual({
      status: 200,
      schemas: [LIST],
      totalResults: 0,
    });
  });

  it('a person is replaced by PUT, deactivated by PATCH and by PUT, and activated', async () => {
    const sent = aPerson();
    const { id } = await provider.scim.create('/Users', sent);
    const at = `/Users/${id}`;
    const name = { givenName: 'Anna', familyName: 'Cruz' };
    expect((await provider.scim.put(at, { ...sent, id, name })).body).toMatchObject({ id, name });
    const patched = await provider.scim.patch(at, [{ op: 'replace', value: { active: false } }]);
    expect(patched).toMatchObject({ status: 200, body: { active: false } });
    expect((await provider.scim.put(at, { ...sent, id, active: true })).body['active']).toBe(true);
    expect((await provider.scim.put(at, { ...sent, id, active: false })).body['active']).toBe(false);
  });

  it('a group is created, renamed, given members and deleted', async () => {
    const { id: person } = await provider.scim.create('/Users', aPerson());
    const { id } = await aGroup('Okta group');
    const at = `/Groups/${id}`;
    await provider.scim.patch(at, [{ op: 'replace', value: { id, displayName: 'Renamed' } }]);
    await provider.scim.patch(at, [{ op: 'add', path: 'members', value: [{ value: person }] }]);
    expect((await provider.scim.get(at)).body).toMatchObject({ displayName: 'Renamed' });
    expect(await provider.scim.membersOf(id)).toEqual([person]);
    expect((await provider.scim.delete(at)).status).toBe(204);
    expect((await provider.scim.get(at)).status).toBe(404);
  });
});

describe("Microsoft's validator, people", () => {
  it('creates one, who is found by userName whatever its case, and none who does not exist', async () => {
    const { id, userName } = await provider.scim.create('/Users', aPerson());
    for (const name of [String(userName), String(userName).toUpperCase()])
      expect((await list('/Users', `userName eq "${name}"`)).body.Resources.map((one) => one.id)).toEqual([
        id,
      ]);
    const none = await list('/Users', `userName eq "${signInName()}"`);
    expect(none).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  });

  it('creates no second one with the same userName', async () => {
    const sent = aPerson({ externalId: 'first' });
    await provider.scim.create('/Users', sent);
    const { status, body } = await provider.scim.post('/Users', { ...sent, externalId: 'second' });
    expect({ status, scimType: body.scimType }).toEqual({ status: 409, scimType: 'uniqueness' });
  });

  it('gives no person the userName of another one, by PUT, PATCH or in a bulk request', async () => {
    const taken = aPerson();
    await provider.scim.create('/Users', taken);
    const sent = aPerson();
    const { id } = await provider.scim.create('/Users', sent);
    const userName = String(taken['userName']).toUpperCase();
    const operations = [{ op: 'replace', path: 'userName', value: userName }];
    const bulk = await provider.scim.post('/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        { method: 'PUT', path: `/Users/${id}`, data: { ...sent, userName } },
        { method: 'PATCH', path: `/Users/${id}`, data: { schemas: [PATCH_OP], Operations: operations } },
        { method: 'POST', path: '/Users', bulkId: 'a', data: aPerson({ userName }) },
      ],
    });
    expect(bulk.body.Operations.map(({ status }) => status)).toEqual(['409', '409', '409']);
    for (const { status, body } of [
      await provider.scim.put(`/Users/${id}`, { ...sent, userName }),
      await provider.scim.patch(`/Users/${id}`, operations),
    ])
      expect({ status, scimType: body.scimType }).toEqual({ status: 409, scimType: 'uniqueness' });
    expect((await provider.scim.get(`/Users/${id}`)).body['userName']).toBe(sent['userName']);
  });

  it('replaces attributes by a verbose PATCH, adds a manager, and reads them back', async () => {
    const { id } = await provider.scim.create('/Users', aPerson());
    const { id: manager } = await provider.scim.create('/Users', aPerson());
    const { status } = await provider.scim.patch(`/Users/${id}`, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'updated@test.example.edu' },
      { op: 'replace', path: 'name.familyName', value: 'Cruz' },
      { op: 'add', path: `${ENTERPRISE}:manager`, value: { value: manager } },
    ]);
    expect(status).toBe(200);
    expect((await provider.scim.get(`/Users/${id}`)).body).toMatchObject({
      name: { givenName: 'Ann', familyName: 'Cruz' },
      emails: [{ type: 'work', value: 'updated@test.example.edu' }],
      [ENTERPRISE]: { manager: { value: manager } },
    });
  });

  it('disables and deletes one, who is not found any more', async () => {
    const { id, userName } = await provider.scim.create('/Users', aPerson());
    const disabled = await provider.scim.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'active', value: false },
    ]);
    expect(disabled).toMatchObject({ status: 200, body: { active: false } });
    expect((await provider.scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(errorOf(await provider.scim.get(`/Users/${id}`))).toEqual([404, [ERROR], '404']);
    expect((await list('/Users', `userName eq "${String(userName)}"`)).body.totalResults).toBe(0);
    expect((await provider.scim.delete(`/Users/${id}`)).status).toBe(404);
  });
});

describe("Microsoft's validator, groups", () => {
  it('creates one, which is found by name whatever its case, and no second one of the name', async () => {
    const { id } = await aGroup('Doctoral students');
    for (const name of ['Doctoral students', 'DOCTORAL STUDENTS']) {
      const { body } = await list('/Groups', `displayName eq "${name}"`, '&excludedAttributes=members');
      expect(body.Resources.map((one) => [one.id, 'members' in one])).toEqual([[id, false]]);
    }
    const again = await provider.scim.post('/Groups', { schemas: [GROUP], displayName: 'Doctoral students' });
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await list('/Groups', 'displayName eq "none"')).body.totalResults).toBe(0);
  });

  it('reads one without its members, changes its name and its members, and deletes it', async () => {
    const { id: person } = await provider.scim.create('/Users', aPerson());
    const { id } = await aGroup('Doctoral students');
    const at = `/Groups/${id}`;
    const change = async (op: string, path: string, value: unknown): Promise<number> =>
      (await provider.scim.patch(at, [{ op, path, value }])).status;
    expect(await change('Replace', 'displayName', 'Candidates')).toBe(204);
    expect(await change('Add', 'members', [{ value: person }])).toBe(204);
    expect(await provider.scim.membersOf(id)).toEqual([person]);
    const without = await provider.scim.get(`${at}?excludedAttributes=members`);
    expect({ displayName: without.body['displayName'], hasMembers: 'members' in without.body }).toEqual({
      displayName: 'Candidates',
      hasMembers: false,
    });
    expect(await change('Remove', 'members', [{ value: person }])).toBe(204);
    expect(await provider.scim.membersOf(id)).toEqual([]);
    expect((await provider.scim.delete(at)).status).toBe(204);
    expect((await provider.scim.get(at)).status).toBe(404);
  });
});
