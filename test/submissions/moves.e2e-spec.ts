import {
  isAllowed,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '../../src/submissions/review-workflow.js';
import { SubmissionsService } from '../../src/submissions/submissions.service.js';
import { SUBMISSION_STATUS_CHANGED } from '../../src/submissions/submission-status-changed.event.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { aSubmission, itemOf, move, readSubmission, stepsOf } from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

async function historyOf(
  { tenantId }: TestTenant,
  submissionId: string,
): ReturnType<SubmissionsService['history']> {
  const tenancy = service.app.get(TenancyService);
  const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'test');
  return service.app.get(SubmissionsService).history(scope, submissionId);
}

const storedOf = async (
  tenant: TestTenant,
  submissionId: string,
): Promise<{ submission: unknown; history: unknown }> => ({
  submission: await readSubmission(tenant, submissionId),
  history: await historyOf(tenant, submissionId),
});

const PAIRS = SUBMISSION_STATUSES.flatMap((from) => SUBMISSION_STATUSES.map((to) => [from, to] as const));

describe('a move', () => {
  const allowed = PAIRS.filter(([from, to]) => isAllowed(from, to));
  const refused = PAIRS.filter(([from, to]) => from !== to && !isAllowed(from, to));

  it.each(allowed)('from %s to %s is made and kept in the history', async (from, to) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: from });

    const { status, body, headers } = await tenant.workflow.post(`/submissions/${submissionId}/status`, {
      status: to,
      reason: ' because ',
      actorId: 'u-9',
    });

    expect({ status, submissionStatus: body.data['status'] }).toEqual({ status: 200, submissionStatus: to });
    const last = (await historyOf(tenant, submissionId)).at(-1);
    expect(last).toMatchObject({
      from,
      to,
      cause: 'workflow',
      reason: 'because',
      actor: `key:${tenant.apiKey}`,
      actorId: 'u-9',
      requestId: headers.get('x-request-id'),
    });
    expect(last?.at.toISOString()).toBe(body.data['updatedAt']);
    expect(await itemOf(tenant, submissionId)).toMatchObject({ submissionStatus: to });
  });

  it.each(refused)('from %s to %s is refused and changes nothing', async (from, to) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: from });
    const before = await storedOf(tenant, submissionId);

    const { status, body } = await tenant.workflow.post(`/submissions/${submissionId}/status`, {
      status: to,
    });

    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'INVALID_TRANSITION' });
    expect(body.message).toContain(`is ${from} and cannot become ${to}`);
    expect(await storedOf(tenant, submissionId)).toEqual(before);
  });

  it.each(SUBMISSION_STATUSES)('to the status it has, %s, does nothing', async (status) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status });
    const before = await storedOf(tenant, submissionId);
    const queue = { item: await itemOf(tenant, submissionId), steps: await stepsOf(tenant, submissionId) };

    const answer = await tenant.workflow.post(`/submissions/${submissionId}/status`, { status });

    expect({ status: answer.status, data: answer.body.data }).toEqual({
      status: 200,
      data: before.submission,
    });
    expect(await storedOf(tenant, submissionId)).toEqual(before);
    expect({ item: await itemOf(tenant, submissionId), steps: await stepsOf(tenant, submissionId) }).toEqual(
      queue,
    );
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

  it('is never refused for its reason, which is cleaned and cut', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const reason = `half \ud83d of a pair\u0000, ${'x'.repeat(3000)}`;
    const { status } = await tenant.workflow.post(`/submissions/${submissionId}/status`, {
      status: 'submitted',
      reason,
    });
    expect(status).toBe(200);
    const [{ reason: kept } = { reason: '' }] = (await historyOf(tenant, submissionId)) as {
      reason: string;
    }[];
    expect(kept).toMatch(/^half \ufffd of a pair , x+…$/);
    expect(kept).toHaveLength(2000);
  });

  it('names every failing field', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const cases: [unknown, [string, string][]][] = [
      [{}, [['status', 'isIn']]],
      [{ status: 'Approved' }, [['status', 'isIn']]],
      [
        { status: 'queued', actorId: 'x'.repeat(129), why: 1 },
        [
          ['why', 'unknownField'],
          ['status', 'isIn'],
          ['actorId', 'isText'],
        ],
      ],
    ];
    for (const [sent, expected] of cases) {
      const { status, body } = await tenant.workflow.post(`/submissions/${submissionId}/status`, sent);
      expect({ status, details: body.error.details?.map(({ field, code }) => [field, code]) }).toEqual({
        status: 400,
        details: expected,
      });
    }
    expect(await historyOf(tenant, submissionId)).toEqual([]);
  });

  it('of a submission that does not exist is 404', async () => {
    const { workflow } = await service.tenant();
    const { status, body } = await workflow.post('/submissions/none/status', { status: 'submitted' });
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'SUBMISSION_NOT_FOUND' });
  });

  it('that was made is answered as made, though a listener of another module throws', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const emitter = service.app.get(EventEmitter2);
    let received = 0;
    const fail = (): never => {
      received += 1;
      throw new Error('not my day');
    };
    emitter.on(SUBMISSION_STATUS_CHANGED, fail);
    try {
      await move(tenant, submissionId, 'approved');
    } finally {
      emitter.off(SUBMISSION_STATUS_CHANGED, fail);
    }
    expect(received).toBe(1);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });
});
