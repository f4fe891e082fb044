import { FilePreviews, type LinePreview } from '../../src/file-import/file-preview.js';
import type { SourceRow } from '../../src/file-import/sources/formats.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { acceptedForm, aTenantThatWaits } from '../factories/approvals.js';
import { changeSettings } from '../factories/claims.js';
import { inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf as answered } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { letPass, letPassIn } from '../support/clock.js';
import { scrape, type Scrape } from '../support/metrics.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);

type Input = ReturnType<typeof person>;

/** A student of the SIS whose changed last name was accepted. */
async function renamed(tenant: TestTenant, overrides: Parameters<typeof person>[0] = {}) {
  const input = person({ lastName: 'Lee', degree: 'EdD', ...overrides });
  const id = String((await tenant.sis.post('/users', input)).body.data['id']);
  const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
  return { id, input, submissionId };
}

const warningsOf = ({ body: { warnings = [] } }: Answer<Body>): unknown[] =>
  warnings.map(({ field, code }) => [field, code]);

async function fieldOf({ sis }: TestTenant, id: string, field: string): Promise<unknown> {
  return (await sis.get(`/users/${id}`)).body.data[field];
}

/** The names of the fields that await their source. */
async function awaitedOf({ sis }: TestTenant, id: string): Promise<string[]> {
  const { provenance } = (await sis.get(`/users/${id}?include=provenance`)).body.data as {
    provenance: Record<string, { awaitingSource: object | null }>;
  };
  return Object.entries(provenance)
    .filter(([, { awaitingSource }]) => awaitingSource !== null)
    .map(([field]) => field);
}

const KEPT = [['lastName', 'AWAITING_SOURCE']];
const PUT_BACK = [['lastName', 'APPROVED_CHANGE_PUT_BACK']];

describe('an accepted value whose source still sends the former one', () => {
  it('stays, night for night, with a warning, while everything else that is sent is applied', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    for (const degree of ['EdD', 'EdD', 'PhD']) {
      const answer = await tenant.sis.post('/users', { ...input, degree });
      expect({ status: answer.status, warnings: warningsOf(answer) }).toEqual({
        status: 200,
        warnings: KEPT,
      });
    }
    expect((await tenant.sis.get(`/users/${id}`)).body.data).toMatchObject({
      lastName: 'Kim',
      degree: 'PhD',
    });
    expect(await awaitedOf(tenant, id)).toEqual(['lastName']);
  });

  it('writes nothing when nothing else is new', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    const before = (await tenant.sis.get(`/users/${id}`)).body;
    const { body } = await tenant.sis.post('/users', input);
    expect(body.meta).toEqual({ matchedBy: 'legacyNumber', changed: [] });
    expect((await tenant.sis.get(`/users/${id}`)).body).toEqual(before);
  });

  it('awaits no longer once the source has sent it, and the former one is then applied again', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    const { updatedAt } = (await tenant.sis.get(`/users/${id}`)).body.data;
    const confirmed = await tenant.sis.post('/users', { ...input, lastName: 'Kim' });
    expect({ warnings: warningsOf(confirmed), changed: confirmed.body.meta['changed'] }).toEqual({
      warnings: [],
      changed: [],
    });
    expect(await fieldOf(tenant, id, 'updatedAt')).toBe(updatedAt);
    expect(await awaitedOf(tenant, id)).toEqual([]);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([]);
    expect(await fieldOf(tenant, id, 'lastName')).toBe('Lee');
  });

  it('gives way to a third value', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    const third = await tenant.sis.post('/users', { ...input, lastName: 'Park' });
    expect({ warnings: warningsOf(third), changed: third.body.meta['changed'] }).toEqual({
      warnings: [],
      changed: ['lastName'],
    });
    expect(await awaitedOf(tenant, id)).toEqual([]);
  });

  it('is put back after the days of the tenant', async () => {
    const tenant = await aTenantThatWaits(service, 2);
    const { id, input } = await renamed(tenant);
    await letPassIn(service, tenant, 2 * DAY_MS - 60_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await letPassIn(service, tenant, 120_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(PUT_BACK);
    expect(await fieldOf(tenant, id, 'lastName')).toBe('Lee');
  });

  it('follows the setting when it is taken away', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { input } = await renamed(tenant);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await changeSettings(service, tenant, { awaitSourceDays: null });
    letPass(10_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(PUT_BACK);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([]);
  });

  it('keeps an address that has a new owner, and a number by which the source still calls the person', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const input = person();
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await acceptedForm(tenant, id, { email: 'new.owner@test.example.edu' });
    const other = person({ email: input['email'] });
    expect((await tenant.sis.post('/users', other)).status).toBe(201);
    const kept = await tenant.sis.post('/users', input);
    expect({ status: kept.status, warnings: warningsOf(kept), id: kept.body.data['id'] }).toEqual({
      status: 200,
      warnings: [['email', 'AWAITING_SOURCE']],
      id,
    });

    const second = person();
    const secondId = String((await tenant.sis.post('/users', second)).body.data['id']);
    await acceptedForm(tenant, secondId, { legacyNumber: 'N-new' });
    const answer = await tenant.sis.post('/users', second);
    expect({ matchedBy: answer.body.meta['matchedBy'], warnings: warningsOf(answer) }).toEqual({
      matchedBy: 'email',
      warnings: [['legacyNumber', 'AWAITING_SOURCE']],
    });
    expect(await fieldOf(tenant, secondId, 'legacyNumber')).toBe('N-new');
  });
});

