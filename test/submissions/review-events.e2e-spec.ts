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
import {
  aSubmission,
  discrepanciesOf,
  itemOf,
  move,
  readSubmission,
  stepsOf,
} from '../factories/submissions.js';
import { aStudent } from '../factories/progress-people.js';
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

function changeOf({ tenantId }: TestTenant, submissionId: string, more: Partial<Change> = {}): Change {
  return { tenantId, submissionId, status: 'approved', actor: 'committee:chair', ...more };
}

async function historyOf({ tenantId }: TestTenant): Promise<Record<string, unknown>[]> {
  const sql =
    'SELECT `from`, `to`, `cause`, `actor`, `reason` FROM `submission_transitions` WHERE `tenantId` = ? ORDER BY `id`';
  return service.query(sql, [tenantId]);
}

async function untilQueued(tenant: TestTenant, submissionId: string): Promise<void> {
  await until(
    'the item is queued',
    async () => (await itemOf(tenant, submissionId)).syncStatus !== 'not_queued',
  );
}

/**
 * Approves by the API.
 * @returns the events that other modules of that process receive on the emitter
 */
async function emittedByApproval(
  tenant: TestTenant,
  submissionId: string,
): Promise<SubmissionStatusChanged[]> {
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
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    const vote = { tenantId: tenant.tenantId, submissionId, isInFavour: true, chair: 'Dr. No', voteId: '1' };

    platform.committee.decide(vote);
    await untilQueued(tenant, submissionId);

    expect((await readSubmission(tenant, submissionId)).status).toBe('approved');
    expect((await historyOf(tenant)).at(-1)).toEqual({
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
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const change = changeOf(tenant, submissionId, { eventId: 'vote-7' });

    await Promise.all(Array.from({ length: 8 }, () => emit(change)));
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(change);

    expect((await stepsOf(tenant, submissionId)).map(({ to }) => to)).toEqual(['queued', 'sent']);
    expect((await historyOf(tenant)).map(({ to }) => to)).toEqual(['submitted', 'approved']);
  });

  it("is the tenant's: the same eventId of another tenant is another event", async () => {
    const tenants = [await service.tenant(), await service.tenant()];
    for (const tenant of tenants) {
      const submissionId = await aSubmission(tenant, { submissionId: 'sub-1', status: 'submitted' });
      await emit(changeOf(tenant, submissionId, { eventId: 'vote-7' }));
      expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
    }
  });

  it('about a submission that is approved already queues it again unless it waits', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    await emit(changeOf(tenant, submissionId));
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(changeOf(tenant, submissionId));

    const steps = await stepsOf(tenant, submissionId);
    expect(steps.map(({ to, cause }) => [to, cause])).toEqual([
      ['queued', 'approved'],
      ['sent', 'ack'],
      ['queued', 'approved'],
    ]);
    expect((await historyOf(tenant)).map(({ to }) => to)).toEqual(['submitted', 'approved']);
  });

  it('finds discrepancies as our own moves do', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const submissionId = await aSubmission(tenant, {
      studentId,
      fields: { degree: 'PhD' },
      status: 'submitted',
    });
    await emit(changeOf(tenant, submissionId));
    expect(await discrepanciesOf(tenant, submissionId)).toMatchObject([
      { field: 'degree', resolution: null },
    ]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });

  it('of another status moves the submission and leaves the queue alone', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    await emit(changeOf(tenant, submissionId, { status: 'rejected' }));
    expect((await readSubmission(tenant, submissionId)).status).toBe('rejected');
    expect(await itemOf(tenant, submissionId)).toMatchObject({
      submissionStatus: 'rejected',
      syncStatus: 'not_queued',
    });
  });

  it('that comes late does not turn back what happened since', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const occurredAt = new Date(Date.now() - 60_000);
    await move(tenant, submissionId, 'approved', 'closed');
    await emit(changeOf(tenant, submissionId, { occurredAt }));
    expect((await readSubmission(tenant, submissionId)).status).toBe('closed');
    expect((await historyOf(tenant)).map(({ to }) => to)).toEqual(['submitted', 'approved', 'closed']);
  });

  it("about nothing we know, or another tenant's submission, does nothing", async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    await emit(changeOf(tenant, 'none'));
    await emit(changeOf(other, submissionId));
    await emit({ ...changeOf(tenant, submissionId), tenantId: 'unknown' });
    expect((await readSubmission(tenant, submissionId)).status).toBe('submitted');
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('not_queued');
  });

  it('of our own moves is received by other modules, once, with what was decided', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const received = await emittedByApproval(tenant, submissionId);

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
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    const takenIn = jest.spyOn(platform.outbox, 'rememberEventId');

    await emit(changeOf(tenant, submissionId, { origin: OWN_ORIGIN }));

    expect(takenIn.mock.calls).toEqual([]);
    takenIn.mockRestore();
    expect((await readSubmission(tenant, submissionId)).status).toBe('in_review');
  });

  it('that another module makes of one of ours, with its eventId, has no further effect', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const [own] = await emittedByApproval(tenant, submissionId);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await emit(changeOf(tenant, submissionId, { eventId: own?.eventId ?? '' }));
    expect((await stepsOf(tenant, submissionId)).map(({ to }) => to)).toEqual(['queued', 'sent']);
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
    const make = (): unknown =>
      new SubmissionStatusChanged({
        tenantId: 't',
        submissionId: 's',
        status: 'approved',
        actor: 'a',
        ...change,
      });
    expect(make).toThrow(`A SubmissionStatusChanged cannot have this ${name}`);
  });
});
