import { undoingResult } from '../../src/cli/run/preview-text.js';
import { acceptedForm, aTenantThatWaits } from '../factories/approvals.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { aSubmission, resolve } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { codesOf, outcomeOf } from '../support/answers.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

type Provenance = Record<string, Record<string, unknown>>;

async function provenanceOf(id: string): Promise<Provenance> {
  const { status, body } = await tenant.sis.get(`/users/${id}?include=provenance`);
  expect(status).toBe(200);
  return body.data['provenance'] as Provenance;
}

const awaitingOf = async (id: string, field: string): Promise<unknown> =>
  (await provenanceOf(id))[field]?.['awaitingSource'];

const undo = (run: string, how?: 'preview' | 'undo'): ReturnType<typeof undoRun> =>
  undoRun(service, tenant, run, how);

describe('the provenance of a person', () => {
  it('says of each field who set it last, by which run, and when', async () => {
    const other = await service.anotherCaller(tenant);
    const input = facultyMember({ degree: 'EdD', facultyProfile: { facultyRank: 'Reader' } });
    const id = await storedId({ sis: inRun(service, tenant, 'first') }, input);
    await inRun(service, other, 'second').post('/users', {
      ...input,
      degree: 'PhD',
      facultyProfile: { facultyRank: 'Professor' },
    });
    const data = await userOf(tenant, id);
    const provenance = await provenanceOf(id);
    const first = {
      kind: 'credential',
      actor: `key:${tenant.apiKey}`,
      connectionId: null,
      submissionId: null,
      run: 'first',
      requestId: expect.any(String) as unknown,
      at: data['createdAt'],
      awaitingSource: null,
    };
    const second = { ...first, actor: `key:${other.apiKey}`, run: 'second', at: data['updatedAt'] };
    expect(provenance['lastName']).toEqual(first);
    expect(provenance['customFields']).toEqual(first);
    expect(provenance['degree']).toEqual(second);
    expect(provenance['facultyProfile.facultyRank']).toEqual(second);
    const named = Object.keys(provenance).filter((field) => !field.startsWith('facultyProfile.'));
    const shown = Object.keys(data).filter(
      (field) => !/^(id|createdAt|updatedAt|changedAt|facultyProfile)$/.test(field),
    );
    expect(named.sort()).toEqual(shown.sort());
  });

  it('names connections, administrators and accepted submissions as such', async () => {
    const { scim, apiKey } = await connect(service, tenant);
    const { email } = person() as { email: string };
    const name = { givenName: 'Ann', familyName: 'Lee' };
    const { id } = await scim.create('/Users', { schemas: [USER], userName: email, name });
    const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
    const { api, actor } = await admins.open(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    const { firstName, lastName, accountStatus } = await provenanceOf(id);
    expect(firstName).toMatchObject({ kind: 'connection', actor: `key:${apiKey}`, connectionId: apiKey });
    expect(lastName).toMatchObject({
      kind: 'submission',
      actor: `key:${tenant.apiKey}`,
      connectionId: null,
      submissionId,
      awaitingSource: {
        sourceValue: 'Lee',
        source: apiKey,
        cause: 'submission',
        approvedBy: `key:${tenant.apiKey}`,
        submissionId,
        since: lastName?.['at'],
        until: null,
      },
    });
    expect(accountStatus).toMatchObject({
      kind: 'administrator',
      actor,
      awaitingSource: { sourceValue: 'active', source: apiKey, cause: 'administrator', submissionId: null },
    });
  });

  it('says until when a field awaits its source', async () => {
    tenant = await aTenantThatWaits(service, 7);
    const id = await storedId(tenant, person());
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    const { since = '', until = '' } = (await awaitingOf(id, 'lastName')) as Record<string, string>;
    expect((Date.parse(until) - Date.parse(since)) / 86_400_000).toBe(7);
  });

  it('is in the answer of the administration area, too', async () => {
    const { api } = await admins.open(tenant);
    const id = await storedId(tenant, person());
    const { body } = await api.get(`/users/${id}`);
    expect(body.data['provenance']).toEqual(await provenanceOf(id));
  });

  it('of a long history is read in a bounded number of rows; what is older is unknown', async () => {
    const id = await storedId(tenant, person());
    const fields = '[{"field":"degree","before":1,"after":2}]';
    const entry = [tenant.tenantId, id, new Date(), 'key:x', 'r', 'updated', fields];
    const sql = 'INSERT INTO user_changes (tenantId, userId, at, actor, requestId, kind, fields) VALUES ?';
    for (let written = 0; written < 1001; written += 143)
      await service.query(sql, [Array.from({ length: 143 }, () => entry)]);
    const { degree, lastName } = await provenanceOf(id);
    expect(degree).toMatchObject({ kind: 'credential', actor: 'key:x' });
    expect(lastName).toMatchObject({ kind: 'unknown', actor: null, run: null, at: null });
  });

  it.each(['history', 'provenance,history', '', 'PROVENANCE'])(
    'is the only thing to include: %p',
    async (include) => {
      const id = await storedId(tenant, person());
      const answer = await tenant.sis.get(`/users/${id}?include=${include}`);
      expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'include']);
    },
  );

  it('is left out unless it is asked for', async () => {
    const id = await storedId(tenant, person());
    expect(await userOf(tenant, id)).not.toHaveProperty('provenance');
  });
});