async function* rowsOf(bytes: Buffer): AsyncGenerator<SourceRow> {
  yield await Promise.resolve({ line: 1, bytes });
}

describe('in an upload', () => {
  /** An upload of these people in a run; the lines, and the summary. */
  async function upload(sis: ApiClient, lines: readonly Input[], query = '') {
    const answers = await sis.bulk(`/users/bulk${query}`, lines);
    return { lines: answers.slice(0, -1), summary: answers.at(-1)?.['summary'] as Record<string, unknown> };
  }

  it.each(['', '?dryRun=true'])('kept values are answered and counted, line by line %s', async (query) => {
    const tenant = await aTenantThatWaits(service, 30);
    const [one, two] = [await renamed(tenant), await renamed(tenant)];
    const sis = inRun(service, tenant, 'nightly');
    const people = [one.input, { ...two.input, degree: 'MA' }, person()];
    const { lines, summary } = await upload(sis, people, query);
    expect(
      lines.map(({ changed, warnings }) => [changed, (warnings as unknown[] | undefined)?.length]),
    ).toEqual([
      [false, 1],
      [undefined, 1],
      [undefined, undefined],
    ]);
    expect(summary).toMatchObject({ received: 3, unchanged: 1, updated: 1, awaitingSource: 2 });
    expect(summary).not.toHaveProperty('putBack');
    if (query !== '') return;
    const run = (await tenant.sis.get('/runs/nightly')).body.data;
    expect(run).toMatchObject({ awaitingSource: 2, putBack: 0 });
  });

  it('values that are put back are counted, audited with who approved them, and shown by metrics', async () => {
    const tenant = await aTenantThatWaits(service, 0);
    const { id, input, submissionId } = await renamed(tenant);
    const before = await scrape(service);
    const { lines, summary } = await upload(inRun(service, tenant, 'nightly'), [input]);
    expect(lines[0]).toMatchObject({ warnings: [{ field: 'lastName', code: 'APPROVED_CHANGE_PUT_BACK' }] });
    expect(summary).toMatchObject({ updated: 1, putBack: 1 });
    expect((await tenant.sis.get('/runs/nightly')).body.data).toMatchObject({
      awaitingSource: 0,
      putBack: 1,
    });
    const audited = await auditOf(service, await admins.scope(tenant));
    expect(audited.find(({ action }) => action === 'user.approval-put-back')).toMatchObject({
      target: `user:${id}`,
      actor: `key:${tenant.apiKey}`,
      before: {
        field: 'lastName',
        cause: 'submission',
        approvedBy: `key:${tenant.apiKey}`,
        submissionId,
        since: expect.any(String) as unknown,
      },
      after: { field: 'lastName', run: 'nightly' },
    });
    const total = (found: Scrape): number => found.value('approved_values_total', { result: 'put_back' });
    expect(total(await scrape(service))).toBe(total(before) + 1);
  });

  it('a preview of a file says which values would stay', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { input } = await renamed(tenant);
    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenant.tenantId), 'terminal');
    const preview = service.app.get(FilePreviews).of(scope);
    const shown: LinePreview[] = [];
    const text = Buffer.from(JSON.stringify({ ...input, degree: 'MA' }));
    await preview.run(rowsOf(text), (one) => {
      shown.push(one);
      return Promise.resolve();
    });
    expect(shown).toMatchObject([{ effect: 'updated', changes: [{ field: 'degree' }] }]);
    expect(preview.totals).toMatchObject({ updated: 1, awaitingSource: 1, putBack: 0 });
  });

  it('a confirmation counts also when a later row of the file changes the person', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    const confirming = { ...input, lastName: 'Kim' };
    await upload(tenant.sis, [confirming, { ...confirming, degree: 'PhD' }]);
    expect({ degree: await fieldOf(tenant, id, 'degree'), awaited: await awaitedOf(tenant, id) }).toEqual({
      degree: 'PhD',
      awaited: [],
    });
  });

  it('rows of one file stand in order: a confirmation, then the former value', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, input } = await renamed(tenant);
    const { lines } = await upload(tenant.sis, [{ ...input, lastName: 'Kim' }, input]);
    expect(lines.map(({ warnings }) => warnings)).toEqual([undefined, undefined]);
    expect(await fieldOf(tenant, id, 'lastName')).toBe('Lee');
  });
});

