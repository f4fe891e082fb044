import { ConnectionKeysService } from '../../src/tenancy/credentials/connection-keys.service.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../factories/person.js';
import { setLimits } from '../factories/deprovisioning-limits.js';
import { deactivate, enterprise, scimPerson, storedPerson } from '../factories/scim-person.js';
import { userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { connectionForEachTest } from '../support/each-test.js';
import {
  connect,
  ENTERPRISE,
  EXTENSION,
  type ScimAnswer,
  type ScimBody,
  type ScimClient,
  SCIM_JSON,
  USER,
} from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const refusalOf = ({ status, body }: ScimAnswer): unknown[] => [status, body.scimType, body.detail];

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> => storedPerson(scim, overrides);

const stored = (id: string): Promise<Row> => userOf(tenant, id);

async function sisUser(overrides: Record<string, unknown> = {}): Promise<Record<string, string>> {
  return (await tenant.sis.post('/users', person(overrides))).body.data as Record<string, string>;
}

describe('a person who is created', () => {
  it('is answered as sent, with an ID, a version and an address, and stands in the REST interface', async () => {
    const extension = { degree: 'EdD', yearOfEntry: 2024, userTags: ['a'] };
    const sent = scimPerson({
      name: { givenName: 'Ann', middleName: 'Mary', familyName: 'Lee', honorificPrefix: 'Dr' },
      title: 'Tutor',
      phoneNumbers: [{ value: '555', type: 'mobile' }],
      userType: 'Faculty',
      roles: [{ value: 'chair', display: 'Chair' }],
      ...enterprise({ employeeNumber: 'E-1', department: 'Law', costCenter: '7', manager: { value: '9' } }),
      [EXTENSION]: { ...extension, degreeField: 'Law', isExternal: true },
      'urn:other:1.0:User': { shoe: 40 },
    });
    const { status, headers, body } = await scim.post('/Users', sent);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe(`${SCIM_JSON}; charset=utf-8`);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('etag')).toBe(body.meta.version);
    expect(body).toMatchObject({
      ...sent,
      schemas: [USER, ENTERPRISE, EXTENSION, 'urn:other:1.0:User'],
      name: { ...(sent['name'] as object), formatted: 'Ann M. Lee' },
      displayName: 'Ann M. Lee',
    });
    expect(await stored(body.id)).toMatchObject({
      id: body.id,
      firstName: 'Ann',
      lastName: 'Lee',
      middleInitial: 'M',
      name: 'Ann M. Lee',
      accountType: 'Faculty',
      accountStatus: 'active',
      role: 'chair',
      legacyNumber: 'E-1',
      schoolProgram: 'Law',
      ...extension,
      facultyProfile: { degreeField: 'Law', isExternal: true },
    });
    expect((await scim.get(`/Users/${body.id}`)).body).toEqual(body);
  });

  it('is a Student or what the connection says, and keeps the text that was sent', async () => {
    const { id, userType } = await created({ userType: 'Employee' });
    expect(userType).toBe('Employee');
    expect((await stored(id))['accountType']).toBe('Student');
    const { scim: none } = await connect(service, tenant, {});
    expect(refusalOf(await none.post('/Users', scimPerson({ userType: 'Guest' })))).toEqual([
      400,
      'invalidValue',
      'userType must be one of Student, Faculty, Staff, as this connection has no default account type.',
    ]);
    expect((await none.post('/Users', scimPerson({ userType: 'STAFF' }))).status).toBe(201);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['the formatted name', { name: { formatted: 'Bo van Dam' } }, { firstName: 'Bo van', lastName: 'Dam' }],
    ['a displayName', { name: undefined, displayName: 'Dam, Bo' }, { firstName: 'Bo', lastName: 'Dam' }],
    [
      'the address',
      { name: undefined, emails: undefined, userName: 'bo.dam@x.example' },
      { firstName: 'bo', lastName: 'dam', email: 'bo.dam@x.example' },
    ],
    [
      'the other part',
      { name: { familyName: 'Dam' }, displayName: 'Bo Dam' },
      { firstName: 'Bo', lastName: 'Dam' },
    ],
  ])('takes a missing name from %s', async (_, overrides, fields) => {
    const { id } = await created(overrides);
    expect(await stored(id)).toMatchObject(fields);
  });

  it.each<[string, [object, object], string]>([
    [
      'the primary one at work',
      [
        { primary: true, type: 'home' },
        { primary: true, type: 'work' },
      ],
      'b@x.example',
    ],
    ['else the primary one', [{ type: 'work' }, { primary: 'True' }], 'b@x.example'],
    ['else the first', [{ type: 'home' }, { type: 'work' }], 'a@x.example'],
  ])('has as its address %s', async (_, [one, other], address) => {
    const emails = [
      { value: 'a@x.example', ...one },
      { value: 'b@x.example', ...other },
    ];
    const { id } = await created({ emails });
    expect((await stored(id))['email']).toBe(address);
  });

  it.each<[string, Record<string, unknown>, string | RegExp]>([
    ['without a userName', { userName: undefined }, 'userName is required.'],
    ['with a blank userName', { userName: ' ' }, 'userName is required.'],
    [
      'without an address',
      { userName: 'ann', emails: [] },
      'emails must have an address, unless userName is one.',
    ],
    ['with a wrong address', { emails: [{ value: 'no address' }] }, /^emails /],
    [
      'with a long name',
      { name: { givenName: 'x'.repeat(101), familyName: 'y' } },
      'name.givenName must be at most 100 characters long.',
    ],
    [
      'with a role of administrators',
      { roles: [{ value: 'application_admin' }] },
      'roles must not have application_admin, which this connection may not give.',
    ],
    ['with a wrong number', { [EXTENSION]: { monthOfEntry: 13 } }, /^monthOfEntry /],
    [
      'with custom fields that are no JSON',
      { [EXTENSION]: { customFields: '{a' } },
      'customFields must be a JSON object as text, with each key once.',
    ],
    ['with too much', { notes: 'x'.repeat(70_000) }, 'The resource must be at most 64 KiB as JSON.'],
    ['with half a character', { title: '\ud800' }, /^title must be valid Unicode/],
    ['with NUL', { title: 'a\u0000b' }, /^title must not contain control characters/],
    [
      'with an invisible character in the userName',
      { userName: 'a\u200bb' },
      /^userName must not contain U\+200B/,
    ],
  ])('is refused %s', async (_, overrides, detail) => {
    const { status, body } = await scim.post('/Users', scimPerson(overrides));
    expect({ status, scimType: body.scimType }).toEqual({ status: 400, scimType: 'invalidValue' });
    expect(body.detail).toMatch(detail);
    expect((await tenant.sis.get('/users/950000001')).status).toBe(404);
  });

  it('never has a password afterwards', async () => {
    const { text } = await scim.post('/Users', scimPerson({ password: 'zq-secret-password' }));
    expect(text).not.toContain('zq-secret');
  });

  it('is refused as no SCIM resource', async () => {
    const send = async (body: string, type = SCIM_JSON): Promise<unknown[]> =>
      refusalOf(await scim.send('POST', '/Users', body, { 'Content-Type': type })).slice(0, 2);
    expect(await send('{')).toEqual([400, 'invalidSyntax']);
    expect(await send('[]')).toEqual([400, 'invalidSyntax']);
    expect(await send('{"userName":"a","USERNAME":"b"}')).toEqual([400, 'invalidSyntax']);
    expect(await send('{}', 'text/xml')).toEqual([415, undefined]);
    expect(await send(`{"a":"${'x'.repeat(300_000)}"}`)).toEqual([413, undefined]);
    const person = JSON.stringify(scimPerson());
    expect(await send(person, 'application/json; charset=utf-8')).toEqual([201, undefined]);
  });
});

