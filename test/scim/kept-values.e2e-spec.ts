import { atWork, enterprise, storedPerson } from '../factories/scim-person.js';
import { userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { connectionForEachTest } from '../support/each-test.js';
import { ENTERPRISE, type ScimBody, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> => storedPerson(scim, overrides);

const stored = (id: string): Promise<Row> => userOf(tenant, id);

/** What the SIS sends of this person, as it is stored. */
async function sisInput(id: string): Promise<Row> {
  const { email, firstName, lastName, accountType } = await stored(id);
  return { email, firstName, lastName, accountType };
}

async function seen(id: string): Promise<ScimBody> {
  return (await scim.get(`/Users/${id}`)).body;
}

const set = (path: string, value: unknown): object => ({ op: 'replace', path, value });

describe('a kept value', () => {
  it('gives way when another source changes its field, for good', async () => {
    const home = { value: 'home@x.example', type: 'home' };
    const { id } = await created({
      userType: 'Employee',
      displayName: 'Annie',
      roles: [{ value: 'tutor', display: 'Tutor' }],
      emails: [...atWork('ann@x.example'), home],
    });
    const input = { firstName: 'Ann', lastName: 'Lee', accountType: 'Staff', externalId: id };
    await tenant.sis.post('/users', { ...input, email: 'sis@x.example', role: 'registrar', name: 'A. Lee' });
    const seen = {
      userType: 'Staff',
      displayName: 'A. Lee',
      roles: [{ value: 'registrar', primary: true }],
      emails: [...atWork('sis@x.example'), home],
    };
    expect((await scim.get(`/Users/${id}`)).body).toMatchObject(seen);
    const { body } = await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    expect(body).toMatchObject(seen);
  });

  it('gives way when the connection itself changes what it follows', async () => {
    const name = { givenName: 'Ann', middleName: 'Mary', familyName: 'Lee', formatted: 'Ann M. Lee' };
    const { id } = await created({ name, displayName: 'Ann M. Lee' });
    const { body } = await scim.patch(`/Users/${id}`, [set('name.familyName', 'Cruz')]);
    const changed = {
      displayName: 'Ann M. Cruz',
      name: { ...name, familyName: 'Cruz', formatted: 'Ann M. Cruz' },
    };
    expect(body).toMatchObject(changed);
    expect(await seen(id)).toEqual(body);
    // Okta reads the whole and puts it back: the default stays one.
    await scim.put(`/Users/${id}`, body);
    await scim.patch(`/Users/${id}`, [set('name.givenName', 'Bea')]);
    expect((await stored(id))['name']).toBe('Bea M. Cruz');
    expect((await seen(id))['displayName']).toBe('Bea M. Cruz');
  });

  it('that stands for a default role gives way when the account type changes', async () => {
    const { id } = await created({ userType: 'Staff' });
    const role = (await stored(id))['role'];
    await scim.patch(`/Users/${id}`, [set('roles', [{ value: role, display: 'Kept', primary: true }])]);
    const { body } = await scim.patch(`/Users/${id}`, [set('userType', 'Student')]);
    const after = (await stored(id))['role'];
    expect(after).not.toBe(role);
    expect(body['roles']).toEqual([{ value: after, primary: true }]);
  });

  it('stays when it does not follow what the connection changes, and when it is sent together with it', async () => {
    const kept = { displayName: 'Annie', userType: 'Employee', ...enterprise({ department: 'Law' }) };
    const { id } = await created(kept);
    const { body } = await scim.patch(`/Users/${id}`, [set('name.familyName', 'Cruz')]);
    expect(body).toMatchObject(kept);
    const both = [
      set('name.familyName', 'Dam'),
      set('displayName', 'Ann van Dam'),
      set('name.formatted', 'Dam, A.'),
    ];
    const { body: after } = await scim.patch(`/Users/${id}`, both);
    expect(after).toMatchObject({
      displayName: 'Ann van Dam',
      name: { formatted: 'Dam, A.', familyName: 'Dam' },
    });
    expect((await stored(id))['name']).toBe('Ann van Dam');
  });
});

describe('a blank text', () => {
  const texts = { userType: '', displayName: ' ', title: '', nickName: '  ' };
  const blanks = {
    ...texts,
    roles: [{ value: '', primary: true }],
    phoneNumbers: [{ value: '', type: 'work' }],
    [ENTERPRISE]: {
      department: '',
      employeeNumber: ' ',
      costCenter: '',
      manager: { value: '', displayName: 'x' },
    },
  };

  it('is no value: the field is shown, and nothing is echoed', async () => {
    const { id } = await created(blanks);
    const { body: whole } = await scim.get(`/Users/${id}`);
    expect(whole).toMatchObject({
      displayName: 'Ann Lee',
      userType: 'Student',
      roles: [{ value: 'student', primary: true }],
    });
    for (const name of ['title', 'nickName', 'phoneNumbers', ENTERPRISE])
      expect(whole).not.toHaveProperty([name]);
    await tenant.sis.post('/users', { ...(await sisInput(id)), schoolProgram: 'Law', externalId: 'S-1' });
    expect((await seen(id))[ENTERPRISE]).toEqual({ department: 'Law', employeeNumber: 'S-1' });
  });

  it.each<[string, object[]]>([
    ['by paths', Object.entries(texts).map(([path, value]) => set(path, value))],
    ['without a path', [{ op: 'replace', value: texts }]],
  ])('clears in a PATCH what had a value, %s', async (_, operations) => {
    const had = { userType: 'Employee', displayName: 'Annie', title: 'Tutor', nickName: 'A' };
    const { id } = await created(had);
    const { status, body } = await scim.patch(`/Users/${id}`, operations);
    expect(status).toBe(200);
    expect(body).toMatchObject({ userType: 'Student', displayName: 'Ann Lee' });
    for (const name of ['title', 'nickName']) expect(body).not.toHaveProperty(name);
    expect((await stored(id))['name']).toBe('Ann Lee');
  });

  it('as the value of an address or a role takes that one away, and leaves the field shown', async () => {
    const emails = atWork('ann@x.example');
    const { id } = await created({ emails, roles: [{ value: 'tutor', primary: true }] });
    const { status, body } = await scim.patch(`/Users/${id}`, [
      set('emails[type eq "work"].value', ''),
      set('phoneNumbers[type eq "mobile"].value', ''),
      set('roles', [{ value: '', primary: true }]),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ emails, roles: [{ value: 'student', primary: true }] });
    expect(body).not.toHaveProperty('phoneNumbers');
    await scim.put(`/Users/${id}`, { userName: 'ann', emails: [{ value: '', type: 'work' }] });
    expect((await seen(id))['emails']).toEqual(emails);
  });

  it("in a list without any address does not hide the person's own", async () => {
    const emails = [{ type: 'work', display: 'none yet' }];
    const { id } = await created({ userName: 'ann@x.example', emails });
    expect((await seen(id))['emails']).toEqual([...emails, ...atWork('ann@x.example')]);
  });

  it('is no status: a person is never left active by it', async () => {
    const { id } = await created();
    const answer = await scim.patch(`/Users/${id}`, [set('active', '')]);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });

  it('names no member of a group', async () => {
    const { id: ann } = await created();
    const { body: group } = await scim.post('/Groups', { displayName: 'Tutors', members: [{ value: ann }] });
    const answers = [
      await scim.post('/Groups', { displayName: 'Deans', members: [{ value: '' }] }),
      await scim.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: ' ' }] }]),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    for (const value of ['', [], [{ value: '' }]])
      await scim.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'members', value }]);
    expect((await scim.get(`/Groups/${group.id}`)).body['members']).toMatchObject([{ value: ann }]);
  });
});

