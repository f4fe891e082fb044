import { FilePreviews } from '../../src/file-import/file-preview.js';
import type { SourceRow } from '../../src/file-import/sources/formats.js';
import { changeSettings } from '../factories/claims.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { inMs, letPassIn } from '../support/clock.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);

/** So many days from now, in UTC, which is the time zone of a tenant that has set none. */
const dayFromNow = (days: number): string => inMs(days * DAY_MS).slice(0, 10);

const warningsOf = ({ body: { warnings = [] } }: Answer<Body>): unknown[] =>
  warnings.map(({ field, code }) => [field, code]);

const KEPT = [['accountStatus', 'KEPT_ACTIVE']];

async function statusOf({ sis }: TestTenant, id: string): Promise<unknown> {
  return (await sis.get(`/users/${id}`)).body.data['accountStatus'];
}

async function ruleOf({ sis }: TestTenant, id: string): Promise<unknown> {
  return (await sis.get(`/users/${id}?include=provenance`)).body.data['keepActive'];
}

/** A person whom the feed de-provisions, and an administrator has restored until a day. */
async function kept(tenant: TestTenant, days = 10) {
  const administrator = await admins.open(tenant);
  const input = person({ accountStatus: 'inactive' });
  const id = String((await tenant.sis.post('/users', input)).body.data['id']);
  const keepActiveUntil = dayFromNow(days);
  const { status } = await administrator.api.patch(`/users/${id}`, {
    accountStatus: 'active',
    keepActiveUntil,
  });
  expect(status).toBe(200);
  return { ...administrator, id, input, keepActiveUntil };
}

async function uploaded(sis: ApiClient, lines: readonly object[], query = '') {
  const answers = await sis.bulk(`/users/bulk${query}`, lines);
  return { lines: answers.slice(0, -1), summary: answers.at(-1)?.['summary'] as Record<string, unknown> };
}

describe('a person whom an administrator keeps active', () => {
  it('is not de-provisioned by posts, night for night, while everything else that is sent is applied', async () => {
    const tenant = await service.tenant();
    const { id, input } = await kept(tenant);
    for (const degree of ['EdD', 'EdD', 'PhD']) {
      const answer = await tenant.sis.post('/users', { ...input, degree });
      expect({ status: answer.status, warnings: warningsOf(answer) }).toEqual({
        status: 200,
        warnings: KEPT,
      });
    }
    const { data } = (await tenant.sis.get(`/users/${id}`)).body;
    expect(data).toMatchObject({ accountStatus: 'active', degree: 'PhD' });
  });

  it('is de-provisioned by the next row after the last day, by the calendar of the university', async () => {
    const tenant = await service.tenant();
    const { id, input, keepActiveUntil } = await kept(tenant, 2);
    await letPassIn(service, tenant, Date.parse(`${keepActiveUntil}T23:59:00Z`) - Date.now());
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await letPassIn(service, tenant, 120_000);
    await tenant.sis.post('/users', input);
    expect({ accountStatus: await statusOf(tenant, id), rule: await ruleOf(tenant, id) }).toEqual({
      accountStatus: 'inactive',
      rule: null,
    });
  });

  it.each(['', '?dryRun=true'])(
    'is reported and counted in an upload, in its run and its summary %s',
    async (query) => {
      const tenant = await service.tenant();
      const { id, input } = await kept(tenant);
      const sis = inRun(service, tenant, 'nightly');
      const { lines, summary } = await uploaded(sis, [input, person()], query);
      expect(lines[0]).toMatchObject({ changed: false, warnings: [{ code: 'KEPT_ACTIVE' }] });
      expect(summary).toMatchObject({ received: 2, inserted: 1, unchanged: 1, keptActive: 1 });
      expect(summary).not.toHaveProperty('putBack', 1);
      expect(await statusOf(tenant, id)).toBe('active');
      if (query !== '') return;
      const { data } = (await tenant.sis.get('/runs/nightly')).body;
      expect(data).toMatchObject({ keptActive: 1, deprovisioned: 0 });
    },
  );

  it('is counted in the plan of a file', async () => {
    const tenant = await service.tenant();
    const { input } = await kept(tenant);
    async function* rows(): AsyncGenerator<SourceRow> {
      yield await Promise.resolve({ line: 1, bytes: Buffer.from(JSON.stringify(input)) });
    }
    const preview = service.app.get(FilePreviews).of(await admins.scope(tenant));
    await preview.run(rows(), () => Promise.resolve());
    expect(preview.totals).toMatchObject({ unchanged: 1, keptActive: 1, deprovisioned: 0 });
  });

  it('uses up nothing of a limit of de-provisionings and is not held', async () => {
    const tenant = await service.tenant();
    await changeSettings(service, tenant, { deprovisioningGuard: { mode: 'hold', perDay: { count: 0 } } });
    const { input } = await kept(tenant);
    const answer = await tenant.sis.post('/users', input);
    expect({ status: answer.status, warnings: warningsOf(answer) }).toEqual({ status: 200, warnings: KEPT });
  });

  it('stays active when an identity provider replaces, changes or deletes them', async () => {
    const tenant = await service.tenant();
    const { scim } = await connect(service, tenant);
    const { api } = await admins.open(tenant);
    const email = 'kept@test.example.edu';
    const resource = { schemas: [USER], userName: email, name: { givenName: 'Ann', familyName: 'Lee' } };
    const { id } = (await scim.post('/Users', { ...resource, active: true })).body;
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: dayFromNow(5) });
    expect((await scim.put(`/Users/${id}`, { ...resource, active: false })).body['active']).toBe(true);
    const patched = await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(patched).toMatchObject({ status: 200, body: { active: true } });
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect({
      status: (await scim.get(`/Users/${id}`)).status,
      accountStatus: await statusOf(tenant, id),
    }).toEqual({ status: 404, accountStatus: 'active' });
  });

  it('is de-provisioned by a PATCH, which is a decision, with a warning; the rule has then ended', async () => {
    const tenant = await service.tenant();
    const { id, api } = await kept(tenant);
    const answer = await tenant.sis.patch(`/users/${id}`);
    expect({ message: answer.body.message, warnings: warningsOf(answer) }).toEqual({
      message: 'USER DEPROVISIONED',
      warnings: [['accountStatus', 'KEEP_ACTIVE_ENDED']],
    });
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await ruleOf(tenant, id)).toBeNull();
  });

  it('is left out when a run is undone that has restored them', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'inactive' });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await inRun(service, tenant, 'wrong').patch(`/users/${id}`, { accountStatus: 'active' });
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: dayFromNow(5) });
    const undone = await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    expect(undone.status).toBeLessThan(300);
    expect(await statusOf(tenant, id)).toBe('active');
  });
});