describe('a POST of a person who is stored', () => {
  it('adopts one who came from the SIS, by number or address, and writes what differs', async () => {
    const ann = await sisUser({ externalId: 'S-1', email: 'ann@x.example', degree: 'EdD' });
    const emails = [{ value: 'new@x.example' }];
    const byNumber = await created({ emails, ...enterprise({ employeeNumber: 'S-1' }) });
    expect(byNumber.id).toBe(ann['id']);
    const adopted = { email: 'new@x.example', degree: 'EdD', legacyNumber: 'S-1' };
    expect(await stored(byNumber.id)).toMatchObject(adopted);
    const bo = await sisUser({ email: 'bo@x.example', accountType: 'Staff' });
    const byAddress = await created({ emails: [{ value: 'BO@x.example' }], name: undefined });
    expect(byAddress.id).toBe(bo['id']);
    // What the connection did not send stays as the SIS sent it.
    expect(await stored(byAddress.id)).toMatchObject({ accountType: 'Staff', firstName: bo['firstName'] });
  });

  it('is refused by a connection that adopts no one', async () => {
    const { scim: strict } = await connect(service, tenant, { defaultAccountType: 'Student', adopts: false });
    const { id } = await sisUser({ email: 'ann@x.example' });
    const input = scimPerson({ emails: [{ value: 'ann@x.example' }] });
    expect(refusalOf(await strict.post('/Users', input)).slice(0, 2)).toEqual([409, 'uniqueness']);
    expect((await strict.get(`/Users/${String(id)}`)).status).toBe(200);
  });

  it('is refused by such a connection also when the person is found and written by the ID', async () => {
    const { scim: strict } = await connect(service, tenant, { defaultAccountType: 'Student', adopts: false });
    const { id = '', email } = await sisUser({ email: 'ann@x.example' });
    const before = await stored(id);
    const [found] = await strict.find('userName eq "ann@x.example"');
    const at = `/Users/${String(found?.id)}`;
    const title = [{ op: 'add', path: 'title', value: 'Tutor' }];
    const answers = [
      await strict.patch(at, title),
      await strict.patch(at, [{ op: 'replace', path: 'active', value: false }]),
      await strict.put(at, { ...found, title: 'Tutor' }),
      await strict.delete(at),
    ];
    for (const answer of answers)
      expect(refusalOf(answer)).toEqual([
        403,
        undefined,
        `The person ${id} came from another source, and this connection takes no such person over; ask an ` +
          'administrator.',
      ]);
    expect(await stored(id)).toEqual(before);
    // It may name them, as a group carries no privilege; and writes its own people as others do.
    const { body: group } = await strict.post('/Groups', { displayName: 'All', members: [{ value: id }] });
    expect(group['members']).toMatchObject([{ value: id }]);
    const own = await storedPerson(strict);
    expect((await strict.patch(`/Users/${own.id}`, title)).status).toBe(200);
    expect((await strict.delete(`/Users/${own.id}`)).status).toBe(204);
    // What it held before stays its own.
    const { scim: late, apiKey } = await connect(service, tenant);
    await late.patch(at, title);
    const scope = await service.app.get(TenancyService).scopeOfKey(apiKey);
    await service.app.get(ConnectionKeysService).change(scope, apiKey, { adopts: false });
    expect((await late.patch(at, [{ op: 'replace', path: 'title', value: 'Dean' }])).status).toBe(200);
    expect((await stored(id))['email']).toBe(email);
  });

  it('is refused when the connection holds the active person, by address and by userName', async () => {
    const sent = scimPerson();
    await created(sent);
    const before = await stored('950000001');
    expect(refusalOf(await scim.post('/Users', sent))).toEqual([
      409,
      'uniqueness',
      'The person exists already, with the id 950000001; nothing was changed.',
    ]);
    const another = scimPerson({ userName: String(sent['userName']).toUpperCase() });
    expect(refusalOf(await scim.post('/Users', another)).slice(0, 2)).toEqual([409, 'uniqueness']);
    expect(await stored('950000001')).toEqual(before);
  });

  it('takes back one who has left: the account was made again', async () => {
    const sent = scimPerson();
    const { id } = await created(sent);
    await deactivate(scim, id);
    const again = await created({ ...sent, externalId: 'another', title: 'New' });
    expect(again).toMatchObject({ id, active: true, externalId: 'another', title: 'New' });
    expect((await stored(id))['accountStatus']).toBe('active');
  });

  it('is refused when number and address belong to two people', async () => {
    const one = await sisUser({ externalId: 'S-1' });
    const two = await sisUser({ email: 'two@x.example' });
    const keys = { emails: [{ value: 'two@x.example' }], ...enterprise({ employeeNumber: 'S-1' }) };
    const input = scimPerson(keys);
    const [status, type, detail] = refusalOf(await scim.post('/Users', input));
    expect({ status, type }).toEqual({ status: 409, type: 'uniqueness' });
    for (const { id } of [one, two]) expect(detail).toContain(id);
  });

  it('is a person of its own for each connection', async () => {
    const { scim: other } = await connect(service, tenant);
    const sent = scimPerson({ title: 'Ours' });
    const { id } = await created(sent);
    const { status, body } = await other.post('/Users', { ...sent, userName: 'theirs', title: 'Theirs' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id, userName: 'theirs', title: 'Theirs' });
    const { body: ours } = await scim.get(`/Users/${id}`);
    expect(ours).toMatchObject({ userName: sent['userName'], title: 'Ours' });
  });
});

