import { person } from '../factories/person.js';
import { atWork, enterprise, scimPerson, storedPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { connectionForEachTest } from '../support/each-test.js';
import { type ScimClient, USER } from '../support/scim.js';
import type { TestTenant } from '../support/service.js';

const SIGN_IN = 'alee@test.example.edu';
const RENAMED = 'ann.cruz@test.example.edu';
const MAIL = 'ann.lee@mail.example.edu';

let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ tenant, scim } = given);
});

const addressOf = async (id: string): Promise<unknown> => (await userOf(tenant, id))['email'];

const ofSis = (overrides: Record<string, unknown> = {}): Promise<string> =>
  storedId(tenant, person({ email: MAIL, ...overrides }));

/** What Entra ID sends of a person whom it finds by another attribute and whose address agrees already. */
const matchedByEntra = [
  { op: 'Replace', path: 'userName', value: SIGN_IN },
  { op: 'Add', path: 'externalId', value: 'alee' },
];

const rename = (userName: string): object => ({ op: 'Replace', path: 'userName', value: userName });

describe('the address of a person of the SIS', () => {
  it('stays when Entra ID sets a userName that is another address', async () => {
    const id = await ofSis();
    const { status, body } = await scim.patch(`/Users/${id}`, matchedByEntra);
    expect(status).toBe(200);
    expect(body).toMatchObject({ userName: SIGN_IN, emails: atWork(MAIL) });
    expect(await addressOf(id)).toBe(MAIL);
    expect((await scim.find(`emails.value eq "${MAIL}"`)).map((one) => one.id)).toEqual([id]);
  });

  it('stays when the provider renames the person later', async () => {
    const id = await ofSis();
    await scim.patch(`/Users/${id}`, matchedByEntra);
    await scim.patch(`/Users/${id}`, [rename(RENAMED)]);
    expect(await addressOf(id)).toBe(MAIL);
  });

  it('stays when a PUT without addresses gives another userName', async () => {
    const id = await ofSis();
    const { status } = await scim.put(`/Users/${id}`, { schemas: [USER], userName: SIGN_IN });
    expect({ status, address: await addressOf(id) }).toEqual({ status: 200, address: MAIL });
  });

  it('stays when a POST without addresses finds the person by the number', async () => {
    const id = await ofSis({ externalId: 'S-1' });
    const sent = { emails: undefined, ...enterprise({ employeeNumber: 'S-1' }) };
    const { id: adopted } = await storedPerson(scim, { userName: SIGN_IN, ...sent });
    expect({ adopted, address: await addressOf(id) }).toEqual({ adopted: id, address: MAIL });
  });

  it('stays when the SIS has corrected one that came from the userName', async () => {
    const sent = scimPerson({ userName: SIGN_IN, emails: undefined });
    const { id } = await storedPerson(scim, sent);
    await tenant.sis.post('/users', person({ externalId: id, email: MAIL }));
    for (const write of [
      () => scim.patch(`/Users/${id}`, [rename(RENAMED)]),
      () => scim.put(`/Users/${id}`, sent),
    ]) {
      expect((await write()).status).toBe(200);
      expect(await addressOf(id)).toBe(MAIL);
    }
  });
});

describe('an address that came from the userName', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['PATCH', (id) => scim.patch(`/Users/${id}`, [rename(RENAMED)])],
    ['PUT', (id) => scim.put(`/Users/${id}`, scimPerson({ userName: RENAMED, emails: undefined }))],
  ])('follows it in a %s', async (_, write) => {
    const { id } = await storedPerson(scim, { userName: SIGN_IN, emails: undefined });
    expect(await addressOf(id)).toBe(SIGN_IN);
    await write(id);
    expect(await addressOf(id)).toBe(RENAMED);
  });

  it('stays when the new userName is no address, and when addresses were sent', async () => {
    const { id } = await storedPerson(scim, { userName: SIGN_IN, emails: undefined });
    await scim.patch(`/Users/${id}`, [rename('alee')]);
    expect(await addressOf(id)).toBe(SIGN_IN);
    const { id: other } = await storedPerson(scim, { userName: MAIL, emails: atWork(MAIL) });
    await scim.patch(`/Users/${other}`, [rename(RENAMED)]);
    expect(await addressOf(other)).toBe(MAIL);
  });
});
