import { randomUUID } from 'node:crypto';

import { setLimits } from '../../factories/deprovisioning-limits.js';
import { ENTERPRISE, type ScimAnswer, type ScimBody, USER } from '../../support/scim.js';
import {
  type Connected,
  connectProvider,
  filtered,
  signInName,
  stored,
} from '../../support/scim-providers.js';
import { TestService } from '../../support/service.js';

const HEADERS = { Accept: 'application/scim+json' };
const GROUP_SCHEMAS = [
  'urn:ietf:params:scim:schemas:core:2.0:Group',
  'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
];
const WITHOUT_MEMBERS = '&excludedAttributes=members';

const service = await TestService.ofWorker();
let entra: Connected;

beforeEach(async () => {
  entra = await connectProvider(service, HEADERS);
});

function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const userName = signInName();
  return {
    schemas: [USER, ENTERPRISE],
    externalId: randomUUID(),
    userName,
    active: true,
    displayName: 'Ann Lee',
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ann Lee', familyName: 'Lee', givenName: 'Ann' },
    roles: [],
    ...overrides,
  };
}

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> =>
  entra.scim.create('/Users', aPerson(overrides));

function aGroup(displayName = 'Doctoral students'): Promise<ScimBody> {
  const sent = { schemas: GROUP_SCHEMAS, externalId: randomUUID(), displayName };
  return entra.scim.create('/Groups', { ...sent, meta: { resourceType: 'Group' } });
}

/** How the two kinds of PATCH differ that Entra ID sends. */
interface Dialect {
  readonly name: string;
  disable: () => object[];
  enable: () => object[];
  /** Adds a text that has no value yet. */
  nickName: (value: string) => object[];
  rename: (input: {
    email: string;
    givenName: string;
    displayName: string;
    employeeNumber: string;
  }) => object[];
  removeMember: (id: string) => object[];
}

const EMPLOYEE_NUMBER = `${ENTERPRISE}:employeeNumber`;
const WORK_ADDRESS = 'emails[type eq "work"].value';

const DIALECTS: Dialect[] = [
  {
    name: 'without aadOptscim062020',
    disable: () => [{ op: 'Replace', path: 'active', value: 'False' }],
    enable: () => [{ op: 'Replace', path: 'active', value: 'True' }],
    nickName: (value) => [{ op: 'Add', path: 'nickName', value }],
    rename: ({ email, givenName, displayName, employeeNumber }) => [
      { op: 'Replace', path: 'displayName', value: displayName },
      { op: 'Replace', path: WORK_ADDRESS, value: email },
      { op: 'Replace', path: 'name.givenName', value: givenName },
      { op: 'Replace', path: EMPLOYEE_NUMBER, value: employeeNumber },
    ],
    removeMember: (id) => [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }],
  },
  {
    name: 'with aadOptscim062020',
    disable: () => [{ op: 'replace', path: 'active', value: false }],
    enable: () => [{ op: 'replace', path: 'active', value: true }],
    nickName: (value) => [{ op: 'add', path: 'nickName', value }],
    rename: ({ email, givenName, displayName, employeeNumber }) => [
      { op: 'replace', path: WORK_ADDRESS, value: email },
      {
        op: 'replace',
        value: { displayName, 'name.givenName': givenName, [EMPLOYEE_NUMBER]: employeeNumber },
      },
    ],
    removeMember: (id) => [{ op: 'remove', path: `members[value eq "${id}"]` }],
  },
];

describe('the connection test of Entra ID', () => {
  it('looks for a person and a group that do not exist, and gets empty lists', async () => {
    const unknown = randomUUID();
    const answers = [
      await entra.scim.get(`/Users${filtered(`userName eq "${unknown}"`)}`),
      await entra.scim.get(`/Users${filtered(`externalId eq "${unknown}"`)}`),
      await entra.scim.get(`/Groups${filtered(`displayName eq "${unknown}"`, WITHOUT_MEMBERS)}`),
    ];
    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ totalResults: 0, Resources: [] });
      expect(headers.get('content-type')).toContain('application/scim+json');
      expect(body['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
    }
  });

  it('reads the schemas as a list, without null values', async () => {
    const { status, body, text } = await entra.scim.get('/Schemas');
    expect(status).toBe(200);
    expect(body.totalResults).toBeGreaterThan(2);
    expect(text).not.toContain('null');
  });
});

