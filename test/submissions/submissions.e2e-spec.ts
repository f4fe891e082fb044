import { facultyMember } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, itemOf, listQueue, readSubmission } from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const service = await TestService.ofWorker();

describe('putting a submission', () => {
  it('creates a draft, and lists it as not queued', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { externalId: 'S-77' });

    const { status, body } = await tenant.workflow.put('/submissions/sub-77', {
      formType: 'degree_change',
      studentId: 'S-77',
      fields: { degree: 'EdD', note: ['a', 1, null, { b: true }] },
    });

    expect(status).toBe(201);
    const stamp = expect.stringMatching(MOMENT) as unknown;
    expect(body).toEqual({
      success: true,
      data: {
        submissionId: 'sub-77',
        formType: 'degree_change',
        studentId,
        status: 'draft',
        fields: { degree: 'EdD', note: ['a', 1, null, { b: true }] },
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
      const tenant = await service.tenant();
      const submissionId = await aSubmission(tenant, { fields: { a: 1, b: 2 }, status });
      const before = await readSubmission(tenant, submissionId);
      const other = await aStudent(tenant);

      const answer = await tenant.workflow.put(`/submissions/${submissionId}`, {
        formType: 'other',
        studentId: other,
        fields: { c: 3 },
      });

      expect(answer.status).toBe(200);
      const replaced = { formType: 'other', studentId: other, fields: { c: 3 } };
      const { updatedAt } = answer.body.data as { updatedAt: string };
      expect(answer.body.data).toEqual({ ...before, ...replaced, updatedAt });
      expect(await itemOf(tenant, submissionId)).toMatchObject({ formType: 'other', studentId: other });
    },
  );

  it.each(['approved', 'rejected', 'closed'] as const)(
    'refuses other fields once it is %s, and takes the same ones',
    async (status) => {
      const tenant = await service.tenant();
      const submissionId = await aSubmission(tenant, { fields: { a: 1 }, status });
      const before = await readSubmission(tenant, submissionId);
      const { formType, studentId } = before;

      const other = await tenant.workflow.put(`/submissions/${submissionId}`, {
        formType,
        studentId,
        fields: { a: 2 },
      });
      const same = await tenant.workflow.put(`/submissions/${submissionId}`, {
        formType,
        studentId,
        fields: { a: 1 },
      });

      expect(other).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
      expect({ status: same.status, data: same.body.data }).toEqual({ status: 200, data: before });
      expect(await readSubmission(tenant, submissionId)).toEqual(before);
    },
  );

  it('writes nothing when it says the same, in whatever order', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { fields: { bb: { y: 1, x: 2 }, a: 0 } });
    const before = await readSubmission(tenant, submissionId);
    const item = await itemOf(tenant, submissionId);
    const { formType, studentId } = before;

    const { status, body } = await tenant.workflow.put(`/submissions/${submissionId}`, {
      fields: { a: -0, bb: { x: 2, y: 1 } },
      studentId,
      formType,
    });

    expect({ status, data: body.data }).toEqual({ status: 200, data: before });
    expect(await itemOf(tenant, submissionId)).toEqual(item);
  });

  it('at the same time from two sides makes one submission', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const put = (side: number): Promise<{ status: number }> =>
      tenant.workflow.put('/submissions/sub-1', { formType: 'x', studentId, fields: { side } });

    const answers = await Promise.all(Array.from({ length: 8 }, (_, side) => put(side)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await listQueue(tenant)).toMatchObject({ count: 1, totals: { not_queued: 1 } });
  });

  it('names every failing field', async () => {
    const { workflow } = await service.tenant();
    const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as object;
    const bodies: [unknown, [string, string][]][] = [
      [
        {},
        [
          ['formType', 'isIdentifier'],
          ['studentId', 'isIdentifier'],
          ['fields', 'isJsonObject'],
        ],
      ],
      [
        { formType: ' ', studentId: 7, fields: [], formtype: 'x' },
        [
          ['formtype', 'unknownField'],
          ['formType', 'isIdentifier'],
          ['studentId', 'isIdentifier'],
          ['fields', 'isJsonObject'],
        ],
      ],
      [{ formType: 'x'.repeat(65), studentId: 'S', fields: {} }, [['formType', 'isIdentifier']]],
      [{ formType: 'x', studentId: 'S', fields: null }, [['fields', 'isJsonObject']]],
      [{ formType: 'x', studentId: 'S', fields: deep }, [['fields', 'isJsonObject']]],
      [{ formType: 'x', studentId: 'S', fields: { a: '\ud800' } }, [['fields', 'isJsonObject']]],
      [{ formType: 'x', studentId: 'S', fields: { a: 'x'.repeat(17_000) } }, [['fields', 'isJsonObject']]],
      [{ formType: 'x', studentId: 'S', fields: { ['__proto__']: 1 } }, [['fields', 'isJsonObject']]],
    ];
    for (const [sent, expected] of bodies) {
      const { status, body } = await workflow.put('/submissions/sub-1', sent);
      expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(body.error.details?.map(({ field, code }) => [field, code])).toEqual(expected);
    }
  });

  it.each(['a b', 'x'.repeat(65), 'ä', 'a%2Fb', '%0a', "a'"])('refuses the ID %j', async (submissionId) => {
    const { workflow } = await service.tenant();
    const path = `/submissions/${submissionId.startsWith('a%') ? submissionId : encodeURIComponent(submissionId)}`;

    const { status, body } = await workflow.put(path, { formType: 'x', studentId: 'S', fields: {} });

    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      {
        field: 'submissionId',
        code: 'matches',
        message: 'submissionId must be 1 to 64 of A-Z a-z 0-9 . _ : -',
      },
    ]);
  });

  it('takes every character and length that an ID may have', async () => {
    const tenant = await service.tenant();
    for (const submissionId of ['A.z_0:-9', 'x'.repeat(64), '0'])
      expect(await aSubmission(tenant, { submissionId })).toBe(submissionId);
  });

  it('of an unknown person is 404, and of a faculty member 400', async () => {
    const tenant = await service.tenant();
    await tenant.sis.post('/users', facultyMember({ externalId: 'F-1' }));
    const put = (studentId: string): ReturnType<TestTenant['workflow']['put']> =>
      tenant.workflow.put('/submissions/sub-1', { formType: 'x', studentId, fields: {} });

    const unknown = await put('S-unknown');
    const faculty = await put('F-1');

    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'USER_NOT_FOUND' } } });
    expect({ status: faculty.status, field: faculty.body.error.details?.[0]?.field }).toEqual({
      status: 400,
      field: 'studentId',
    });
    expect((await tenant.workflow.get('/submissions/sub-1')).status).toBe(404);
    expect((await listQueue(tenant)).items).toEqual([]);
  });

  it("is about the tenant's own: another tenant has the same ID for itself, and sees nothing of it", async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
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