describe('a PUT', () => {
  it('replaces what the connection sent, and leaves what others own', async () => {
    const extensions = { ...enterprise({ department: 'Law' }), [EXTENSION]: { degree: 'EdD' } };
    const sent = scimPerson({ title: 'Tutor', ...extensions });
    const { id } = await created(sent);
    const { email, firstName, lastName, accountType } = await stored(id);
    const genderPronoun = 'she/her';
    await tenant.sis.post('/users', { email, firstName, lastName, accountType, genderPronoun });
    const { status, body } = await scim.put(`/Users/${id}`, {
      ...sent,
      title: undefined,
      active: undefined,
      [ENTERPRISE]: undefined,
      [EXTENSION]: { programId: 'P-1' },
    });
    expect(status).toBe(200);
    for (const name of ['title', ENTERPRISE]) expect(body).not.toHaveProperty([name]);
    const kept = { programId: 'P-1', genderPronoun };
    expect(body[EXTENSION]).toMatchObject(kept);
    const cleared = { schoolProgram: null, degree: null };
    expect(await stored(id)).toMatchObject({ ...kept, ...cleared, accountStatus: 'active' });
  });

  it('of a person who left keeps them out, unless it says that they are active', async () => {
    const sent = scimPerson({ active: false });
    const { id } = await created(sent);
    await scim.put(`/Users/${id}`, { ...sent, active: undefined });
    expect((await stored(id))['accountStatus']).toBe('inactive');
    await scim.put(`/Users/${id}`, { ...sent, active: 'True' });
    expect((await stored(id))['accountStatus']).toBe('active');
  });

  it('that changes nothing moves neither version nor time', async () => {
    const sent = scimPerson({ title: 'Tutor' });
    const { id, meta } = await created(sent);
    const before = await stored(id);
    const { body } = await scim.put(`/Users/${id}`, sent);
    expect(body.meta).toEqual(meta);
    expect(await stored(id)).toEqual(before);
  });

  it('changes address and number of the same person, and refuses those of another', async () => {
    const taken = await sisUser({ externalId: 'S-9', email: 'taken@x.example' });
    const sent = scimPerson(enterprise({ employeeNumber: 'E-1' }));
    const { id } = await created(sent);
    const emails = [{ value: 'moved@x.example' }];
    await scim.put(`/Users/${id}`, { ...sent, emails, ...enterprise({ employeeNumber: 'E-2' }) });
    expect(await stored(id)).toMatchObject({ id, email: 'moved@x.example', legacyNumber: 'E-2' });
    for (const clash of [enterprise({ employeeNumber: 'S-9' }), { emails: [{ value: 'taken@x.example' }] }]) {
      const [status, type, detail] = refusalOf(await scim.put(`/Users/${id}`, { ...sent, ...clash }));
      expect({ status, type }).toEqual({ status: 409, type: 'uniqueness' });
      expect(detail).toContain(taken['id']);
    }
    await scim.put(`/Users/${id}`, { ...sent, emails, [ENTERPRISE]: undefined });
    expect(await stored(id)).toMatchObject({ email: 'moved@x.example', legacyNumber: null });
  });
});