describe('the first cycle of Entra ID', () => {
  it('creates a person whom the look-up did not find, and finds them by each matching attribute', async () => {
    const sent = aPerson();
    const { status, body } = await entra.scim.post('/Users', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ userName: sent['userName'], externalId: sent['externalId'] });
    const name = String(sent['userName']);
    for (const filter of [
      `userName eq "${name}"`,
      `userName eq "${name.toUpperCase()}"`,
      `externalId eq "${String(sent['externalId'])}"`,
      `emails[type eq "work"].value eq "${name}"`,
      `userName eq "${name}" and active eq true`,
      `externalId eq "${String(sent['externalId'])}" and userName eq "${name}"`,
    ]) {
      const found = await entra.scim.find(filter);
      expect({ filter, ids: found.map(({ id }) => id) }).toEqual({ filter, ids: [body.id] });
    }
    expect((await entra.scim.get(`/Users/${body.id}`)).body).toEqual(body);
    expect((await entra.scim.get('/Users/950999999')).status).toBe(404);
  });

  it('creates a person whose attributes without a value are null, as are parts of others', async () => {
    const { id } = await created({
      addresses: null,
      phoneNumbers: null,
      preferredLanguage: null,
      title: null,
      department: null,
      manager: null,
      name: { formatted: null, familyName: 'Lee', givenName: 'Ann', middleName: null },
      emails: [{ type: 'work', value: 'ann@x.example', primary: true, display: null }],
      [ENTERPRISE]: { department: null, employeeNumber: 'E-1', manager: null },
    });
    const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@x.example' };
    expect(await stored(entra, id)).toMatchObject({ ...ann, legacyNumber: 'E-1', schoolProgram: null });
    const { body } = await entra.scim.get(`/Users/${id}`);
    for (const name of ['addresses', 'phoneNumbers', 'title', 'manager', 'department'])
      expect(body).not.toHaveProperty(name);
  });

  it('takes over a person whom the SIS has sent, by their address', async () => {
    const input = { email: 'ann@x.example', firstName: 'Ann', lastName: 'Lee', accountType: 'Faculty' };
    const { body: sis } = await entra.tenant.sis.post('/users', { ...input, degree: 'EdD' });
    const id = String(sis.data['id']);
    const [found] = await entra.scim.find('userName eq "ann@x.example"');
    expect(found?.id).toBe(id);
    const operations = [
      { op: 'Add', path: 'externalId', value: 'entra-1' },
      { op: 'Replace', path: 'name.familyName', value: 'Cruz' },
    ];
    expect((await entra.scim.patch(`/Users/${id}`, operations)).status).toBe(200);
    const after = { lastName: 'Cruz', degree: 'EdD', accountType: 'Faculty' };
    expect(await stored(entra, id)).toMatchObject(after);
    expect((await entra.scim.find('externalId eq "entra-1"')).map((one) => one.id)).toEqual([id]);
  });

  it('is notified of a person who exists already', async () => {
    const sent = aPerson();
    await entra.scim.post('/Users', sent);
    const answer = await entra.scim.post('/Users', sent);
    expect(answer).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
  });
});

