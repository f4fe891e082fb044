import { jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Test } from '@nestjs/testing';

import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config/environment.js';
import { connectDatabase } from '../../src/database/connection/connect.js';
import { OutboxRepository } from '../../src/submissions/outbox/outbox.repository.js';
import {
  OWN_ORIGIN,
  SUBMISSION_STATUS_CHANGED,
  SubmissionStatusChanged,
} from '../../src/submissions/submission-status-changed.event.js';
import { CommitteeReview, CommitteeReviewModule } from '../examples/committee-review.module.js';
import { aSubmission, found, itemOf, move, readSubmission, stepsOf } from '../factories/submissions.js';
import { aStudent } from '../factories/progress-people.js';
import type { Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

/** The application with the other team's module in it, on the same database. */
let platform: {
  committee: CommitteeReview;
  emitter: EventEmitter2;
  outbox: OutboxRepository;
  close: () => Promise<void>;
};

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

beforeAll(async () => {
  const config = readConfig({ ...process.env, PORT: '0' });
  const { options } = await connectDatabase(config, () => undefined);

  @Module({ imports: [AppModule.with(config, options), CommitteeReviewModule] })
  class Platform {}

  const built = await Test.createTestingModule({ imports: [Platform] }).compile();
  const app = await built.createNestApplication({ logger: false }).init();
  platform = {
    committee: app.get(CommitteeReview),
    emitter: app.get(EventEmitter2),
    outbox: app.get(OutboxRepository),
    close: () => app.close(),
  };
});

afterAll(() => platform.close());

type Change = ConstructorParameters<typeof SubmissionStatusChanged>[0];

/** Emits an event and waits for every listener, which a module need not do. */
async function emit(change: Change): Promise<void> {
  await platform.emitter.emitAsync(SUBMISSION_STATUS_CHANGED, new SubmissionStatusChanged(change));
}

/** The approval of a submission by the other team's module. */
function changeOf(submissionId: string, more: Partial<Change> = {}): Change {
  const { tenantId } = tenant;
  return { tenantId, submissionId, status: 'approved', actor: 'committee:chair', ...more };
}

async function history(): Promise<Row[]> {
  const sql =
    'SELECT `from`, `to`, `cause`, `actor`, `reason` FROM `submission_transitions` WHERE `tenantId` = ? ORDER BY `id`';
  return service.query(sql, [tenant.tenantId]);
}

const statuses = async (): Promise<unknown[]> => (await history()).map(({ to }) => to);

const syncStatusOf = async (submissionId: string): Promise<string> =>
  (await itemOf(tenant, submissionId)).syncStatus;

/** What the queue did with a submission: where it came, and why. */
const queueStepsOf = async (submissionId: string): Promise<string[]> =>
  (await stepsOf(tenant, submissionId)).map(({ to, cause }) => `${to} ${cause}`);

/**
 * Approves by the API.
 * @returns the events that other modules of that process receive on the emitter
 */
async function emittedByApproval(submissionId: string): Promise<SubmissionStatusChanged[]> {
  const received: SubmissionStatusChanged[] = [];
  const listen = (event: SubmissionStatusChanged): number => received.push(event);
  const emitter = service.app.get(EventEmitter2);
  emitter.on(SUBMISSION_STATUS_CHANGED, listen);
  await tenant.workflow.post(`/submissions/${submissionId}/status`, { status: 'approved', reason: 'fine' });
  emitter.off(SUBMISSION_STATUS_CHANGED, listen);
  return received;
}

describe('a module of another team', () => {
  it('approves a submission by an event, which moves and queues it', async () => {
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    const vote = { tenantId: tenant.tenantId, submissionId, isInFavour: true, chair: 'Dr. No', voteId: '1' };

    platform.committee.decide(vote);
    await until('the item is queued', async () => (await syncStatusOf(submissionId)) !== 'not_queued');

    expect((await readSubmission(tenant, submissionId)).status).toBe('approved');
    expect((await history()).at(-1)).toEqual({
      from: 'in_review',
      to: 'approved',
      cause: 'event',
      actor: 'committee:Dr. No',
      reason: 'vote of the committee',
    });
    expect(await stepsOf(tenant, submissionId)).toMatchObject([
      { from: 'not_queued', to: 'queued', cause: 'approved', actor: 'committee:Dr. No' },
    ]);
  });
});

describe('an event on the emitter', () => {
  it('that is emitted again, many times and at once, has one effect', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const change = changeOf(submissionId, { eventId: 'vote-7' });

    await Promise.all(Array.from({ length: 8 }, () => emit(change)));
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(change);

    expect(await queueStepsOf(submissionId)).toEqual(['queued approved', 'sent ack']);
    expect(await statuses()).toEqual(['submitted', 'approved']);
  });

  it("is the tenant's: the same eventId of another tenant is another event", async () => {
    for (const another of [tenant, await service.tenant()]) {
      tenant = another;
      const submissionId = await aSubmission(tenant, { submissionId: 'sub-1', status: 'submitted' });
      await emit(changeOf(submissionId, { eventId: 'vote-7' }));
      expect(await syncStatusOf(submissionId)).toBe('queued');
    }
  });

  it('about a submission that is approved already queues it again unless it waits', async () => {
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    await emit(changeOf(submissionId));
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(changeOf(submissionId));

    expect(await queueStepsOf(submissionId)).toEqual(['queued approved', 'sent ack', 'queued approved']);
    expect(await statuses()).toEqual(['submitted', 'approved']);
  });

  it('finds discrepancies as our own moves do', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const fields = { degree: 'PhD' };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'submitted' });
    await emit(changeOf(submissionId));
    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
    expect(await syncStatusOf(submissionId)).toBe('failed');
  });

  it('of another status moves the submission and leaves the queue alone', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    await emit(changeOf(submissionId, { status: 'rejected' }));
    expect((await readSubmission(tenant, submissionId)).status).toBe('rejected');
    const item = { submissionStatus: 'rejected', syncStatus: 'not_queued' };
    expect(await itemOf(tenant, submissionId)).toMatchObject(item);
  });

  it('that comes late does not turn back what happened since', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const occurredAt = new Date(Date.now() - 60_000);
    await move(tenant, submissionId, 'approved', 'closed');
    await emit(changeOf(submissionId, { occurredAt }));
    expect((await readSubmission(tenant, submissionId)).status).toBe('closed');
    expect(await statuses()).toEqual(['submitted', 'approved', 'closed']);
  });

  it("about nothing we know, or another tenant's submission, does nothing", async () => {
    const other = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    await emit(changeOf('none'));
    await emit(changeOf(submissionId, { tenantId: other.tenantId }));
    await emit(changeOf(submissionId, { tenantId: 'unknown' }));
    expect((await readSubmission(tenant, submissionId)).status).toBe('submitted');
    expect(await syncStatusOf(submissionId)).toBe('not_queued');
  });

  it('of our own moves is received by other modules, once, with what was decided', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const received = await emittedByApproval(submissionId);

    expect(received).toEqual([
      expect.objectContaining({
        tenantId: tenant.tenantId,
        submissionId,
        status: 'approved',
        actor: `key:${tenant.apiKey}`,
        reason: 'fine',
        origin: OWN_ORIGIN,
      }),
    ]);
    expect(received[0]).toBeInstanceOf(SubmissionStatusChanged);
    expect(await stepsOf(tenant, submissionId)).toHaveLength(1);
  });

  it('of our own moves is not taken in again, and opens no transaction', async () => {
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    const takenIn = jest.spyOn(platform.outbox, 'rememberEventId');

    await emit(changeOf(submissionId, { origin: OWN_ORIGIN }));

    expect(takenIn.mock.calls).toEqual([]);
    takenIn.mockRestore();
    expect((await readSubmission(tenant, submissionId)).status).toBe('in_review');
  });

  it('that another module makes of one of ours, with its eventId, has no further effect', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const [own] = await emittedByApproval(submissionId);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(changeOf(submissionId, { eventId: own?.eventId ?? '' }));
    expect(await queueStepsOf(submissionId)).toEqual(['queued approved', 'sent ack']);
  });
});

describe('an event that could not be written down', () => {
  it.each([
    ['submissionId', { submissionId: 'a b' }],
    ['status', { status: 'done' as 'approved' }],
    ['actor', { actor: 'x'.repeat(129) }],
    ['actor', { actor: '' }],
    ['eventId', { eventId: 'vote 7' }],
    ['eventId', { eventId: 'x'.repeat(65) }],
    ['occurredAt', { occurredAt: new Date('never') }],
  ])('for its %s is refused where it is made', (name, change) => {
    expect(() => new SubmissionStatusChanged(changeOf('s', change))).toThrow(
      `A SubmissionStatusChanged cannot have this ${name}`,
    );
  });
});
