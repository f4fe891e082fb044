import { isAllowed, SUBMISSION_STATUSES, type SubmissionStatus } from '../src/submissions/review-workflow.js';
import { SubmissionsService } from '../src/submissions/submissions.service.js';
import { SUBMISSION_STATUS_CHANGED } from '../src/submissions/submission-status-changed.event.js';
import { TenancyService } from '../src/tenancy/tenancy.service.js';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { facultyMember } from './factories/person.js';
import { aStudent } from './factories/progress-people.js';
import { aSubmission, itemOf, listQueue, move, readSubmission, stepsOf } from './factories/submissions.js';
import { TestService, type TestTenant } from './support/service.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(async () => {
  await service.stop();
});

async function historyOf(
  { tenantId }: TestTenant,
  submissionId: string,
): ReturnType<SubmissionsService['history']> {
  const tenancy = service.app.get(TenancyService);
  const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'test');
  return service.app.get(SubmissionsService).history(scope, submissionId);
}

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
        ...{ submissionId: 'sub-77', formType: 'degree_change', studentId, status: 'draft' },
        fields: { degree: 'EdD', note: ['a', 1, null, { b: true }] },
        ...{ submittedAt: null, decidedAt: null, discrepancies: [], createdAt: stamp, updatedAt: stamp },
      },
    });
    expect(await readSubmission(tenant, 'sub-77')).toEqual(body.data);
    expect(await itemOf(tenant, 'sub-77')).toMatchObject({
      ...{ submissionId: 'sub-77', formType: 'degree_change', studentId, submissionStatus: 'draft' },
      ...{ syncStatus: 'not_queued', targetSystem: null, lastError: null, attempts: 0 },
      ...{ queuedAt: null, lastTransitionAt: null },
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
        ...{ formType: 'other', studentId: other, fields: { c: 3 } },
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
        ...{ formType, studentId, fields: { a: 2 } },
      });
      const same = await tenant.workflow.put(`/submissions/${submissionId}`, {
        ...{ formType, studentId, fields: { a: 1 } },
      });

      expect([other.status, other.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect([same.status, same.body.data]).toEqual([200, before]);
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
      ...{ fields: { a: -0, bb: { x: 2, y: 1 } }, studentId, formType },
    });

    expect([status, body.data]).toEqual([200, before]);
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
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
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

  it('of somebody unknown is 404, and of a faculty member 400', async () => {
    const tenant = await service.tenant();
    await tenant.sis.post('/users', facultyMember({ externalId: 'F-1' }));
    const put = (studentId: string): ReturnType<TestTenant['workflow']['put']> =>
      tenant.workflow.put('/submissions/sub-1', { formType: 'x', studentId, fields: {} });

    const unknown = await put('S-unknown');
    const faculty = await put('F-1');

    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect([faculty.status, faculty.body.error.details?.[0]?.field]).toEqual([400, 'studentId']);
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
      expect([status, body.error.code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
    expect(await readSubmission(north, 'sub-1')).toMatchObject({ fields: { of: 'north' }, status: 'draft' });
    expect((await listQueue(north)).totals).toMatchObject({ not_queued: 1, queued: 0 });
  });
});

const PAIRS = SUBMISSION_STATUSES.flatMap((from) => SUBMISSION_STATUSES.map((to) => [from, to] as const));

