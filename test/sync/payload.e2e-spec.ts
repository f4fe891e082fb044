import { createHash } from 'node:crypto';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { CloudEvent } from 'cloudevents';

import { aStudent } from '../factories/progress-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  itemOf,
  listQueue,
  move,
  readSubmission,
  refill,
  resolveAll,
  stepsOf,
  WAY_TO,
} from '../factories/submissions.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../src/submissions/review-workflow.js';
import { MappingsService } from '../../src/submissions/mapping/mappings.service.js';
import { TestService, type TestTenant } from '../support/service.js';

interface Data extends Record<string, unknown> {
  readonly fields: Record<string, unknown>;
  readonly unmappedFields: Record<string, unknown>;
  readonly discrepancies: Record<string, unknown>[];
}

interface Preview {
  readonly envelope: Record<string, unknown> & { id: string; data: Data };
  readonly meta: { preview: boolean; contentHash: string; syncStatus: string; blockedBy: string[] };
}

const SCHEMA = '/docs/schemas/sync-envelope.v1.json';

const service = await TestService.ofWorker();
let isValid: ValidateFunction;

beforeAll(async () => {
  const { headers, body } = await service.anonymous().get(SCHEMA);
  expect(headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
  const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true });
  formats.default(ajv);
  isValid = ajv.compile(body);
});

/** Checks a preview against CloudEvents 1.0 and the published schema. */
async function preview({ sis }: TestTenant, submissionId: string): Promise<Preview> {
  const { status, body } = await sis.get(`/sync/payload/${submissionId}`);
  expect(status).toBe(200);
  const { data: envelope, meta } = body as unknown as { data: Preview['envelope']; meta: Preview['meta'] };
  const event = new CloudEvent(envelope, true);
  expect(event.validate()).toBe(true);
  expect(event.toJSON()).toEqual(envelope);
  isValid(envelope.data);
  expect(isValid.errors ?? []).toEqual([]);
  return { envelope, meta };
}

describe('the preview', () => {
  it('is the whole submission as a CloudEvent', async () => {
    const tenant = await service.tenant();
    const person = { externalId: 'S-1', email: 'ann@test.example.edu', programId: 'edd', degree: 'EdD' };
    const studentId = await aStudent(tenant, person);
    const fields = { degree: 'PhD', lastName: 'Lee', essay: { pages: 3 } };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });
    await tenant.sis.post('/sync/replay', { submissionId, targetSystem: 'CRM' });
    const { submittedAt, decidedAt } = await readSubmission(tenant, submissionId);

    const { envelope, meta } = await preview(tenant, submissionId);

    const data = {
      tenantId: tenant.tenantId,
      submissionId,
      formType: 'address_change',
      submissionStatus: 'approved',
      targetSystem: 'CRM',
      submittedAt,
      decidedAt,
      student: {
        id: studentId,
        legacyNumber: 'S-1',
        email: 'ann@test.example.edu',
        firstName: 'Ann',
        lastName: 'Lee',
        programId: 'edd',
      },
      fields: { degree: 'PhD', lastName: 'Lee' },
      unmappedFields: { essay: { pages: 3 } },
      discrepancies: [{ field: 'degree', submitted: 'PhD', recorded: 'EdD', resolution: null }],
    };
    expect(envelope).toEqual({
      specversion: '1.0',
      id: envelope.id,
      source: `/tenants/${tenant.tenantId}/submissions`,
      type: 'submission.approved.v1',
      subject: submissionId,
      time: decidedAt,
      datacontenttype: 'application/json',
      dataschema: expect.stringMatching(`${SCHEMA}$`) as unknown,
      data,
    });
    const contentHash = createHash('sha256').update(sortedJson(data)).digest('hex');
    expect(meta).toEqual({ preview: true, contentHash, syncStatus: 'queued', blockedBy: ['degree'] });
  });

  it.each(SUBMISSION_STATUSES)('is valid for a submission that is %s', async (status: SubmissionStatus) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status });
    const { envelope } = await preview(tenant, submissionId);
    expect({ type: envelope['type'], submissionStatus: envelope.data['submissionStatus'] }).toEqual({
      type: `submission.${status}.v1`,
      submissionStatus: status,
    });
    expect(WAY_TO[status].includes('submitted')).toBe(envelope.data['submittedAt'] !== null);
  });

  it('changes nothing', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    const state = async (): Promise<unknown[]> => [
      await readSubmission(tenant, submissionId),
      await itemOf(tenant, submissionId),
      await stepsOf(tenant, submissionId),
      await listQueue(tenant),
    ];
    const before = await state();

    const [first, second] = [await preview(tenant, submissionId), await preview(tenant, submissionId)];

    expect(await state()).toEqual(before);
    expect(second).toEqual(first);
  });

  it('has the same id and hash in any order of the stored fields, and another one for other content', async () => {
    const tenant = await service.tenant();
    const fields = { bb: 1, a: { y: [1, 2], x: 'é' }, c: null };
    const submissionId = await aSubmission(tenant, { fields });
    const first = await preview(tenant, submissionId);
    const store = (text: string): Promise<unknown> =>
      service.query('UPDATE `submissions` SET `fields` = ? WHERE `tenantId` = ?', [text, tenant.tenantId]);

    await store('{"c": null, "a": {"x": "\\u00e9", "y": [1, 2]}, "bb": 1.0}');
    const reordered = await preview(tenant, submissionId);
    await store('{"c": null, "a": {"x": "\\u00e9", "y": [2, 1]}, "bb": 1}');
    const changed = await preview(tenant, submissionId);

    expect(reordered).toEqual(first);
    expect(changed.meta.contentHash).not.toBe(first.meta.contentHash);
    expect(changed.envelope.id).not.toBe(first.envelope.id);
  });

  it('has another id for another target, status or record', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const ids = [(await preview(tenant, submissionId)).envelope.id];
    await tenant.sis.post('/sync/replay', { submissionId, targetSystem: 'LMS' });
    ids.push((await preview(tenant, submissionId)).envelope.id);
    await move(tenant, submissionId, 'approved');
    ids.push((await preview(tenant, submissionId)).envelope.id);
    const { studentId } = await itemOf(tenant, submissionId);
    const { email } = (await tenant.sis.get(`/users/${studentId}`)).body.data;
    await tenant.sis.post('/users', { email, firstName: 'Zoë', lastName: 'Lee', accountType: 'Student' });
    ids.push((await preview(tenant, submissionId)).envelope.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('shows by meta what an item waits for', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Other' });
    const { meta } = await preview(tenant, submissionId);
    expect(meta).toMatchObject({ syncStatus: 'failed', blockedBy: ['lastName', 'degree'] });
    await resolveAll(tenant, submissionId);
    expect((await preview(tenant, submissionId)).meta).toMatchObject({ syncStatus: 'queued', blockedBy: [] });
  });
});

