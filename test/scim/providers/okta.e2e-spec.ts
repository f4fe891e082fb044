import { setLimits } from '../../factories/deprovisioning-limits.js';
import { person } from '../../factories/person.js';
import { someStudents } from '../../factories/progress-people.js';
import { storedId } from '../../factories/stored-people.js';
import { type ScimBody, USER } from '../../support/scim.js';
import {
  type Connected,
  connectProvider,
  filtered,
  signInName,
  stored,
} from '../../support/scim-providers.js';
import { TestService } from '../../support/service.js';

const HEADERS = {
  Accept: 'application/scim+json',
  'Accept-Charset': 'utf-8',
  'User-Agent': 'Okta SCIM Client 1.0.0',
};
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PAGE = '&startIndex=1&count=100';

const service = await TestService.ofWorker();
let okta: Connected;

beforeEach(async () => {
  okta = await connectProvider(service, HEADERS);
});

function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const userName = signInName();
  return {
    schemas: [USER],
    userName,
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ann Lee',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1zq-unasked-password',
    active: true,
    ...overrides,
  };
}

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> =>
  okta.scim.create('/Users', aPerson(overrides));

const aGroup = (displayName: string): Promise<ScimBody> =>
  okta.scim.create('/Groups', { schemas: [GROUP], displayName, members: [] });

describe('the connection test of Okta', () => {
  it('reads a page of people and of groups, with counts that are numbers', async () => {
    await created();
    for (const path of ['/Users?startIndex=1&count=2', '/Groups?startIndex=1&count=100']) {
      const { status, body } = await okta.scim.get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      for (const name of ['totalResults', 'startIndex', 'itemsPerPage'])
        expect({ name, type: typeof body[name] }).toEqual({ name, type: 'number' });
      expect(Array.isArray(body.Resources)).toBe(true);
    }
  });
});

describe('a person who is assigned in Okta', () => {
  it('is looked up by userName, created, and read', async () => {
    const sent = aPerson();
    const lookUp = `/Users${filtered(`userName eq "${String(sent['userName'])}"`, PAGE)}`;
    const { body: none } = await okta.scim.get(lookUp);
    expect(none).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] });
    const { status, body } = await okta.scim.post('/Users', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ userName: sent['userName'], locale: 'en-US' });
    const { body: found } = await okta.scim.get(lookUp);
    expect(found.Resources).toEqual([body]);
    expect((await okta.scim.get(`/Users/${body.id}`)).body).toEqual(body);
  });

  it('has no password afterwards, in no answer', async () => {
    const { id } = await created();
    for (const query of ['', '?attributes=password'])
      expect((await okta.scim.get(`/Users/${id}${query}`)).text).not.toContain('password');
  });

  it('is refused when the person exists, by a body that Okta can read', async () => {
    const sent = aPerson();
    await okta.scim.post('/Users', sent);
    const { status, body } = await okta.scim.post('/Users', sent);
    expect(status).toBe(409);
    const detail = expect.any(String) as unknown;
    expect(body).toMatchObject({ status: '409', scimType: 'uniqueness', detail });
  });

  it('is found by the address when the SIS has sent them, and updated by PUT', async () => {
    const id = await storedId(okta.tenant, person({ email: 'ann@x.example', degree: 'EdD' }));
    const { body } = await okta.scim.get(`/Users${filtered('userName eq "ann@x.example"', PAGE)}`);
    const [found] = body.Resources;
    expect(found?.id).toBe(id);
    const more = { externalId: '00u1', title: 'Tutor' };
    const put = await okta.scim.put(`/Users/${id}`, { ...found, ...more });
    expect(put).toMatchObject({ status: 200, body: more });
    expect(await stored(okta, id)).toMatchObject({ degree: 'EdD', accountStatus: 'active' });
  });
});

describe('an update by Okta', () => {
  it('reads the whole, changes it, and puts it back with what it cannot change', async () => {
    const { id } = await created();
    const { body: read } = await okta.scim.get(`/Users/${id}`);
    const name = { givenName: 'Another', middleName: 'Excited', familyName: 'User' };
    const { status, body } = await okta.scim.put(`/Users/${id}`, { ...read, name, groups: [] });
    expect({ status, name: body['name'] }).toMatchObject({ status: 200, name });
    const names = { firstName: 'Another', middleInitial: 'E', lastName: 'User' };
    expect(await stored(okta, id)).toMatchObject({ ...names, accountStatus: 'active' });
  });

  it('takes a middle name away by a blank text', async () => {
    const { id } = await created({ name: { givenName: 'Ann', middleName: 'Mary', familyName: 'Lee' } });
    const { body: read } = await okta.scim.get(`/Users/${id}`);
    const name = { givenName: 'Ann', middleName: '', familyName: 'Lee' };
    expect((await okta.scim.put(`/Users/${id}`, { ...read, name })).status).toBe(200);
    expect((await stored(okta, id))['middleInitial']).toBeNull();
  });

  it('that puts back what it has read changes nothing', async () => {
    const { id, meta } = await created();
    const before = await stored(okta, id);
    const { body: read } = await okta.scim.get(`/Users/${id}`);
    expect((await okta.scim.put(`/Users/${id}`, read)).body.meta.version).toBe(meta.version);
    expect(await stored(okta, id)).toEqual(before);
  });
});