describe('undoing a run', () => {
  it('leaves what an accepted submission or an administrator has decided since, and says so', async () => {
    const { api, actor } = await admins.open(tenant);
    const input = person({ lastName: 'Lee', degree: 'EdD', accountStatus: 'active' });
    const id = await storedId(tenant, input);
    const night = inRun(service, tenant, 'night');
    await night.post('/users', { ...input, lastName: 'Leigh', degree: 'MA' });
    const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
    const [reversal] = await undo('night');
    expect(reversal?.fields.map(({ field }) => field)).toEqual(['degree']);
    expect(reversal?.kept).toMatchObject([
      { field: 'lastName', value: 'Kim', by: { cause: 'submission', submissionId } },
    ]);
    await night.post('/users', { ...input, lastName: 'Kim', accountStatus: 'inactive' });
    await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    // The administrator has set what the run had set: it is their decision now.
    const [again] = await undo('night', 'preview');
    expect(again?.kept).toContainEqual(
      expect.objectContaining({
        field: 'accountStatus',
        value: 'inactive',
        by: expect.objectContaining({ cause: 'administrator', actor }) as unknown,
      }),
    );
    const text = again === undefined ? '' : (undoingResult(again, false)?.text ?? '');
    expect(text).toContain(`by the accepted submission ${submissionId}, by key:`);
    expect(text).toContain(`by an administrator, by ${actor}`);
  });

  it('leaves a person active whom it has created and an administrator has restored', async () => {
    const { api } = await admins.open(tenant);
    const id = await storedId({ sis: inRun(service, tenant, 'night') }, person());
    await tenant.sis.patch(`/users/${id}`);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await undo('night')).toMatchObject([{ fields: [], kept: [{ by: { cause: 'administrator' } }] }]);
  });

  it('lets a field await its source again whose approval the run had ended', async () => {
    tenant = await aTenantThatWaits(service, 30);
    const input = person({ lastName: 'Lee' });
    const id = await storedId(tenant, input);
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    const before = await awaitingOf(id, 'lastName');
    await inRun(service, tenant, 'night').post('/users', { ...input, lastName: 'Park' });
    expect(await awaitingOf(id, 'lastName')).toBeNull();
    await undo('night');
    const { lastName } = await provenanceOf(id);
    expect(lastName).toMatchObject({ kind: 'terminal', awaitingSource: before });
    const { body } = await tenant.sis.post('/users', input);
    expect(codesOf(body)).toEqual(['AWAITING_SOURCE']);
  });

  it('takes back an approval of the run itself, with what awaited its source', async () => {
    tenant = await aTenantThatWaits(service, 30);
    const input = person({ lastName: 'Lee' });
    const id = await storedId(tenant, input);
    const fields = { lastName: 'Kim' };
    const submissionId = await aSubmission(tenant, { studentId: id, fields, status: 'approved' });
    const resolution = { resolution: 'accept_submitted' };
    await resolve(tenant, submissionId, 'lastName', resolution, { 'X-Sync-Run': 'reviews' });
    await undo('reviews');
    const { lastName } = await provenanceOf(id);
    expect(lastName).toMatchObject({ kind: 'terminal', awaitingSource: null });
  });
});
