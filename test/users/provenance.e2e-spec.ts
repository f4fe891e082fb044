import { DataSource } from 'typeorm';

import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import { undoingResult } from '../../src/cli/run/preview-text.js';
import { acceptedForm, aTenantThatWaits } from '../factories/approvals.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { connect, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

type Provenance = Record<string, Record<string, unknown>>;

async function provenanceOf({ sis }: Pick<TestTenant, 'sis'>, id: string): Promise<Provenance> {
  const { status, body } = await sis.get(`/users/${id}?include=provenance`);
  expect(status).toBe(200);
  return body.data['provenance'] as Provenance;
}

async function scopeOf({ tenantId }: TestTenant) {
  const tenancy = service.app.get(TenancyService);
  return tenancy.scopeOf(await tenancy.findTenant(tenantId), 'terminal');
}

async function undo(tenant: TestTenant, run: string, how: 'preview' | 'undo' = 'undo'): Promise<Reversal[]> {
  const found: Reversal[] = [];
  for await (const one of service.app.get(UndoService)[how](await scopeOf(tenant), run)) found.push(one);
  return found;
}

async function idOf({ sis }: Pick<TestTenant, 'sis'>, input: object): Promise<string> {
  return String((await sis.post('/users', input)).body.data['id']);
}

describe('the provenance of a person', () => {
  it('says of each field who set it last, by which run, and when', async () => {
    const tenant = await service.tenant();
    const other = await service.anotherCaller(tenant);
    const input = facultyMember({ degree: 'EdD', facultyProfile: { facultyRank: 'Reader' } });
    const id = await idOf({ sis: inRun(service, tenant, 'first') }, input);
    await inRun(service, other, 'second').post('/users', {
      ...input,
      degree: 'PhD',
      facultyProfile: { facultyRank: 'Professor' },
    });
    const { data } = (await tenant.sis.get(`/users/${id}`)).body;
    const provenance = await provenanceOf(tenant, id);
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
      (field) => !/^(id|createdAt|updatedAt|facultyProfile)$/.test(field),
    );
    expect(named.sort()).toEqual(shown.sort());
  });

  it('names connections, administrators and accepted submissions as such', async () => {
    const tenant = await service.tenant();
    const { scim, apiKey } = await connect(service, tenant);
    const { email } = person() as { email: string };
    const name = { givenName: 'Ann', familyName: 'Lee' };
    const { id } = (await scim.post('/Users', { schemas: [USER], userName: email, name })).body;
    const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
    const { api, actor } = await admins.open(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    const { firstName, lastName, accountStatus } = await provenanceOf(tenant, id);
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
    const tenant = await aTenantThatWaits(service, 7);
    const id = await idOf(tenant, person());
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    const awaiting = (await provenanceOf(tenant, id))['lastName']?.['awaitingSource'] as Record<
      string,
      string
    >;
    const days = (Date.parse(awaiting['until'] ?? '') - Date.parse(awaiting['since'] ?? '')) / 86_400_000;
    expect(days).toBe(7);
  });

  it('is in the answer of the administration area, too', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const id = await idOf(tenant, person());
    const { body } = await api.get(`/users/${id}`);
    expect(body.data['provenance']).toEqual(await provenanceOf(tenant, id));
  });

  it('of a long history is read in a bounded number of rows; what is older is unknown', async () => {
    const tenant = await service.tenant();
    const id = await idOf(tenant, person());
    const entry = [
      tenant.tenantId,
      id,
      new Date(),
      'key:x',
      'r',
      'updated',
      '[{"field":"degree","before":1,"after":2}]',
    ];
    const database = service.app.get(DataSource);
    for (let written = 0; written < 1001; written += 143)
      await database.query(
        'INSERT INTO user_changes (tenantId, userId, at, actor, requestId, kind, fields) VALUES ?',
        [Array.from({ length: 143 }, () => entry)],
      );
    const { degree, lastName } = await provenanceOf(tenant, id);
    expect(degree).toMatchObject({ kind: 'credential', actor: 'key:x' });
    expect(lastName).toMatchObject({ kind: 'unknown', actor: null, run: null, at: null });
  });

  it.each(['history', 'provenance,history', '', 'PROVENANCE'])(
    'is the only thing to include: %p',
    async (include) => {
      const tenant = await service.tenant();
      const id = await idOf(tenant, person());
      const { status, body } = await tenant.sis.get(`/users/${id}?include=${include}`);
      expect({ status, code: body.error.code, field: body.error.details?.[0]?.field }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
        field: 'include',
      });
    },
  );

  it('is left out unless it is asked for', async () => {
    const tenant = await service.tenant();
    const id = await idOf(tenant, person());
    expect((await tenant.sis.get(`/users/${id}`)).body.data).not.toHaveProperty('provenance');
  });
});