describe('the name of a manager', () => {
  const MANAGER = `${ENTERPRISE}:manager`;
  const NAMED = { value: '951000009', displayName: 'Bo Vance' };

  /** All that the links of the tenant have. */
  async function links(): Promise<string> {
    const sql = 'SELECT * FROM `scim_links` WHERE `tenantId` = ?';
    return JSON.stringify(await service.query(sql, [tenant.tenantId]));
  }

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'a PUT',
      async (id) => scim.put(`/Users/${id}`, { ...(await seen(id)), ...enterprise({ manager: NAMED }) }),
    ],
    ['a PATCH', (id) => scim.patch(`/Users/${id}`, [{ op: 'add', path: MANAGER, value: NAMED }])],
    [
      'a PATCH of the schema',
      (id) => scim.patch(`/Users/${id}`, [{ op: 'add', value: { [ENTERPRISE]: { manager: NAMED } } }]),
    ],
  ])('is not kept from %s, as it would stay when the manager is erased', async (_, send) => {
    const { id } = await created();
    await send(id);
    expect((await seen(id))[ENTERPRISE]).toEqual({ manager: { value: NAMED.value } });
    expect(await links()).not.toContain('Vance');
  });

  it('is not kept from a PATCH with conditions', async () => {
    const { id } = await created(enterprise({ manager: { value: NAMED.value } }));
    const path = `${MANAGER}[value eq "${NAMED.value}"]`;
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path, value: NAMED }]);
    expect(JSON.stringify([await seen(id), await links()])).not.toContain('Vance');
  });

  it('alone is no manager', async () => {
    const { id } = await created(enterprise({ costCenter: '7', manager: { displayName: 'Bo Vance' } }));
    expect((await seen(id))[ENTERPRISE]).toEqual({ costCenter: '7' });
    expect(await links()).not.toContain('Vance');
  });
});