describe('a PATCH', () => {
  it('of Entra ID is applied, whichever form it has', async () => {
    const { id } = await created();
    const { status, body } = await scim.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'moved@x.example' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '555' },
      { op: 'Replace', value: { 'name.familyName': 'Cruz', displayName: 'Ann Cruz', userType: 'Staff' } },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Law' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: '951000009' },
    ]);
    expect(status).toBe(200);
    expect(body['active']).toBe(false);
    expect(body['phoneNumbers']).toEqual([{ type: 'mobile', value: '555' }]);
    expect(await stored(id)).toMatchObject({
      accountStatus: 'inactive',
      email: 'moved@x.example',
      lastName: 'Cruz',
      accountType: 'Staff',
      schoolProgram: 'Law',
    });
  });

  it('changes nothing but what it names: a default follows its parts', async () => {
    const { id } = await created();
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'name.givenName', value: 'Anna' }]);
    expect(await stored(id)).toMatchObject({ firstName: 'Anna', name: 'Anna Lee' });
    const { body } = await scim.get(`/Users/${id}`);
    expect(body['displayName']).toBe('Anna Lee');
    expect(body['name']).toEqual({ givenName: 'Anna', familyName: 'Lee', formatted: 'Anna Lee' });
  });

  it('is applied whole or not at all', async () => {
    const { id } = await created();
    const before = (await scim.get(`/Users/${id}`)).body;
    const answer = await scim.patch(`/Users/${id}`, [
      { op: 'replace', path: 'title', value: 'Tutor' },
      { op: 'replace', path: 'name.givenName', value: 'x'.repeat(101) },
    ]);
    const detail = 'name.givenName must be at most 100 characters long.';
    expect(refusalOf(answer)).toEqual([400, 'invalidValue', detail]);
    expect((await scim.get(`/Users/${id}`)).body).toEqual(before);
  });

  it('clears fields with remove and null', async () => {
    const { id } = await created({ ...enterprise({ department: 'Law', employeeNumber: 'E-1' }), title: 'x' });
    await scim.patch(`/Users/${id}`, [
      { op: 'remove', path: `${ENTERPRISE}:department` },
      { op: 'replace', value: { [ENTERPRISE]: { employeeNumber: null } } },
      { op: 'remove', path: 'title' },
    ]);
    expect(await stored(id)).toMatchObject({ schoolProgram: null, legacyNumber: null });
    const { body } = await scim.get(`/Users/${id}`);
    for (const name of ['title', ENTERPRISE]) expect(body).not.toHaveProperty([name]);
  });

  it('of a person who came from the SIS links them, and owns only what it names', async () => {
    const { id } = await sisUser({ degree: 'EdD', externalId: 'S-1' });
    await scim.patch(`/Users/${id ?? ''}`, [{ op: 'add', path: 'title', value: 'Tutor' }]);
    const { body } = await scim.get(`/Users/${id ?? ''}`);
    expect(body).toMatchObject({ title: 'Tutor', [EXTENSION]: { degree: 'EdD' } });
    await scim.put(`/Users/${id ?? ''}`, { schemas: [USER], userName: 'ann' });
    expect(await stored(id ?? '')).toMatchObject({ degree: 'EdD', legacyNumber: 'S-1' });
  });
});

