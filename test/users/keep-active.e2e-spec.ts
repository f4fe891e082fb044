import { changeAsAdministrator } from '../factories/claims.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { statusOf, storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, warningsOf } from '../support/answers.js';
import { auditOf } from '../support/audit.js';
import { inMs, letPassIn } from '../support/clock.js';
import { previewOf } from '../support/file-previews.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** So many days from now, in UTC, which is the time zone of a tenant that has set none. */
const dayFromNow = (days: number): string => inMs(days * DAY_MS).slice(0, 10);

const KEPT = [['accountStatus', 'KEPT_ACTIVE']];

async function ruleOf(id: string): Promise<unknown> {
  return (await tenant.sis.get(`/users/${id}?include=provenance`)).body.data['keepActive'];
}

/** A person whom the feed de-provisions, and an administrator has restored until a day. */
async function kept(days = 10) {
  const administrator = await admins.open(tenant);
  const input = person({ accountStatus: 'inactive' });
  const id = await storedId(tenant, input);
  const keepActiveUntil = dayFromNow(days);
  const { status } = await administrator.api.patch(`/users/${id}`, {
    accountStatus: 'active',
    keepActiveUntil,
  });
  expect(status).toBe(200);
  return { ...administrator, id, input, keepActiveUntil };
}

describe('a person whom an administrator keeps active', () => {
  it('is not de-provisioned by posts, night for night, while everything else that is sent is applied', async () => {
    const { id, input } = await kept();
    for (const degree of ['EdD', 'EdD', 'PhD']) {
      const answer = await tenant.sis.post('/users', { ...input, degree });
      expect(answer.status).toBe(200);
      expect(warningsOf(answer)).toEqual(KEPT);
    }
    expect(await userOf(tenant, id)).toMatchObject({ accountStatus: 'active', degree: 'PhD' });
  });

  it('is de-provisioned by the next row after the last day, by the calendar of the university', async () => {
    const { id, input, keepActiveUntil } = await kept(2);
    await letPassIn(service, tenant, Date.parse(`${keepActiveUntil}T23:59:00Z`) - Date.now());
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await letPassIn(service, tenant, 120_000);
    await tenant.sis.post('/users', input);
    expect(await statusOf(tenant, id)).toBe('inactive');
    expect(await ruleOf(id)).toBeNull();
  });

  it.each(['', '?dryRun=true'])(
    'is reported and counted in an upload, in its run and its summary %s',
    async (query) => {
      const { id, input } = await kept();
      const sis = inRun(service, tenant, 'nightly');
      const [line, , end] = await sis.bulk(`/users/bulk${query}`, [input, person()]);
      expect(line).toMatchObject({ changed: false, warnings: [{ code: 'KEPT_ACTIVE' }] });
      expect(end).toMatchObject({ summary: { received: 2, inserted: 1, unchanged: 1, keptActive: 1 } });
      expect(end?.['summary']).not.toHaveProperty('putBack', 1);
      expect(await statusOf(tenant, id)).toBe('active');
      if (query !== '') return;
      const { data } = (await tenant.sis.get('/runs/nightly')).body;
      expect(data).toMatchObject({ keptActive: 1, deprovisioned: 0 });
    },
  );

  it('is counted in the plan of a file', async () => {
    const { input } = await kept();
    const { totals } = await previewOf(service, tenant, [input]);
    expect(totals).toMatchObject({ unchanged: 1, keptActive: 1, deprovisioned: 0 });
  });

  it('uses up nothing of a limit of de-provisionings and is not held', async () => {
    await changeAsAdministrator(service, tenant, {
      deprovisioningGuard: { mode: 'hold', perDay: { count: 0 } },
    });
    const { input } = await kept();
    const answer = await tenant.sis.post('/users', input);
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toEqual(KEPT);
  });

  it('stays active when an identity provider replaces, changes or deletes them', async () => {
    const { scim } = await connect(service, tenant);
    const { api } = await admins.open(tenant);
    const email = 'kept@test.example.edu';
    const resource = { schemas: [USER], userName: email, name: { givenName: 'Ann', familyName: 'Lee' } };
    const { id } = await scim.create('/Users', { ...resource, active: true });
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: dayFromNow(5) });
    expect((await scim.put(`/Users/${id}`, { ...resource, active: false })).body['active']).toBe(true);
    const patched = await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(patched).toMatchObject({ status: 200, body: { active: true } });
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect((await scim.get(`/Users/${id}`)).status).toBe(404);
    expect(await statusOf(tenant, id)).toBe('active');
  });

  it('is de-provisioned by a PATCH, which is a decision, with a warning; the rule has then ended', async () => {
    const { id, api } = await kept();
    const answer = await tenant.sis.patch(`/users/${id}`);
    expect(answer.body.message).toBe('USER DEPROVISIONED');
    expect(warningsOf(answer)).toEqual([['accountStatus', 'KEEP_ACTIVE_ENDED']]);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await ruleOf(id)).toBeNull();
  });

  it('is left out when a run is undone that has restored them', async () => {
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'inactive' });
    const id = await storedId(tenant, input);
    await inRun(service, tenant, 'wrong').patch(`/users/${id}`, { accountStatus: 'active' });
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: dayFromNow(5) });
    const undone = await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    expect(undone.status).toBeLessThan(300);
    expect(await statusOf(tenant, id)).toBe('active');
  });
});

describe('the rule', () => {
  it('is shown with who decided it and since when, audited, and taken away by null', async () => {
    const { id, actor, api, input, keepActiveUntil: until } = await kept();
    expect(await ruleOf(id)).toEqual({ until, since: expect.any(String) as unknown, actor });
    expect((await api.get(`/users/${id}`)).body.data['keepActive']).toMatchObject({ until });
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: null });
    const entries = await auditOf(service, await service.scope(tenant), { action: 'user.keep-active-set' });
    const target = `user:${id}`;
    expect(entries).toMatchObject([
      { actor, target, before: { until }, after: null },
      { actor, target, before: null, after: { until } },
    ]);
    await tenant.sis.post('/users', input);
    expect(await statusOf(tenant, id)).toBe('inactive');
  });

  it('stays when the administrator says nothing of it, and changes no date of the person', async () => {
    const { id, api, keepActiveUntil: until } = await kept();
    const { updatedAt } = await userOf(tenant, id);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await ruleOf(id)).toMatchObject({ until });
    expect((await userOf(tenant, id))['updatedAt']).toBe(updatedAt);
  });

  it.each([
    [{ accountStatus: 'active', keepActiveUntil: '2020-01-31' }],
    [{ accountStatus: 'active', keepActiveUntil: dayFromNow(400) }],
    [{ accountStatus: 'active', keepActiveUntil: '2027-02-30' }],
    [{ accountStatus: 'inactive', keepActiveUntil: dayFromNow(5) }],
  ])(
    'is refused by its field when it is no day of the next year, or for an inactive person: %j',
    async (body) => {
      const { api } = await admins.open(tenant);
      const id = await storedId(tenant, person());
      expect(problemsOf(await api.patch(`/users/${id}`, body))).toEqual([400, 'keepActiveUntil']);
    },
  );

  it('of one tenant cannot be set by an administrator of another', async () => {
    const { api } = await admins.open(await service.tenant());
    const id = await storedId(tenant, person({ accountType: 'Staff' }));
    await admins.open(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: dayFromNow(5) });
    expect(await ruleOf(id)).toBeNull();
  });
});
