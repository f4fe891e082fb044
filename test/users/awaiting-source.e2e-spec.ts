import { acceptedForm, aTenantThatWaits } from '../factories/approvals.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { aLimitedTenant, inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { statusOf, storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, rowsOf, warningsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { letPass, letPassIn } from '../support/clock.js';
import { previewOf } from '../support/file-previews.js';
import { scrape, type Scrape } from '../support/metrics.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await aTenantThatWaits(service, 30);
});

type Input = ReturnType<typeof person>;

/** A student of the SIS whose changed last name was accepted. */
async function renamed() {
  const input = person({ lastName: 'Lee', degree: 'EdD' });
  const id = await storedId(tenant, input);
  const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
  return { id, input, submissionId };
}

async function fieldOf(id: string, field: string): Promise<unknown> {
  return (await userOf(tenant, id))[field];
}

/** The names of the fields that await their source. */
async function awaitedOf(id: string): Promise<string[]> {
  const { provenance } = (await tenant.sis.get(`/users/${id}?include=provenance`)).body.data as {
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
    const { id, input } = await renamed();
    for (const degree of ['EdD', 'EdD', 'PhD']) {
      const answer = await tenant.sis.post('/users', { ...input, degree });
      expect(answer.status).toBe(200);
      expect(warningsOf(answer)).toEqual(KEPT);
    }
    expect(await userOf(tenant, id)).toMatchObject({
      lastName: 'Kim',
      degree: 'PhD',
    });
    expect(await awaitedOf(id)).toEqual(['lastName']);
  });

  it('writes nothing when nothing else is new', async () => {
    const { id, input } = await renamed();
    const before = (await tenant.sis.get(`/users/${id}`)).body;
    const { body } = await tenant.sis.post('/users', input);
    expect(body.meta).toEqual({ matchedBy: 'legacyNumber', changed: [] });
    expect((await tenant.sis.get(`/users/${id}`)).body).toEqual(before);
  });

  it('awaits no longer once the source has sent it, and the former one is then applied again', async () => {
    const { id, input } = await renamed();
    const { updatedAt } = (await tenant.sis.get(`/users/${id}`)).body.data;
    const confirmed = await tenant.sis.post('/users', { ...input, lastName: 'Kim' });
    expect(warningsOf(confirmed)).toEqual([]);
    expect(confirmed.body.meta['changed']).toEqual([]);
    expect(await fieldOf(id, 'updatedAt')).toBe(updatedAt);
    expect(await awaitedOf(id)).toEqual([]);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([]);
    expect(await fieldOf(id, 'lastName')).toBe('Lee');
  });

  it('gives way to a third value', async () => {
    const { id, input } = await renamed();
    const third = await tenant.sis.post('/users', { ...input, lastName: 'Park' });
    expect(warningsOf(third)).toEqual([]);
    expect(third.body.meta['changed']).toEqual(['lastName']);
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('is put back after the days of the tenant', async () => {
    tenant = await aTenantThatWaits(service, 2);
    const { id, input } = await renamed();
    await letPassIn(service, tenant, 2 * DAY_MS - 60_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await letPassIn(service, tenant, 120_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(PUT_BACK);
    expect(await fieldOf(id, 'lastName')).toBe('Lee');
  });

  it('follows the setting when it is taken away', async () => {
    const { input } = await renamed();
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(KEPT);
    await changeAsAdministrator(service, tenant, { awaitSourceDays: null });
    letPass(10_000);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual(PUT_BACK);
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([]);
  });

  it('keeps an address that has a new owner, and a number by which the source still calls the person', async () => {
    const input = person();
    const id = await storedId(tenant, input);
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
    const secondId = await storedId(tenant, second);
    await acceptedForm(tenant, secondId, { legacyNumber: 'N-new' });
    const answer = await tenant.sis.post('/users', second);
    expect({ matchedBy: answer.body.meta['matchedBy'], warnings: warningsOf(answer) }).toEqual({
      matchedBy: 'email',
      warnings: [['legacyNumber', 'AWAITING_SOURCE']],
    });
    expect(await fieldOf(secondId, 'legacyNumber')).toBe('N-new');
  });
});

describe('in an upload', () => {
  /** An upload of these people in a run; the lines, and the summary. */
  async function upload(sis: ApiClient, lines: readonly Input[], query = '') {
    const answers = await sis.bulk(`/users/bulk${query}`, lines);
    return { lines: answers.slice(0, -1), summary: answers.at(-1)?.['summary'] as Record<string, unknown> };
  }

  it.each(['', '?dryRun=true'])('kept values are answered and counted, line by line %s', async (query) => {
    const [one, two] = [await renamed(), await renamed()];
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
    tenant = await aTenantThatWaits(service, 0);
    const { id, input, submissionId } = await renamed();
    const before = await scrape(service);
    const { lines, summary } = await upload(inRun(service, tenant, 'nightly'), [input]);
    expect(lines[0]).toMatchObject({ warnings: [{ field: 'lastName', code: 'APPROVED_CHANGE_PUT_BACK' }] });
    expect(summary).toMatchObject({ updated: 1, putBack: 1 });
    expect((await tenant.sis.get('/runs/nightly')).body.data).toMatchObject({
      awaitingSource: 0,
      putBack: 1,
    });
    const audited = await auditOf(service, await service.scope(tenant));
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
    const { input } = await renamed();
    const { lines, totals } = await previewOf(service, tenant, [{ ...input, degree: 'MA' }]);
    expect(lines).toMatchObject([{ effect: 'updated', changes: [{ field: 'degree' }] }]);
    expect(totals).toMatchObject({ updated: 1, awaitingSource: 1, putBack: 0 });
  });

  it('a confirmation counts also when a later row of the file changes the person', async () => {
    const { id, input } = await renamed();
    const confirming = { ...input, lastName: 'Kim' };
    await upload(tenant.sis, [confirming, { ...confirming, degree: 'PhD' }]);
    expect(await fieldOf(id, 'degree')).toBe('PhD');
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('rows of one file stand in order: a confirmation, then the former value', async () => {
    const { id, input } = await renamed();
    const { lines } = await upload(tenant.sis, [{ ...input, lastName: 'Kim' }, input]);
    expect(lines.map(({ warnings }) => warnings)).toEqual([undefined, undefined]);
    expect(await fieldOf(id, 'lastName')).toBe('Lee');
  });
});

describe('an account status that an administrator has set', () => {
  /** A person whom an administrator gives another status than the source. */
  async function decided(accountStatus: 'active' | 'inactive') {
    const { api } = await admins.open(tenant);
    const input = person({ accountStatus });
    const id = await storedId(tenant, input);
    await api.patch(`/users/${id}`, { accountStatus: accountStatus === 'active' ? 'inactive' : 'active' });
    expect(await awaitedOf(id)).toEqual(['accountStatus']);
    return { api, input, id };
  }

  it('is not changed back by a post, and always by a PATCH', async () => {
    const { input, id } = await decided('active');
    expect(warningsOf(await tenant.sis.post('/users', input))).toEqual([
      ['accountStatus', 'AWAITING_SOURCE'],
    ]);
    expect(await statusOf(tenant, id)).toBe('inactive');
    const { body } = await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(body.message).toBe('USER RESTORED');
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('is confirmed by a PATCH of the same status', async () => {
    const { id } = await decided('active');
    expect((await tenant.sis.patch(`/users/${id}`)).body.message).toBe('NO CHANGE');
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('awaits nothing when an administrator has set it to and fro', async () => {
    const { api, id } = await decided('active');
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('ends with a hold that is released: the source has asked for it', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    const { api, input, id } = await decided('inactive');
    const held = await tenant.sis.post('/users', input);
    expect(held.status).toBe(202);
    await api.post('/holds/decide', { decision: 'release', ids: [held.body.meta['holdId']] });
    expect(await statusOf(tenant, id)).toBe('inactive');
    expect(await awaitedOf(id)).toEqual([]);
  });
});

describe('of a connection', () => {
  /** A person whom a connection has created, with a new last name that was accepted. */
  async function ofConnection() {
    const { scim } = await connect(service, tenant);
    const { email } = person() as { email: string };
    const name = { givenName: 'Ann', familyName: 'Lee' };
    const resource = { schemas: [USER], userName: email, name, active: true };
    const { id } = await scim.create('/Users', resource);
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    return { scim, id, resource };
  }

  it('the former value of a PUT and of a PATCH is not applied, and answered as it is stored', async () => {
    const { scim, id, resource } = await ofConnection();
    const put = await scim.put(`/Users/${id}`, resource);
    expect(put).toMatchObject({ status: 200, body: { name: { familyName: 'Kim' } } });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'name.familyName', value: 'Lee' }]);
    expect(await fieldOf(id, 'lastName')).toBe('Kim');
    expect(await awaitedOf(id)).toEqual(['lastName']);
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Dr.' }]);
    expect(await awaitedOf(id)).toEqual(['lastName']);
    await scim.put(`/Users/${id}`, { ...resource, name: { givenName: 'Ann', familyName: 'Kim' } });
    expect(await fieldOf(id, 'lastName')).toBe('Kim');
    expect(await awaitedOf(id)).toEqual([]);
  });

  it('a source that did not set the value before confirms nothing, and is kept from putting it back', async () => {
    const { id, resource } = await ofConnection();
    const ofSis = { email: resource.userName, firstName: 'Ann', accountType: 'Student' };
    expect(warningsOf(await tenant.sis.post('/users', { ...ofSis, lastName: 'Kim' }))).toEqual([]);
    expect(await awaitedOf(id)).toEqual(['lastName']);
    expect(warningsOf(await tenant.sis.post('/users', { ...ofSis, lastName: 'Lee' }))).toEqual(KEPT);
    expect(await fieldOf(id, 'lastName')).toBe('Kim');
  });

  it('a value continues to await when the limits hold a de-provisioning, by PATCH and by DELETE', async () => {
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { scim, id } = await ofConnection();
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await awaitedOf(id)).toEqual(['lastName']);
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await awaitedOf(id)).toEqual(['lastName']);
    expect(await statusOf(tenant, id)).toBe('active');
  });

  it('a value continues to await when a held de-provisioning that named other fields too is released', async () => {
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { api } = await admins.open(tenant);
    const { scim, id } = await ofConnection();
    await scim.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false, title: 'Dr.' } }]);
    expect(await statusOf(tenant, id)).toBe('active');
    expect(await awaitedOf(id)).toEqual(['lastName']);
    const ids = rowsOf(await api.get('/holds')).map((hold) => hold['id']);
    expect((await api.post('/holds/decide', { decision: 'release', ids })).status).toBe(200);
    expect(await statusOf(tenant, id)).toBe('inactive');
    expect(await awaitedOf(id)).toEqual(['lastName']);
  });

  it('a DELETE always de-provisions', async () => {
    const { api } = await admins.open(tenant);
    const { scim, id } = await ofConnection();
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await statusOf(tenant, id)).toBe('active');
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await statusOf(tenant, id)).toBe('inactive');
  });
});

describe('the setting', () => {
  it.each([-1, 366, 1.5, '30'])(
    'is a number of days from 0 to 365: %p is refused',
    async (awaitSourceDays) => {
      const { api } = await admins.open(tenant);
      const answer = await api.patch('/settings', { awaitSourceDays });
      expect(problemsOf(answer)).toEqual([400, 'awaitSourceDays']);
    },
  );
});
