import { person } from '../factories/person.js';
import { scimPerson } from '../factories/scim-person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, type OpenBrowser } from '../support/administrators.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { connect, type ScimClient } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const BOB = 'bob@test.example.edu';
/** Bob's name after Entra ID has deleted the account. */
const DELETED = `0123456789abcdef0123456789abcdef${BOB}`;

const service = await TestService.ofWorker();
let tenant: TestTenant;
let admin: OpenBrowser;
let scim: ScimClient;

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await new Administrators(service).open(tenant);
  ({ scim } = await connect(service, tenant));
});

const work = (value: string): object[] => [{ value, type: 'work', primary: true }];

const storedBob = (): Promise<string> => storedId(tenant, person({ email: BOB }));

const eraseBob = async (): Promise<void> => eraseToTheEnd(service, admin.api, await storedBob());

async function people(): Promise<unknown> {
  return (await scim.get('/Users')).body['totalResults'];
}

describe('a person who was erased', () => {
  it.each([
    ['as the only address, active', { userName: DELETED, emails: undefined }],
    ['as the only address, without a status', { userName: DELETED, emails: undefined, active: undefined }],
    ['as the only address, inactive', { userName: DELETED, emails: undefined, active: false }],
    ['in capitals', { userName: DELETED.toUpperCase(), emails: undefined }],
    ['beside another address', { userName: DELETED }],
    ['beside another address, inactive', { userName: DELETED, active: false }],
    ['as the address beside another userName', { emails: work(DELETED) }],
  ])('is not made anew by the name of the deleted account %s', async (_, sent) => {
    await eraseBob();
    const before = await people();
    const { status, body } = await scim.post('/Users', scimPerson(sent));
    expect({ status, scimType: body.scimType }).toEqual({ status: 409, scimType: 'uniqueness' });
    expect(await people()).toBe(before);
  });

  it.each([
    ['userName', true, { userName: DELETED }],
    ['userName', false, { userName: DELETED }],
    ['address', true, { emails: work(DELETED) }],
  ])('gives no other person the name of the deleted account as %s, active: %j', async (_, active, sent) => {
    const other = scimPerson();
    const { id } = (await scim.post('/Users', other)).body;
    await eraseBob();
    const { body: before } = await scim.get(`/Users/${id}`);
    const input = { ...sent, active };
    expect((await scim.put(`/Users/${id}`, { ...other, ...input })).status).toBe(409);
    expect((await scim.patch(`/Users/${id}`, [{ op: 'replace', value: input }])).status).toBe(409);
    expect((await scim.get(`/Users/${id}`)).body).toEqual(before);
  });

  it('lets another person have the name once the address is released', async () => {
    const id = await storedBob();
    await eraseToTheEnd(service, admin.api, id);
    await admin.api.post(`/users/${id}/erase/release`, { kind: 'email', value: BOB });
    expect((await scim.post('/Users', scimPerson({ userName: DELETED }))).status).toBe(201);
  });
});

describe('another person', () => {
  it.each<[string, { userName?: string; emails?: object[] }]>([
    ['whose userName was that of an erased person', { userName: BOB }],
    ['whose address begins with such digits', { emails: work(DELETED) }],
    ['whose userName begins with such digits', { userName: DELETED }],
  ])('%s loses the access as before, also by a deletion', async (_, sent) => {
    const robert = scimPerson({ ...sent, name: { givenName: 'Robert', familyName: 'Cole' } });
    const { id } = (await scim.post('/Users', robert)).body;
    await eraseBob();
    const same = await scim.put(`/Users/${id}`, { ...robert, title: 'Dr.' });
    expect(same).toMatchObject({ status: 200, body: { title: 'Dr.' } });
    const deletion = [
      { op: 'replace', path: 'userName', value: sent.userName === undefined ? robert['userName'] : DELETED },
      { op: 'replace', path: 'active', value: false },
    ];
    const { status, body } = await scim.patch(`/Users/${id}`, deletion);
    expect({ status, active: body['active'] }).toEqual({ status: 200, active: false });
  });
});