describe('the fields of an envelope', () => {
  it('have the names of the record, by the mapping of the form type', async () => {
    const tenant = await service.tenant();
    const links = [
      { formField: 'Degree sought', target: 'degree' },
      { formField: 'Entry', target: 'yearOfEntry' },
    ];
    const scope = await service.scope(tenant);
    await service.app.get(MappingsService).replace(scope, 'degree_change', links);
    const fields = { 'Degree sought': 'EdD', Entry: 2026, email: 'kept@test.example.edu' };
    const submissionId = await aSubmission(tenant, { formType: 'degree_change', fields });

    const { data } = (await preview(tenant, submissionId)).envelope;

    expect(data.fields).toEqual({ degree: 'EdD', yearOfEntry: 2026 });
    expect(data.unmappedFields).toEqual({ email: 'kept@test.example.edu' });
  });

  it.each([
    ['accept_submitted', 'PhD'],
    ['dismiss', 'PhD'],
    ['keep_record', 'EdD'],
  ])('after %s have %s', async (resolution, degree) => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    await resolveAll(tenant, submissionId, resolution);
    const { data } = (await preview(tenant, submissionId)).envelope;
    expect(data.fields).toEqual({ degree });
    expect(data.discrepancies).toEqual([{ field: 'degree', submitted: 'PhD', recorded: 'EdD', resolution }]);
  });

  it('after keep_record have nothing where the record has nothing', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant, { schoolProgram: 'Law' });
    await resolveAll(tenant, submissionId, 'keep_record');
    expect((await preview(tenant, submissionId)).envelope.data.fields).toEqual({ schoolProgram: null });
  });

  it('follow the decision about the value that is submitted now, not about an earlier one', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    await resolveAll(tenant, submissionId, 'keep_record');
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');
    await resolveAll(tenant, submissionId, 'dismiss');

    expect(await discrepanciesOf(tenant, submissionId)).toHaveLength(2);
    expect((await preview(tenant, submissionId)).envelope.data.fields).toEqual({ degree: 'MA' });
  });

  it('keep whatever a form says: names of every object, long texts, numbers, other scripts', async () => {
    const tenant = await service.tenant();
    const fields = {
      constructor: 'x',
      toString: 1,
      '': 'blank',
      'a.b': { hasOwnProperty: null },
      ['\u{1F393}']: '学位',
      big: 2 ** 53 - 1,
      tiny: 5e-324,
      float: 0.1,
      long: 'é'.repeat(7000),
      yes: true,
    };
    const submissionId = await aSubmission(tenant, { fields });
    const { data } = (await preview(tenant, submissionId)).envelope;
    expect(data.unmappedFields).toEqual(JSON.parse(JSON.stringify(fields)));
    expect((await readSubmission(tenant, submissionId)).fields).toEqual(data.unmappedFields);
  });
});

describe('the published schema', () => {
  it('refuses data that lacks something, or says it otherwise', async () => {
    const tenant = await service.tenant();
    const { data } = (await preview(tenant, await aSubmission(tenant))).envelope;
    for (const name of Object.keys(data)) {
      const rest = Object.entries(data).filter(([key]) => key !== name);
      expect({ name, isValid: isValid(Object.fromEntries(rest)) }).toEqual({ name, isValid: false });
    }
    for (const wrong of [
      { submissionStatus: 'queued' },
      { decidedAt: 'today' },
      { fields: [] },
      { student: {} },
    ])
      expect({ wrong, isValid: isValid({ ...data, ...wrong }) }).toEqual({ wrong, isValid: false });
    expect(isValid({ ...data, addedLater: 1 })).toBe(true);
  });

  it('is where dataschema says', async () => {
    const tenant = await service.tenant();
    const { envelope } = await preview(tenant, await aSubmission(tenant));
    const { body } = await service.anonymous().get(SCHEMA);
    expect((body as unknown as Record<string, unknown>)['$id']).toBe(envelope['dataschema']);
  });
});

/** JSON with sorted keys, computed without the service's library. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${sortedJson(child)}`).join(',')}}`;
}
