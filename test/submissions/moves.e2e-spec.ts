import { jest } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';

import {
  isAllowed,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '../../src/submissions/review-workflow.js';
import { SubmissionsService } from '../../src/submissions/submissions.service.js';
import { SUBMISSION_STATUS_CHANGED } from '../../src/submissions/submission-status-changed.event.js';
import { aSubmission, itemOf, move, readSubmission, stepsOf } from '../factories/submissions.js';
import type { Answer, Body } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function historyOf(submissionId: string): ReturnType<SubmissionsService['history']> {
  return service.app.get(SubmissionsService).history(await service.scope(tenant), submissionId);
}

const storedOf = async (submissionId: string): Promise<{ submission: unknown; history: unknown }> => ({
  submission: await readSubmission(tenant, submissionId),
  history: await historyOf(submissionId),
});

/** The item of the queue, and how it came there. */
const queueOf = async (submissionId: string): Promise<unknown[]> => [
  await itemOf(tenant, submissionId),
  await stepsOf(tenant, submissionId),
];

const moveTo = (submissionId: string, body: unknown): Promise<Answer<Body>> =>
  tenant.workflow.post(`/submissions/${submissionId}/status`, body);

const PAIRS = SUBMISSION_STATUSES.flatMap((from) => SUBMISSION_STATUSES.map((to) => [from, to] as const));

describe('a move', () => {
  const allowed = PAIRS.filter(([from, to]) => isAllowed(from, to));
  const refused = PAIRS.filter(([from, to]) => from !== to && !isAllowed(from, to));

  it.each(allowed)('from %s to %s is made and kept in the history', async (from, to) => {
    const submissionId = await aSubmission(tenant, { status: from });

    const sent = { status: to, reason: ' because ', actorId: 'u-9' };
    const { status, body, headers } = await moveTo(submissionId, sent);

    expect({ status, submissionStatus: body.data['status'] }).toEqual({ status: 200, submissionStatus: to });
    const last = (await historyOf(submissionId)).at(-1);
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
    const submissionId = await aSubmission(tenant, { status: from });
    const before = await storedOf(submissionId);

    const answer = await moveTo(submissionId, { status: to });

    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
    expect(answer.body.message).toContain(`is ${from} and cannot become ${to}`);
    expect(await storedOf(submissionId)).toEqual(before);
  });

  it.each(SUBMISSION_STATUSES)('to the status it has, %s, does nothing', async (status) => {
    const submissionId = await aSubmission(tenant, { status });
    const before = await storedOf(submissionId);
    const queue = await queueOf(submissionId);

    const answer = await moveTo(submissionId, { status });

    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(before.submission);
    expect(await storedOf(submissionId)).toEqual(before);
    expect(await queueOf(submissionId)).toEqual(queue);
  });

  it('that submits, decides or reopens is stamped', async () => {
    const submissionId = await aSubmission(tenant);
    const moves: readonly [SubmissionStatus, isSubmitted: boolean, isDecided: boolean][] = [
      ['submitted', true, false],
      ['in_review', false, false],
      ['approved', false, true],
      ['returned', false, false],
      ['submitted', true, false],
      ['rejected', false, true],
      ['closed', false, true],
    ];
    for (const [status, isSubmitted, isDecided] of moves) {
      await move(tenant, submissionId, status);
      const { submittedAt, decidedAt, updatedAt } = await readSubmission(tenant, submissionId);
      const stamps = { isSubmitted: submittedAt === updatedAt, isDecided: decidedAt !== null };
      expect({ status, ...stamps }).toEqual({ status, isSubmitted, isDecided });
    }
  });

  it('is never refused for its reason, which is cleaned and cut', async () => {
    const submissionId = await aSubmission(tenant);
    const reason = `half \ud83d of a pair\u0000, ${'x'.repeat(3000)}`;
    expect((await moveTo(submissionId, { status: 'submitted', reason })).status).toBe(200);
    const kept = (await historyOf(submissionId))[0]?.reason;
    expect(kept).toMatch(/^half \ufffd of a pair , x+…$/);
    expect(kept).toHaveLength(2000);
  });

  it('names every failing field', async () => {
    const submissionId = await aSubmission(tenant);
    const cases: [unknown, string[]][] = [
      [{}, ['status isIn']],
      [{ status: 'Approved' }, ['status isIn']],
      [
        { status: 'queued', actorId: 'x'.repeat(129), why: 1 },
        ['why unknownField', 'status isIn', 'actorId isText'],
      ],
    ];
    for (const [sent, expected] of cases) {
      const { status, body } = await moveTo(submissionId, sent);
      const details = body.error.details?.map(({ field, code }) => `${field} ${code}`);
      expect({ status, details }).toEqual({ status: 400, details: expected });
    }
    expect(await historyOf(submissionId)).toEqual([]);
  });

  it('of a submission that does not exist is 404', async () => {
    const answer = await moveTo('none', { status: 'submitted' });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'SUBMISSION_NOT_FOUND' } } });
  });

  it('that was made is answered as made, though a listener of another module throws', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const emitter = service.app.get(EventEmitter2);
    const fail = jest.fn(() => {
      throw new Error('not my day');
    });
    emitter.on(SUBMISSION_STATUS_CHANGED, fail);
    try {
      await move(tenant, submissionId, 'approved');
    } finally {
      emitter.off(SUBMISSION_STATUS_CHANGED, fail);
    }
    expect(fail).toHaveBeenCalledTimes(1);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });
});