describe('an account status that an administrator has set', () => {
  it('is not changed back by a post, and always by a PATCH', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'active' });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([
      ['accountStatus', 'AWAITING_SOURCE'],
    ]);
    expect(await fieldOf(tenant, id, 'accountStatus')).toBe('inactive');
    const { body } = await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect({ message: body.message, awaited: await awaitedOf(tenant, id) }).toEqual({
      message: 'USER RESTORED',
      awaited: [],
    });
  });

  it('is confirmed by a PATCH of the same status', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'active' });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    expect((await tenant.sis.patch(`/users/${id}`)).body.message).toBe('NO CHANGE');
    expect(await awaitedOf(tenant, id)).toEqual([]);
  });

  it('awaits nothing when an administrator has set it to and fro', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'active' });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    expect(await awaitedOf(tenant, id)).toEqual(['accountStatus']);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await awaitedOf(tenant, id)).toEqual([]);
  });

  it('ends with a hold that is released: the source has asked for it', async () => {
    const tenant = await service.tenant();
    await changeSettings(service, tenant, { deprovisioningGuard: { mode: 'hold', perDay: { count: 0 } } });
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus: 'inactive' });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await awaitedOf(tenant, id)).toEqual(['accountStatus']);
    const held = await tenant.sis.post('/users', input);
    expect(held.status).toBe(202);
    await api.post('/holds/decide', { decision: 'release', ids: [held.body.meta['holdId']] });
    expect(await fieldOf(tenant, id, 'accountStatus')).toBe('inactive');
    expect(await awaitedOf(tenant, id)).toEqual([]);
  });
});