describe.each(DIALECTS)('a later cycle of Entra ID $name', (dialect) => {
  const patch = (id: string, operations: object[]): Promise<ScimAnswer> =>
    entra.scim.patch(`/Users/${id}`, operations);

  it('changes several attributes by one request', async () => {
    const { id } = await created();
    const [email, givenName, displayName] = ['anna@x.example', 'Anna', 'Anna L.'];
    const operations = dialect.rename({ email, givenName, displayName, employeeNumber: 'E-2' });
    expect(await patch(id, operations)).toMatchObject({ status: 200, body: { displayName } });
    const after = { email, firstName: givenName, name: displayName, legacyNumber: 'E-2' };
    expect(await stored(entra, id)).toMatchObject(after);
    expect((await entra.scim.find(`emails[type eq "work"].value eq "anna@x.example"`)).length).toBe(1);
  });

  it('adds a value to an attribute that has no field here, and reads it back', async () => {
    const { id } = await created();
    await patch(id, dialect.nickName('Annie'));
    expect((await entra.scim.get(`/Users/${id}`)).body['nickName']).toBe('Annie');
  });

  it('disables a person who is unassigned, finds them again, and enables them', async () => {
    const { id, userName } = await created();
    expect((await patch(id, dialect.disable())).body['active']).toBe(false);
    expect((await stored(entra, id))['accountStatus']).toBe('inactive');
    const [found] = await entra.scim.find(`userName eq "${String(userName)}"`);
    expect(found).toMatchObject({ id, active: false });
    expect((await patch(id, dialect.enable())).body['active']).toBe(true);
    expect((await stored(entra, id))['accountStatus']).toBe('active');
  });

  it('deletes a person who was disabled before, and creates them again under the same ID', async () => {
    const sent = aPerson();
    const { id } = await created(sent);
    await patch(id, dialect.disable());
    expect((await entra.scim.delete(`/Users/${id}`)).status).toBe(204);
    expect((await entra.scim.get(`/Users/${id}`)).status).toBe(404);
    expect(await entra.scim.find(`userName eq "${String(sent['userName'])}"`)).toEqual([]);
    const again = await created(sent);
    expect(again).toMatchObject({ id, active: true });
  });

  it('is answered without an error when limits hold a de-provisioning', async () => {
    await setLimits(service, entra.tenant, { mode: 'hold', perDay: { count: 1 } });
    const people = [await created(), await created(), await created()];
    const expected = [false, true, true];
    for (const [place, { id }] of people.entries()) {
      const { status, body } = await patch(id, dialect.disable());
      expect({ place, status, active: body['active'] }).toEqual({
        place,
        status: 200,
        active: expected[place],
      });
    }
  });

  it('adds and removes members of a group, in one request for several', async () => {
    const people = [await created(), await created(), await created()].map(({ id }) => id);
    const [first = '', second = '', third = ''] = people;
    const { id } = await aGroup();
    const add = people.map((value) => ({ op: 'Add', path: 'members', value: [{ $ref: null, value }] }));
    const { status, text } = await entra.scim.patch(`/Groups/${id}`, add);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await entra.scim.membersOf(id)).toEqual([...people].sort());
    expect((await entra.scim.patch(`/Groups/${id}`, dialect.removeMember(second))).status).toBe(204);
    expect(await entra.scim.membersOf(id)).toEqual([first, third].sort());
    // A member who has gone already is removed once more after a cycle that was cut.
    expect((await entra.scim.patch(`/Groups/${id}`, dialect.removeMember(second))).status).toBe(204);
  });
});

describe('the cycles of Entra ID', () => {
  const PEOPLE = 100;
  const LEAVING = 20;
  const LIMIT = 5;

  it('double no person, and are answered without an error where limits hold those who leave', async () => {
    await setLimits(service, entra.tenant, { mode: 'hold', perDay: { count: LIMIT } });
    const people = Array.from({ length: PEOPLE }, () => aPerson());
    const lookUp = async ({ userName }: Record<string, unknown>): Promise<string | undefined> =>
      (await entra.scim.find(`userName eq "${String(userName)}"`))[0]?.id;
    const ids: string[] = [];
    for (const one of people) {
      expect(await lookUp(one)).toBeUndefined();
      ids.push((await created(one)).id);
    }
    for (const [place, one] of people.entries()) {
      if (place % 50 > 0) continue;
      expect(await lookUp(one)).toBe(ids[place]);
      await entra.scim.patch(`/Users/${ids[place] ?? ''}`, [{ op: 'Add', path: 'title', value: 'Tutor' }]);
    }
    const answers: ScimAnswer[] = [];
    const disable = [{ op: 'Replace', path: 'active', value: 'False' }];
    for (const id of ids.slice(0, LEAVING)) answers.push(await entra.scim.patch(`/Users/${id}`, disable));
    expect(answers.map(({ status }) => status)).toEqual(Array(LEAVING).fill(200));
    expect(answers.filter(({ body }) => body['active'] === true).length).toBe(LEAVING - LIMIT);
    const { body: all } = await entra.scim.get('/Users?count=0');
    expect(all.totalResults).toBe(PEOPLE);
    expect(new Set(ids).size).toBe(PEOPLE);
    const { body: gone } = await entra.scim.get(`/Users${filtered('active eq false', '&count=0')}`);
    expect(gone.totalResults).toBe(LIMIT);
  });
});

