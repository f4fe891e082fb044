import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { changeSettings } from '../factories/claims.js';
import { scimPerson } from '../factories/scim-person.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { connect, type ScimClient, type TestConnection } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let staff: TestConnection;
let alumni: TestConnection;

async function statusOf(id: string): Promise<unknown> {
  return (await tenant.sis.get(`/users/${id}`)).body.data['accountStatus'];
}

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

async function aTenant(settings: Parameters<typeof changeSettings>[2]): Promise<void> {
  tenant = await service.tenant();
  await changeSettings(service, tenant, settings);
  staff = await connect(service, tenant);
  alumni = await connect(service, tenant);
}

describe('a DELETE of a person whom another connection has too', () => {
  it('de-provisions unless the tenant has decided otherwise', async () => {
    await aTenant({});
    const id = await shared();
    await deleteBy(staff, id);
    expect(await statusOf(id)).toBe('inactive');
    expect((await alumni.scim.get(`/Users/${id}`)).body['active']).toBe(false);
  });
});

describe('where a DELETE keeps shared people', () => {
  beforeEach(() => aTenant({ scimDeleteKeepsShared: true }));

  it('the person stays active until the last connection deletes them', async () => {
    const id = await shared();
    await deleteBy(staff, id);
    expect(await statusOf(id)).toBe('active');
    expect((await alumni.scim.get(`/Users/${id}`)).body['active']).toBe(true);
    await deleteBy(alumni, id);
    expect(await statusOf(id)).toBe('inactive');
  });

  it('a person of one connection is de-provisioned, also one whom the SIS sent', async () => {
    const input = scimPerson();
    await tenant.sis.post('/users', {
      email: (input['emails'] as { value: string }[])[0]?.value,
      firstName: 'Ann',
      lastName: 'Lee',
      accountType: 'Student',
    });
    const { body } = await staff.scim.post('/Users', input);
    await deleteBy(staff, body.id);
    expect(await statusOf(body.id)).toBe('inactive');
  });

  it('one whom the other connection has called inactive is not held by it', async () => {
    const id = await shared();
    await setActive(alumni, id, false);
    await setActive(staff, id, true);
    expect(await statusOf(id)).toBe('active');
    await deleteBy(staff, id);
    expect(await statusOf(id)).toBe('inactive');
  });

  it('a connection without a valid key holds no one', async () => {
    const id = await shared();
    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenant.tenantId), 'terminal');
    await service.app.get(CredentialsService).revoke(scope, alumni.apiKey);
    await deleteBy(staff, id);
    expect(await statusOf(id)).toBe('inactive');
  });

  it('two DELETEs at once de-provision', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await shared();
      await Promise.all([deleteBy(staff, id), deleteBy(alumni, id)]);
      expect(await statusOf(id)).toBe('inactive');
      await Promise.all([staff, alumni].map(({ scim }) => scim.get(`/Users/${id}`)));
    }
  });

  it('active false de-provisions as before', async () => {
    const id = await shared();
    await setActive(staff, id, false);
    expect(await statusOf(id)).toBe('inactive');
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
    expect({ status: await statusOf(id), openHolds: (await openHolds()).length }).toEqual({
      status: 'active',
      openHolds: 1,
    });
  });

  it('a DELETE that keeps a person does not withdraw what is held', async () => {
    const third = await connect(service, tenant);
    const id = await shared();
    await setActive(staff, id, false);
    expect(await openHolds()).toHaveLength(1);
    await third.scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    await deleteBy(third, id);
    expect({ status: await statusOf(id), openHolds: (await openHolds()).length }).toEqual({
      status: 'active',
      openHolds: 1,
    });
  });
});
