import { person } from '../factories/person.js';
import { Administrators, newEmail } from '../support/administrators.js';
import { outcomeOf, refused, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let own: string;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api, id: own } = await admins.open(tenant));
});

const NOT_FOUND = refused(404, 'NOT_FOUND');
const tokenOf = (link: unknown): string => String(link).split('token=')[1] ?? '';

/** Invites Bo Li. */
async function invite(input: object = {}): Promise<{ userId: string; token: string }> {
  const bo = { email: newEmail(), firstName: 'Bo', lastName: 'Li' };
  const { status, body } = await api.post('/invitations', { ...bo, ...input });
  expect(status).toBe(201);
  return { userId: String(body.data['userId']), token: tokenOf(body.data['link']) };
}

async function roleOf(id: string): Promise<unknown> {
  return (await tenant.sis.get(`/users/${id}`)).body.data['role'];
}

describe('a colleague', () => {
  it.each([
    ['operator', 'application_operator'],
    ['auditor', 'application_auditor'],
    ['administrator', 'application_admin'],
  ])('is invited as %s', async (role, stored) => {
    const { userId } = await invite({ role });
    expect(await roleOf(userId)).toBe(stored);
    const pending = rowsOf(await api.get('/invitations'));
    expect(pending).toEqual([expect.objectContaining({ role })]);
  });

  it('who is invited again keeps the role that they have', async () => {
    const email = newEmail();
    const { userId } = await invite({ email, role: 'auditor' });
    await api.post('/invitations', { email });
    expect(await roleOf(userId)).toBe('application_auditor');
  });

  it('gets another role, and loses it without being de-provisioned', async () => {
    const { id, api: theirs, browser } = await admins.open(tenant);
    expect(outcomeOf(await theirs.get('/keys'))).toEqual([200]);
    expect(outcomeOf(await api.put(`/administrators/${id}/role`, { role: 'operator' }))).toEqual([200]);
    expect(outcomeOf(await theirs.get('/keys'))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(outcomeOf(await theirs.get('/queue'))).toEqual([200]);
    expect(outcomeOf(await api.send('DELETE', `/administrators/${id}/role`))).toEqual([200]);
    expect((await browser.whoAmI()).status).toBe(401);
    expect((await tenant.sis.get(`/users/${id}`)).body.data).toMatchObject({
      role: 'staff',
      accountStatus: 'active',
    });
    const changes = rowsOf(await api.get(`/audit?target=user:${id}&action=user.role-changed`));
    expect(changes.map(({ after }) => after)).toEqual([
      { role: 'staff' },
      { role: 'application_operator' },
      { role: 'application_admin' },
    ]);
  });

  it('who loses the role loses the open invitation too', async () => {
    const { userId, token } = await invite();
    await api.send('DELETE', `/administrators/${userId}/role`);
    expect(await admins.accept(token)).toMatchObject(NOT_FOUND);
  });
});

describe('no administrator', () => {
  it('changes or removes their own role', async () => {
    const input = { role: 'auditor' };
    const ownRole = refused(409, 'INVALID_TRANSITION');
    expect(await api.put(`/administrators/${own}/role`, input)).toMatchObject(ownRole);
    expect(await api.send('DELETE', `/administrators/${own}/role`)).toMatchObject(ownRole);
    const { email } = (await tenant.sis.get(`/users/${own}`)).body.data;
    expect(await api.post('/invitations', { email, ...input })).toMatchObject(ownRole);
    expect(await roleOf(own)).toBe('application_admin');
  });

  it('changes the role of a user who has none of the administration, or of another tenant', async () => {
    const { body } = await tenant.sis.post('/users', person({ accountType: 'Staff' }));
    const other = await service.tenant();
    const elsewhere = await admins.open(other, { externalId: '951000777' });
    for (const id of [String(body.data['id']), elsewhere.id, 'unknown'])
      expect(await api.put(`/administrators/${id}/role`, { role: 'auditor' })).toMatchObject(NOT_FOUND);
  });

  it('gets a role that does not exist', async () => {
    const { id } = await admins.open(tenant);
    const answer = await api.put(`/administrators/${id}/role`, { role: 'owner' });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'role'));
  });

  it.each(['application_admin', 'application_operator', 'application_auditor'])(
    'becomes %s by an identity provider that may not administer',
    async (role) => {
      const provider = await connect(service, tenant);
      const emails = [{ value: newEmail(), primary: true }];
      const name = { givenName: 'Bo', familyName: 'Li' };
      const input = { userName: newEmail(), name, emails, roles: [{ value: role }] };
      expect((await provider.scim.post('/Users', input)).status).toBe(400);
    },
  );
});

describe('an open invitation', () => {
  it('is sent again with a new link, and the old one stops working', async () => {
    const { userId, token } = await invite();
    const again = await api.post(`/invitations/${userId}/again`, {});
    expect(again.status).toBe(201);
    expect(await admins.accept(token)).toMatchObject(NOT_FOUND);
    expect(outcomeOf(await admins.accept(tokenOf(again.body.data['link'])))).toEqual([200]);
    expect(await api.post(`/invitations/${userId}/again`, {})).toMatchObject(NOT_FOUND);
  });

  it('is withdrawn: the link stops working, and the log says who did it', async () => {
    const { userId, token } = await invite();
    expect(outcomeOf(await api.send('DELETE', `/invitations/${userId}`))).toEqual([200]);
    expect(await admins.accept(token)).toMatchObject(NOT_FOUND);
    expect(rowsOf(await api.get('/invitations'))).toEqual([]);
    const [entry] = rowsOf(await api.get('/audit?action=admin.invitation-withdrawn'));
    expect(entry).toMatchObject({ actor: `admin:${own}`, target: `user:${userId}` });
    expect(await api.send('DELETE', `/invitations/${userId}`)).toMatchObject(NOT_FOUND);
  });

  it('of another tenant is neither sent again nor withdrawn', async () => {
    const { userId, token } = await invite();
    const other = await admins.open(await service.tenant());
    expect(await other.api.post(`/invitations/${userId}/again`, {})).toMatchObject(NOT_FOUND);
    expect(await other.api.send('DELETE', `/invitations/${userId}`)).toMatchObject(NOT_FOUND);
    expect(outcomeOf(await admins.accept(token))).toEqual([200]);
  });

  it.each(['ä', '\u0080', '951 000'])('is not found for an ID like %j, which no user has', async (userId) => {
    const path = `/invitations/${encodeURIComponent(userId)}`;
    expect(await api.post(`${path}/again`, {})).toMatchObject(NOT_FOUND);
    expect(await api.send('DELETE', path)).toMatchObject(NOT_FOUND);
  });
});