describe('a DELETE', () => {
  it('de-provisions, and lets the connection forget the person until it posts them again', async () => {
    const sent = scimPerson({ title: 'Tutor' });
    const { id } = await created(sent);
    const { status, text } = await scim.delete(`/Users/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await stored(id))['accountStatus']).toBe('inactive');
    for (const answer of [
      await scim.get(`/Users/${id}`),
      await scim.put(`/Users/${id}`, sent),
      await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]),
      await scim.delete(`/Users/${id}`),
    ])
      expect(refusalOf(answer)).toEqual([404, undefined, `There is no person with the id ${id}.`]);
    const again = await created({ ...sent, title: undefined });
    expect(again).toMatchObject({ id, active: true });
    expect(again).not.toHaveProperty('title');
    expect((await stored(id))['accountStatus']).toBe('active');
  });

  it('of a person of another connection leaves what that one knows', async () => {
    const { scim: other } = await connect(service, tenant);
    const { id } = await created({ title: 'Ours' });
    expect((await other.delete(`/Users/${id}`)).status).toBe(204);
    expect((await other.get(`/Users/${id}`)).status).toBe(404);
    const { body } = await scim.get(`/Users/${id}`);
    expect(body).toMatchObject({ active: false, title: 'Ours' });
  });
});

describe('the limits on de-provisioning', () => {
  it('hold what is beyond them: 200 with active true, and DELETE answers 204', async () => {
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 1 } });
    const [one, two, three] = [await created(), await created(), await created()];
    const off = { op: 'replace', path: 'active', value: false };
    expect((await scim.patch(`/Users/${one.id}`, [off])).body['active']).toBe(false);
    const held = await scim.patch(`/Users/${two.id}`, [off, { op: 'add', path: 'title', value: 'Left' }]);
    expect(held).toMatchObject({ status: 200, body: { active: true, title: 'Left' } });
    expect((await scim.delete(`/Users/${three.id}`)).status).toBe(204);
    expect((await scim.get(`/Users/${three.id}`)).status).toBe(404);
    expect((await stored(two.id))['accountStatus']).toBe('active');
    expect((await stored(three.id))['accountStatus']).toBe('active');
  });

  it('let a provider withdraw what is held by saying that the person is active', async () => {
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { id } = await created();
    const set = (value: boolean): Promise<ScimAnswer> =>
      scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value }]);
    await set(false);
    const { body } = await tenant.sis.patch(`/users/${id}`);
    const hold = String(body.meta['holdId']);
    await set(true);
    expect((await tenant.sis.get(`/holds/${hold}`)).body.data['status']).toBe('withdrawn');
  });
});

describe('an administrator', () => {
  it('is read-only to a connection that may not make one', async () => {
    const { id, email } = await sisUser({ accountType: 'Staff', role: 'application_admin' });
    const at = `/Users/${id ?? ''}`;
    const answers = [
      await scim.patch(at, [{ op: 'replace', path: 'active', value: false }]),
      await scim.put(at, scimPerson({ emails: [{ value: email }] })),
      await scim.delete(at),
      await scim.post('/Users', scimPerson({ emails: [{ value: email }] })),
    ];
    for (const { status } of answers) expect(status).toBe(403);
    expect((await scim.get(at)).body['roles']).toEqual([{ value: 'application_admin', primary: true }]);
    expect((await stored(id ?? ''))['accountStatus']).toBe('active');
  });

  it('may be made by a connection that has the right', async () => {
    const settings = { defaultAccountType: 'Staff', mayAdminister: true } as const;
    const { scim: trusted } = await connect(service, tenant, settings);
    const input = scimPerson({ roles: [{ value: 'tutor' }, { value: 'application_admin', primary: true }] });
    const { body } = await trusted.post('/Users', input);
    expect((await stored(body.id))['role']).toBe('application_admin');
    expect((await trusted.delete(`/Users/${body.id}`)).status).toBe(204);
  });
});

describe('versions', () => {
  it('are answered by 304, and guard every write by 412', async () => {
    const { id, meta } = await created();
    const at = `/Users/${id}`;
    const unchanged = await scim.get(at, { 'If-None-Match': meta.version });
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    const operations = [{ op: 'add', path: 'title', value: 'x' }];
    const { body } = await scim.patch(at, operations, { 'If-Match': meta.version });
    expect(body.meta.version).not.toBe(meta.version);
    expect((await scim.get(at, { 'If-None-Match': meta.version })).status).toBe(200);
    const stale = { 'If-Match': meta.version };
    for (const answer of [
      await scim.patch(at, operations, stale),
      await scim.put(at, scimPerson(), stale),
      await scim.delete(at, stale),
    ])
      expect(answer.status).toBe(412);
    expect((await scim.put(at, scimPerson(), { 'If-Match': '*' })).status).toBe(200);
  });

  it('change with what other sources write', async () => {
    const { id, meta } = await created();
    await tenant.sis.patch(`/users/${id}`);
    const { body } = await scim.get(`/Users/${id}`);
    expect(body['active']).toBe(false);
    expect(body.meta.version).not.toBe(meta.version);
    expect(body.meta.lastModified > meta.lastModified).toBe(true);
  });
});

describe('an answer', () => {
  it('has the attributes that are asked for, and always schemas and id', async () => {
    const { id } = await created({ title: 'Tutor', ...enterprise({ department: 'Law', costCenter: '7' }) });
    const ask = async (query: string): Promise<unknown> => (await scim.get(`/Users/${id}?${query}`)).body;
    const schemas = [USER, ENTERPRISE, EXTENSION];
    expect(await ask('attributes=USERNAME,name.familyName,emails.value')).toEqual({
      schemas,
      id,
      userName: expect.any(String) as unknown,
      name: { familyName: 'Lee' },
      emails: [{ value: expect.any(String) as unknown }],
    });
    const department = { schemas, id, [ENTERPRISE]: { department: 'Law' } };
    expect(await ask(`attributes=${ENTERPRISE}:department`)).toEqual(department);
    const rest = (await ask(`excludedAttributes=id,schemas,meta,emails.type,${EXTENSION}`)) as ScimBody;
    expect(rest).toMatchObject({ id, title: 'Tutor' });
    for (const name of ['meta', EXTENSION]) expect(rest).not.toHaveProperty([name]);
    expect(rest['emails']).toEqual([{ value: expect.any(String) as unknown, primary: true }]);
    const tooMany = 'a,'.repeat(201);
    expect((await scim.get(`/Users/${id}?attributes=${tooMany}`)).body.scimType).toBe('invalidPath');
  });
});

describe('a connection', () => {
  it('that sees only its own people finds no others', async () => {
    const settings = { defaultAccountType: 'Student', visible: 'linked' } as const;
    const { scim: shy } = await connect(service, tenant, settings);
    const { id, email } = await sisUser();
    expect((await shy.get(`/Users/${id ?? ''}`)).status).toBe(404);
    expect((await shy.delete(`/Users/${id ?? ''}`)).status).toBe(404);
    const { status } = await shy.post('/Users', scimPerson({ emails: [{ value: email }] }));
    expect(status).toBe(201);
    expect((await shy.get(`/Users/${id ?? ''}`)).status).toBe(200);
  });

  it.each(['0', 'S-1', '950000001x', '95000000é', '950000009'])('finds nothing at %s', async (id) => {
    await sisUser({ externalId: 'S-1' });
    expect((await scim.get(`/Users/${encodeURIComponent(id)}`)).status).toBe(404);
  });
});
