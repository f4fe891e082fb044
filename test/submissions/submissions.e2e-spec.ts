import { aProfessor, aStudent } from '../factories/progress-people.js';
import { aSubmission, itemOf, listQueue, readSubmission } from '../factories/submissions.js';
import { problemsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const put = (submissionId: string, body: unknown): Promise<Answer<Body>> =>
  tenant.workflow.put(`/submissions/${submissionId}`, body);

describe('putting a submission', () => {
  it('creates a draft, and lists it as not queued', async () => {
    const studentId = await aStudent(tenant, { externalId: 'S-77' });

    const sent = { formType: 'degree_change', fields: { degree: 'EdD', note: ['a', 1, null, { b: true }] } };
    const { status, body } = await put('sub-77', { ...sent, studentId: 'S-77' });

    expect(status).toBe(201);
    const stamp = expect.stringMatching(MOMENT) as unknown;
    expect(body).toEqual({
      success: true,
      data: {
        ...sent,
        submissionId: 'sub-77',
        studentId,
        status: 'draft',
        submittedAt: null,
        decidedAt: null,
        discrepancies: [],
        createdAt: stamp,
        updatedAt: stamp,
      },
    });
    expect(await readSubmission(tenant, 'sub-77')).toEqual(body.data);
    expect(await itemOf(tenant, 'sub-77')).toMatchObject({
      submissionId: 'sub-77',
      formType: 'degree_change',
      studentId,
      submissionStatus: 'draft',
      syncStatus: 'not_queued',
      targetSystem: null,
      lastError: null,
      attempts: 0,
      queuedAt: null,
      lastTransitionAt: null,
    });
  });

  it.each(['draft', 'submitted', 'in_review', 'returned'] as const)(
    'replaces the fields of one that is %s, and keeps its status',
    async (status) => {
      const submissionId = await aSubmission(tenant, { fields: { a: 1, b: 2 }, status });
      const before = await readSubmission(tenant, submissionId);
      const other = await aStudent(tenant);

      const replaced = { formType: 'other', studentId: other, fields: { c: 3 } };
      const answer = await put(submissionId, replaced);

      expect(answer.status).toBe(200);
      const { updatedAt } = answer.body.data as { updatedAt: string };
      expect(answer.body.data).toEqual({ ...before, ...replaced, updatedAt });
      expect(await itemOf(tenant, submissionId)).toMatchObject({ formType: 'other', studentId: other });
    },
  );

  it.each(['approved', 'rejected', 'closed'] as const)(
    'refuses other fields once it is %s, and takes the same ones',
    async (status) => {
      const submissionId = await aSubmission(tenant, { fields: { a: 1 }, status });
      const before = await readSubmission(tenant, submissionId);
      const { formType, studentId } = before;

      const other = await put(submissionId, { formType, studentId, fields: { a: 2 } });
      const same = await put(submissionId, { formType, studentId, fields: { a: 1 } });

      expect(other).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
      expect(same.status).toBe(200);
      expect(same.body.data).toEqual(before);
      expect(await readSubmission(tenant, submissionId)).toEqual(before);
    },
  );

  it('writes nothing when it says the same, in whatever order', async () => {
    const submissionId = await aSubmission(tenant, { fields: { bb: { y: 1, x: 2 }, a: 0 } });
    const before = await readSubmission(tenant, submissionId);
    const item = await itemOf(tenant, submissionId);
    const { formType, studentId } = before;

    const sent = { fields: { a: -0, bb: { x: 2, y: 1 } }, studentId, formType };
    const { status, body } = await put(submissionId, sent);

    expect(status).toBe(200);
    expect(body.data).toEqual(before);
    expect(await itemOf(tenant, submissionId)).toEqual(item);
  });

  it('at the same time from two sides makes one submission', async () => {
    const studentId = await aStudent(tenant);
    const sides = Array.from({ length: 8 }, (_, side) => ({ formType: 'x', studentId, fields: { side } }));

    const answers = await Promise.all(sides.map((side) => put('sub-1', side)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await listQueue(tenant)).toMatchObject({ count: 1, totals: { not_queued: 1 } });
  });

  it('names every failing field', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as object;
    const FIELDS = 'fields isJsonObject';
    const all = ['formType isIdentifier', 'studentId isIdentifier', FIELDS];
    const bodies: [object, string[]][] = [
      [{ formType: undefined, studentId: undefined, fields: undefined }, all],
      [{ formType: ' ', studentId: 7, fields: [], formtype: 'x' }, ['formtype unknownField', ...all]],
      [{ formType: 'x'.repeat(65) }, ['formType isIdentifier']],
      [{ fields: null }, [FIELDS]],
      [{ fields: deep }, [FIELDS]],
      [{ fields: { a: '\ud800' } }, [FIELDS]],
      [{ fields: { a: 'x'.repeat(17_000) } }, [FIELDS]],
      [{ fields: { ['__proto__']: 1 } }, [FIELDS]],
    ];
    for (const [sent, expected] of bodies) {
      const { status, body } = await put('sub-1', { formType: 'x', studentId: 'S', fields: {}, ...sent });
      expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(body.error.details?.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
    }
  });

  it.each(['a b', 'x'.repeat(65), 'ä', 'a%2Fb', '%0a', "a'"])('refuses the ID %j', async (submissionId) => {
    const path = `/submissions/${submissionId.startsWith('a%') ? submissionId : encodeURIComponent(submissionId)}`;

    const { status, body } = await tenant.workflow.put(path, { formType: 'x', studentId: 'S', fields: {} });

    expect(status).toBe(400);
    const message = 'submissionId must be 1 to 64 of A-Z a-z 0-9 . _ : -';
    expect(body.error.details).toEqual([{ field: 'submissionId', code: 'matches', message }]);
  });

  it('takes every character and length that an ID may have', async () => {
    for (const submissionId of ['A.z_0:-9', 'x'.repeat(64), '0'])
      expect(await aSubmission(tenant, { submissionId })).toBe(submissionId);
  });

  it('of an unknown person is 404, and of a faculty member 400', async () => {
    const member = await aProfessor(tenant);

    const unknown = await put('sub-1', { formType: 'x', studentId: 'S-unknown', fields: {} });
    const faculty = await put('sub-1', { formType: 'x', studentId: member, fields: {} });

    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'USER_NOT_FOUND' } } });
    expect(problemsOf(faculty)).toEqual([400, 'studentId']);
    expect((await tenant.workflow.get('/submissions/sub-1')).status).toBe(404);
    expect((await listQueue(tenant)).items).toEqual([]);
  });

  it("is about the tenant's own: another tenant has the same ID for itself, and sees nothing of it", async () => {
    const [north, south] = [tenant, await service.tenant()];
    await aSubmission(north, { submissionId: 'sub-1', fields: { of: 'north' } });
    const unseen = await south.workflow.get('/submissions/sub-1');
    const unmoved = await south.workflow.post('/submissions/sub-1/status', { status: 'submitted' });

    await aSubmission(south, { submissionId: 'sub-1', fields: { of: 'south' }, status: 'approved' });

    for (const { status, body } of [unseen, unmoved])
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'SUBMISSION_NOT_FOUND' });
    expect(await readSubmission(north, 'sub-1')).toMatchObject({ fields: { of: 'north' }, status: 'draft' });
    expect((await listQueue(north)).totals).toMatchObject({ not_queued: 1, queued: 0 });
  });
});