describe('of a connection', () => {
  /** A person whom a connection has created, with a new last name that was accepted. */
  async function ofConnection(tenant: TestTenant) {
    const { scim } = await connect(service, tenant);
    const { email } = person() as { email: string };
    const resource = {
      schemas: [USER],
      userName: email,
      name: { givenName: 'Ann', familyName: 'Lee' },
      active: true,
    };
    const { id } = (await scim.post('/Users', resource)).body;
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    return { scim, id, resource, nameOf: async () => fieldOf(tenant, id, 'lastName') };
  }

  it('the former value of a PUT and of a PATCH is not applied, and answered as it is stored', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { scim, id, resource, nameOf } = await ofConnection(tenant);
    const put = await scim.put(`/Users/${id}`, resource);
    expect(put).toMatchObject({ status: 200, body: { name: { familyName: 'Kim' } } });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'name.familyName', value: 'Lee' }]);
    expect({ lastName: await nameOf(), awaited: await awaitedOf(tenant, id) }).toEqual({
      lastName: 'Kim',
      awaited: ['lastName'],
    });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Dr.' }]);
    expect(await awaitedOf(tenant, id)).toEqual(['lastName']);
    await scim.put(`/Users/${id}`, { ...resource, name: { givenName: 'Ann', familyName: 'Kim' } });
    expect({ lastName: await nameOf(), awaited: await awaitedOf(tenant, id) }).toEqual({
      lastName: 'Kim',
      awaited: [],
    });
  });

  it('a source that did not set the value before confirms nothing, and is kept from putting it back', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { id, resource, nameOf } = await ofConnection(tenant);
    const ofSis = { email: resource.userName, firstName: 'Ann', accountType: 'Student' };
    expect(warningsOf(await tenant.sis.post('/users', { ...ofSis, lastName: 'Kim' }))).toEqual([]);
    expect(await awaitedOf(tenant, id)).toEqual(['lastName']);
    expect(warningsOf(await tenant.sis.post('/users', { ...ofSis, lastName: 'Lee' }))).toEqual(KEPT);
    expect(await nameOf()).toBe('Kim');
  });

  it('a value continues to await when the limits hold a de-provisioning, by PATCH and by DELETE', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { scim, id } = await ofConnection(tenant);
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await awaitedOf(tenant, id)).toEqual(['lastName']);
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await awaitedOf(tenant, id)).toEqual(['lastName']);
    expect(await fieldOf(tenant, id, 'accountStatus')).toBe('active');
  });

  it('a value continues to await when a held de-provisioning that named other fields too is released', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { api } = await admins.open(tenant);
    const { scim, id } = await ofConnection(tenant);
    await scim.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false, title: 'Dr.' } }]);
    expect({
      accountStatus: await fieldOf(tenant, id, 'accountStatus'),
      awaited: await awaitedOf(tenant, id),
    }).toEqual({ accountStatus: 'active', awaited: ['lastName'] });
    const ids = answered(await api.get('/holds')).map((hold) => hold['id']);
    expect((await api.post('/holds/decide', { decision: 'release', ids })).status).toBe(200);
    expect({
      accountStatus: await fieldOf(tenant, id, 'accountStatus'),
      awaited: await awaitedOf(tenant, id),
    }).toEqual({ accountStatus: 'inactive', awaited: ['lastName'] });
  });

  it('a DELETE always de-provisions', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const { api } = await admins.open(tenant);
    const { scim, id } = await ofConnection(tenant);
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await fieldOf(tenant, id, 'accountStatus')).toBe('active');
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await fieldOf(tenant, id, 'accountStatus')).toBe('inactive');
  });
});

describe('the setting', () => {
  it.each([-1, 366, 1.5, '30'])(
    'is a number of days from 0 to 365: %p is refused',
    async (awaitSourceDays) => {
      const { api } = await admins.open(await service.tenant());
      const { status, body } = await api.patch('/settings', { awaitSourceDays });
      expect({ status, field: body.error.details?.[0]?.field }).toEqual({
        status: 400,
        field: 'awaitSourceDays',
      });
    },
  );
});