describe('undoing a run', () => {
  it('leaves what an accepted submission or an administrator has decided since, and says so', async () => {
    const tenant = await service.tenant();
    const { api, actor } = await admins.open(tenant);
    const input = person({ lastName: 'Lee', degree: 'EdD', accountStatus: 'active' });
    const id = await idOf(tenant, input);
    const night = inRun(service, tenant, 'night');
    await night.post('/users', { ...input, lastName: 'Leigh', degree: 'MA' });
    const submissionId = await acceptedForm(tenant, id, { lastName: 'Kim' });
    const [reversal] = await undo(tenant, 'night');
    expect(reversal?.fields.map(({ field }) => field)).toEqual(['degree']);
    expect(reversal?.kept).toMatchObject([
      { field: 'lastName', value: 'Kim', by: { cause: 'submission', submissionId } },
    ]);
    await night.post('/users', { ...input, lastName: 'Kim', accountStatus: 'inactive' });
    await tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    // The administrator has set what the run had set: it is their decision now.
    const [again] = await undo(tenant, 'night', 'preview');
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
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const id = await idOf({ sis: inRun(service, tenant, 'night') }, person());
    await tenant.sis.patch(`/users/${id}`);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    const [reversal] = await undo(tenant, 'night');
    expect(reversal).toMatchObject({ fields: [], kept: [{ by: { cause: 'administrator' } }] });
  });

  it('lets a field await its source again whose approval the run had ended', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const input = person({ lastName: 'Lee' });
    const id = await idOf(tenant, input);
    await acceptedForm(tenant, id, { lastName: 'Kim' });
    const before = (await provenanceOf(tenant, id))['lastName']?.['awaitingSource'];
    await inRun(service, tenant, 'night').post('/users', { ...input, lastName: 'Park' });
    expect((await provenanceOf(tenant, id))['lastName']?.['awaitingSource']).toBeNull();
    await undo(tenant, 'night');
    const { lastName } = await provenanceOf(tenant, id);
    expect({ kind: lastName?.['kind'], awaitingSource: lastName?.['awaitingSource'] }).toEqual({
      kind: 'terminal',
      awaitingSource: before,
    });
    const { body } = await tenant.sis.post('/users', input);
    expect(body.warnings?.map(({ code }) => code)).toEqual(['AWAITING_SOURCE']);
  });

  it('takes back an approval of the run itself, with what awaited its source', async () => {
    const tenant = await aTenantThatWaits(service, 30);
    const input = person({ lastName: 'Lee' });
    const id = await idOf(tenant, input);
    const form = `of-${id}`;
    await tenant.workflow.put(`/submissions/${form}`, {
      formType: 'name_change',
      studentId: id,
      fields: { lastName: 'Kim' },
    });
    for (const status of ['submitted', 'approved'])
      await tenant.workflow.post(`/submissions/${form}/status`, { status });
    const { discrepancies } = (await tenant.workflow.get(`/submissions/${form}`)).body.data as {
      discrepancies: { id: number }[];
    };
    const path = `/submissions/${form}/discrepancies/${discrepancies[0]?.id ?? 0}/resolve`;
    await tenant.workflow.post(path, { resolution: 'accept_submitted' }, { 'X-Sync-Run': 'reviews' });
    await undo(tenant, 'reviews');
    const { lastName } = await provenanceOf(tenant, id);
    expect(lastName).toMatchObject({ kind: 'terminal', awaitingSource: null });
  });
});