describe('a move', () => {
  const allowed = PAIRS.filter(([from, to]) => isAllowed(from, to));
  const refused = PAIRS.filter(([from, to]) => from !== to && !isAllowed(from, to));

  it('is allowed exactly as the contract says', () => {
    expect(allowed.map((pair) => pair.join('->')).sort()).toEqual(
      [
        ...['draft->submitted', 'submitted->in_review', 'submitted->returned', 'submitted->approved'],
        ...['submitted->rejected', 'in_review->returned', 'in_review->approved', 'in_review->rejected'],
        ...['returned->submitted', 'approved->closed', 'rejected->closed', 'approved->returned'],
      ].sort(),
    );
  });

  it.each(allowed)('from %s to %s is made and kept in the history', async (from, to) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: from });

    const { status, body, headers } = await tenant.workflow.post(`/submissions/${submissionId}/status`, {
      ...{ status: to, reason: ' because ', actorId: 'u-9' },
    });

    expect([status, body.data['status']]).toEqual([200, to]);
    const last = (await historyOf(tenant, submissionId)).at(-1);
    expect(last).toMatchObject({
      ...{ from, to, cause: 'workflow', reason: 'because', actor: `key:${tenant.apiKey}`, actorId: 'u-9' },
      requestId: headers.get('x-request-id'),
    });
    expect(last?.at.toISOString()).toBe(body.data['updatedAt']);
    expect(await itemOf(tenant, submissionId)).toMatchObject({ submissionStatus: to });
  });

  it.each(refused)('from %s to %s is refused and changes nothing', async (from, to) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: from });
    const before = [await readSubmission(tenant, submissionId), await historyOf(tenant, submissionId)];

    const { status, body } = await tenant.workflow.post(`/submissions/${submissionId}/status`, {
      status: to,
    });

    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(body.message).toContain(`is ${from} and cannot become ${to}`);
    expect([await readSubmission(tenant, submissionId), await historyOf(tenant, submissionId)]).toEqual(
      before,
    );
  });

  it.each(SUBMISSION_STATUSES)('to the status it has, %s, does nothing', async (status) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status });
    const before = [await readSubmission(tenant, submissionId), await historyOf(tenant, submissionId)];
    const queue = [await itemOf(tenant, submissionId), await stepsOf(tenant, submissionId)];

    const answer = await tenant.workflow.post(`/submissions/${submissionId}/status`, { status });

    expect([answer.status, answer.body.data]).toEqual([200, before[0]]);
    expect([await readSubmission(tenant, submissionId), await historyOf(tenant, submissionId)]).toEqual(
      before,
    );
    expect([await itemOf(tenant, submissionId), await stepsOf(tenant, submissionId)]).toEqual(queue);
  });

  it('that submits, decides or reopens is stamped', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const stamps: [SubmissionStatus, boolean, boolean][] = [];
    for (const status of [
      'submitted',
      'in_review',
      'approved',
      'returned',
      'submitted',
      'rejected',
      'closed',
    ] as const) {
      await move(tenant, submissionId, status);
      const { submittedAt, decidedAt, updatedAt } = await readSubmission(tenant, submissionId);
      stamps.push([status, submittedAt === updatedAt, decidedAt !== null]);
    }
    expect(stamps).toEqual([
      ['submitted', true, false],
      ['in_review', false, false],
      ['approved', false, true],
      ['returned', false, false],
      ['submitted', true, false],
      ['rejected', false, true],
      ['closed', false, true],
    ]);
  });

  it('names every failing field', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const cases: [unknown, [string, string][]][] = [
      [{}, [['status', 'isIn']]],
      [{ status: 'Approved' }, [['status', 'isIn']]],
      [
        { status: 'queued', reason: 'x'.repeat(2001), actorId: 'x'.repeat(129), why: 1 },
        [
          ['why', 'unknownField'],
          ['status', 'isIn'],
          ['reason', 'isText'],
          ['actorId', 'isText'],
        ],
      ],
    ];
    for (const [sent, expected] of cases) {
      const { status, body } = await tenant.workflow.post(`/submissions/${submissionId}/status`, sent);
      expect([status, body.error.details?.map(({ field, code }) => [field, code])]).toEqual([400, expected]);
    }
    expect(await historyOf(tenant, submissionId)).toEqual([]);
  });

  it('of a submission that does not exist is 404', async () => {
    const { workflow } = await service.tenant();
    const { status, body } = await workflow.post('/submissions/none/status', { status: 'submitted' });
    expect([status, body.error.code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });

  it('that was made is answered as made, though a listener of another module throws', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const emitter = service.app.get(EventEmitter2);
    let heard = 0;
    const fail = (): never => {
      heard += 1;
      throw new Error('not my day');
    };
    emitter.on(SUBMISSION_STATUS_CHANGED, fail);
    try {
      await move(tenant, submissionId, 'approved');
    } finally {
      emitter.off(SUBMISSION_STATUS_CHANGED, fail);
    }
    expect(heard).toBe(1);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });
});