describe('the rule', () => {
  it('is shown with who decided it and since when, audited, and taken away by null', async () => {
    const tenant = await service.tenant();
    const { id, actor, api, input, keepActiveUntil: until } = await kept(tenant);
    expect(await ruleOf(tenant, id)).toEqual({ until, since: expect.any(String) as unknown, actor });
    expect((await api.get(`/users/${id}`)).body.data['keepActive']).toMatchObject({ until });
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil: null });
    const entries = await auditOf(service, await admins.scope(tenant), { action: 'user.keep-active-set' });
    const target = `user:${id}`;
    expect(entries).toMatchObject([
      { actor, target, before: { until }, after: null },
      { actor, target, before: null, after: { until } },
    ]);
    await tenant.sis.post('/users', input);
    expect(await statusOf(tenant, id)).toBe('inactive');
  });

  it('stays when the administrator says nothing of it, and changes no date of the person', async () => {
    const tenant = await service.tenant();
    const { id, api, keepActiveUntil: until } = await kept(tenant);
    const { updatedAt } = (await tenant.sis.get(`/users/${id}`)).body.data;
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await ruleOf(tenant, id)).toMatchObject({ until });
    expect((await tenant.sis.get(`/users/${id}`)).body.data['updatedAt']).toBe(updatedAt);
  });

  it.each([
    [{ accountStatus: 'active', keepActiveUntil: '2020-01-31' }],
    [{ accountStatus: 'active', keepActiveUntil: dayFromNow(400) }],
    [{ accountStatus: 'active', keepActiveUntil: '2027-02-30' }],
    [{ accountStatus: 'inactive', keepActiveUntil: dayFromNow(5) }],
  ])(
    'is refused by its field when it is no day of the next year, or for an inactive person: %j',
    async (body) => {
      const tenant = await service.tenant();
      const { api } = await admins.open(tenant);
      const id = String((await tenant.sis.post('/users', person())).body.data['id']);
      const answer = await api.patch(`/users/${id}`, body);
      expect({ status: answer.status, fields: answer.body.error.details?.map(({ field }) => field) }).toEqual(
        { status: 400, fields: ['keepActiveUntil'] },
      );
    },
  );

  it('of one tenant cannot be set by an administrator of another', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const { api } = await admins.open(other);
    const id = String((await tenant.sis.post('/users', person({ accountType: 'Staff' }))).body.data['id']);
    await admins.open(tenant);
    const body = { accountStatus: 'active', keepActiveUntil: dayFromNow(5) };
    await api.patch(`/users/${id}`, body);
    expect(await ruleOf(tenant, id)).toBeNull();
  });
});
