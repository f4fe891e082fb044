import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { person } from '../factories/person.js';
import { atWork, scimPerson } from '../factories/scim-person.js';
import { statusOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { connect, type ScimClient, type TestConnection } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let staff: TestConnection;
let alumni: TestConnection;

const statusNow = (id: string): Promise<unknown> => statusOf(tenant, id);

/** A person whom both connections have. */
async function shared(): Promise<string> {
  const input = scimPerson();
  const { body } = await staff.scim.post('/Users', input);
  const again = await alumni.scim.post('/Users', { ...input, userName: 'other', externalId: 'other' });
  expect(again).toMatchObject({ status: 201, body: { id: body.id } });
  return body.id;
}

async function deleteBy({ scim }: { readonly scim: ScimClient }, id: string): Promise<void> {
  expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
  expect((await scim.get(`/Users/${id}`)).status).toBe(404);
}

const setActive = ({ scim }: TestConnection, id: string, value: boolean): Promise<{ status: number }> =>
  scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value }]);

async function aTenant(settings: Parameters<typeof changeAsAdministrator>[2]): Promise<void> {
  tenant = await service.tenant();
  await changeAsAdministrator(service, tenant, settings);
  staff = await connect(service, tenant);
  alumni = await connect(service, tenant);
}

describe('a DELETE of a person whom another connection has too', () => {
  it('de-provisions unless the tenant has decided otherwise', async () => {
    await aTenant({});
    const id = await shared();
    await deleteBy(staff, id);
    expect(await statusNow(id)).toBe('inactive');
    expect((await alumni.scim.get(`/Users/${id}`)).body['active']).toBe(false);
  });
});

describe('where a DELETE keeps shared people', () => {
  beforeEach(() => aTenant({ scimDeleteKeepsShared: true }));

  it('the person stays active until the last connection deletes them', async () => {
    const id = await shared();
    await deleteBy(staff, id);
    expect(await statusNow(id)).toBe('active');
    expect((await alumni.scim.get(`/Users/${id}`)).body['active']).toBe(true);
    await deleteBy(alumni, id);
    expect(await statusNow(id)).toBe('inactive');
  });

  it('a person of one connection is de-provisioned, also one whom the SIS sent', async () => {
    const sent = person();
    await tenant.sis.post('/users', sent);
    const { body } = await staff.scim.post('/Users', scimPerson({ emails: atWork(sent['email']) }));
    await deleteBy(staff, body.id);
    expect(await statusNow(body.id)).toBe('inactive');
  });

  it('one whom the other connection has called inactive is not held by it', async () => {
    const id = await shared();
    await setActive(alumni, id, false);
    await setActive(staff, id, true);
    expect(await statusNow(id)).toBe('active');
    await deleteBy(staff, id);
    expect(await statusNow(id)).toBe('inactive');
  });

  it('a connection without a valid key holds no one', async () => {
    const id = await shared();
    await service.app.get(CredentialsService).revoke(await service.scope(tenant), alumni.apiKey);
    await deleteBy(staff, id);
    expect(await statusNow(id)).toBe('inactive');
  });

  it('two DELETEs at once de-provision', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await shared();
      await Promise.all([deleteBy(staff, id), deleteBy(alumni, id)]);
      expect(await statusNow(id)).toBe('inactive');
      await Promise.all([staff, alumni].map(({ scim }) => scim.get(`/Users/${id}`)));
    }
  });

  it('active false de-provisions as before', async () => {
    const id = await shared();
    await setActive(staff, id, false);
    expect(await statusNow(id)).toBe('inactive');
  });
});

describe('where a DELETE keeps shared people and limits hold', () => {
  const HOLD_ALL = { mode: 'hold', perDay: { count: 0 } } as const;

  beforeEach(() => aTenant({ scimDeleteKeepsShared: true, deprovisioningGuard: HOLD_ALL }));

  /** The holds as an administrator sees them. */
  async function openHolds(): Promise<unknown[]> {
    const { api } = await new Administrators(service).open(tenant);
    return rowsOf(await api.get('/holds?status=held'));
  }

  it('the first DELETE asks for nothing, and the last one is held', async () => {
    const id = await shared();
    await deleteBy(staff, id);
    expect(await openHolds()).toHaveLength(0);
    await deleteBy(alumni, id);
    expect(await statusNow(id)).toBe('active');
    expect(await openHolds()).toHaveLength(1);
  });

  it('a DELETE that keeps a person does not withdraw what is held', async () => {
    const third = await connect(service, tenant);
    const id = await shared();
    await setActive(staff, id, false);
    expect(await openHolds()).toHaveLength(1);
    await third.scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    await deleteBy(third, id);
    expect(await statusNow(id)).toBe('active');
    expect(await openHolds()).toHaveLength(1);
  });
});