describe('a person who is unassigned in Okta', () => {
  it('is deactivated by a PATCH without a path, and activated again', async () => {
    const { id } = await created();
    for (const active of [false, true]) {
      const { status, body } = await okta.scim.patch(`/Users/${id}`, [{ op: 'replace', value: { active } }]);
      expect({ status, id: body.id, active: body['active'] }).toEqual({ status: 200, id, active });
      expect((await stored(okta, id))['accountStatus']).toBe(active ? 'active' : 'inactive');
    }
  });

  it('is deactivated by a PUT of an integration that was made with the wizard', async () => {
    const { id } = await created();
    const { body: read } = await okta.scim.get(`/Users/${id}`);
    const { status, body } = await okta.scim.put(`/Users/${id}`, { ...read, active: false });
    expect({ status, active: body['active'] }).toEqual({ status: 200, active: false });
    expect((await stored(okta, id))['accountStatus']).toBe('inactive');
  });

  it('stays in the list, and is held by the limits without an error', async () => {
    await setLimits(service, okta.tenant, { mode: 'hold', perDay: { count: 0 } });
    const { id } = await created();
    const off = [{ op: 'replace', value: { active: false } }];
    const { status, body } = await okta.scim.patch(`/Users/${id}`, off);
    expect({ status, active: body['active'] }).toEqual({ status: 200, active: true });
    expect((await okta.scim.get('/Users?startIndex=1&count=100')).body.totalResults).toBe(1);
  });
});

describe('an import into Okta', () => {
  it('reads all people once, in pages of a hundred in the same order', async () => {
    await someStudents(okta.tenant, 230);
    const seen: string[] = [];
    let total = Infinity;
    for (let start = 1; start <= total; start += 100) {
      const { body } = await okta.scim.get(`/Users?startIndex=${start}&count=100`);
      total = body.totalResults;
      expect(body['startIndex']).toBe(start);
      seen.push(...body.Resources.map(({ id }) => id));
    }
    expect(total).toBe(230);
    expect(seen).toHaveLength(230);
    expect(seen).toEqual([...new Set(seen)].sort());
  });
});

describe('a group that Okta pushes', () => {
  it('is created empty, found by its name and read', async () => {
    const { id, ...group } = await aGroup('Doctoral students');
    expect(group['displayName']).toBe('Doctoral students');
    expect(group.meta.location).toMatch(new RegExp(`/Groups/${id}$`));
    const { body } = await okta.scim.get(`/Groups${filtered('displayName eq "Doctoral students"', PAGE)}`);
    expect(body.Resources.map((one) => one.id)).toEqual([id]);
    expect((await okta.scim.get(`/Groups/${id}`)).status).toBe(200);
  });

  it('is renamed with its id in the value', async () => {
    const { id } = await aGroup('Old');
    const rename = [{ op: 'replace', value: { id, displayName: 'New' } }];
    const { status } = await okta.scim.patch(`/Groups/${id}`, rename);
    expect([200, 204]).toContain(status);
    expect((await okta.scim.get(`/Groups/${id}`)).body['displayName']).toBe('New');
  });

  it('changes its members by one PATCH, replaces them, and by PUT', async () => {
    const people = [await created(), await created(), await created()];
    const [first, second, third] = people.map(({ id, userName }) => ({ value: id, display: userName }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('three people');
    const { id } = await aGroup('Doctoral students');
    const patch = async (operations: object[]): Promise<unknown[]> => {
      const { status, text } = await okta.scim.patch(`/Groups/${id}`, operations);
      if (status !== 204 && status !== 200) throw new Error(text);
      return okta.scim.membersOf(id);
    };
    expect(await patch([{ op: 'add', path: 'members', value: [first] }])).toEqual([first.value]);
    const removal = { op: 'remove', path: `members[value eq "${first.value}"]` };
    const addition = { op: 'add', path: 'members', value: [second] };
    expect(await patch([removal, addition])).toEqual([second.value]);
    expect(await patch([{ op: 'replace', path: 'members', value: [first, third] }])).toEqual(
      [first.value, third.value].sort(),
    );
    const whole = { schemas: [GROUP], displayName: 'Doctoral students', members: [second] };
    const { status, body } = await okta.scim.put(`/Groups/${id}`, whole);
    expect(status).toBe(200);
    expect(body['displayName']).toBe('Doctoral students');
    expect(await okta.scim.membersOf(id)).toEqual([second.value]);
  });

  it('is deleted when it is unlinked, and leaves its members as they are', async () => {
    const { id: member } = await created();
    const { id } = await aGroup('Doctoral students');
    await okta.scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: member }] }]);
    expect((await okta.scim.delete(`/Groups/${id}`)).status).toBe(204);
    expect((await okta.scim.get(`/Groups/${id}`)).status).toBe(404);
    expect((await stored(okta, member))['accountStatus']).toBe('active');
  });
});