describe('the manager whom Entra ID sends', () => {
  it.each<[string, (id: string) => unknown]>([
    ['as an ID alone', (id) => id],
    ['as an object', (id) => ({ value: id })],
    ['as a list of one', (id) => [{ $ref: `http://x.example/scim/v2/Users/${id}`, value: id }]],
  ])('%s is kept, and removed again', async (_, valueOf) => {
    const [boss, { id }] = [await created(), await created()];
    const path = `${ENTERPRISE}:manager`;
    const set = await entra.scim.patch(`/Users/${id}`, [{ op: 'Add', path, value: valueOf(boss.id) }]);
    expect(set).toMatchObject({ status: 200, body: { [ENTERPRISE]: { manager: { value: boss.id } } } });
    const asked = `id eq "${id}" and ${path} eq "${boss.id}"`;
    expect((await entra.scim.find(asked, '&attributes=id')).map((one) => one.id)).toEqual([id]);
    expect(await entra.scim.find(`id eq "${id}" and ${path} eq "950999999"`)).toEqual([]);
    const gone = await entra.scim.patch(`/Users/${id}`, [{ op: 'Remove', path }]);
    expect(gone.status).toBe(200);
    expect(gone.body).not.toHaveProperty([ENTERPRISE]);
  });
});

describe('a group of Entra ID', () => {
  it('is created without members, found by its name and read without its members', async () => {
    const { id, ...group } = await aGroup();
    expect(group['displayName']).toBe('Doctoral students');
    const search = filtered('displayName eq "doctoral STUDENTS"', WITHOUT_MEMBERS);
    const { body } = await entra.scim.get(`/Groups${search}`);
    expect(body.Resources.map((one) => [one.id, 'members' in one])).toEqual([[id, false]]);
    const { body: read } = await entra.scim.get(`/Groups/${id}?excludedAttributes=members`);
    expect(read).not.toHaveProperty('members');
  });

  it('is renamed and deleted', async () => {
    const { id } = await aGroup();
    const operations = [{ op: 'Replace', path: 'displayName', value: 'Candidates' }];
    expect((await entra.scim.patch(`/Groups/${id}`, operations)).status).toBe(204);
    expect((await entra.scim.get(`/Groups/${id}`)).body['displayName']).toBe('Candidates');
    expect((await entra.scim.delete(`/Groups/${id}`)).status).toBe(204);
    expect((await entra.scim.get(`/Groups/${id}`)).status).toBe(404);
  });

  it('is asked whether it has a member', async () => {
    const [{ id: member }, { id }] = [await created(), await aGroup()];
    await entra.scim.patch(`/Groups/${id}`, [{ op: 'Add', path: 'members', value: [{ value: member }] }]);
    const ask = async (value: string): Promise<string[]> => {
      const filter = `id eq "${id}" and members eq "${value}"`;
      const { body } = await entra.scim.get(`/Groups${filtered(filter, WITHOUT_MEMBERS)}`);
      return body.Resources.map((one) => one.id);
    };
    expect(await ask(member)).toEqual([id]);
    expect(await ask('950999999')).toEqual([]);
  });
});
