import { REVIEW_EVENT_DELIVERED } from '../../src/submissions/submission-facts.js';
import { aSubmission, itemOf, move, readSubmission, stepsOf } from '../factories/submissions.js';
import { handleToo } from '../support/facts.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import { undelivered } from '../support/undelivered.js';
import { type OutboxStep, tracesOf } from './support/traces.js';

type End = Extract<OutboxStep, { end: unknown }>['end'];

const [service, other] = await Promise.all([TestService.ofWorker(), TestService.start()]);

afterAll(() => other.stop());

/** Does the work with a handler that takes no event, when it ends so, or in a process that dies before it delivers. */
async function ending<T>(end: End, work: () => Promise<T>): Promise<T> {
  if (end === 'died') return undelivered([service, other], work);
  if (end === 'delivered') return work();
  const refusing = handleToo(REVIEW_EVENT_DELIVERED, () => Promise.reject(new Error('a trace refuses it')));
  try {
    return await work();
  } finally {
    refusing.mockRestore();
  }
}

/** A submission that does the steps of a trace, in two processes. */
class Replay {
  private constructor(
    private readonly tenant: TestTenant,
    private readonly submissionId: string,
  ) {}

  static async start(): Promise<Replay> {
    const tenant = await service.tenant();
    return new Replay(tenant, await aSubmission(tenant, { status: 'submitted' }));
  }

  async do(step: OutboxStep): Promise<void> {
    const { tenant, submissionId } = this;
    switch (step.call) {
      case 'reopen':
        return move(tenant, submissionId, 'returned', 'submitted');
      case 'take': {
        const answer = await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
        expect(answer.status).toBe(200);
        return;
      }
      case 'approve':
      case 'close': {
        const to = step.call === 'approve' ? 'approved' : 'closed';
        return ending(step.end, () => move(this.callerOf(step.process), submissionId, to));
      }
      case 'event':
        return this.event(step);
      case 'sweep':
        await service.query('UPDATE `review_outbox` SET `nextAttemptAt` = ? WHERE `tenantId` = ?', [
          new Date(0),
          tenant.tenantId,
        ]);
        return ending(step.end, () => (step.process === 1 ? service : other).settle(tenant));
    }
  }

  async state(): Promise<OutboxStep['after']> {
    const { tenant, submissionId } = this;
    const waiting = await service.query<unknown[]>('SELECT `id` FROM `review_outbox` WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    const steps = await stepsOf(tenant, submissionId);
    return {
      submission: (await readSubmission(tenant, submissionId)).status,
      item: (await itemOf(tenant, submissionId)).syncStatus,
      waiting: waiting.length,
      queuedTimes: steps.filter(({ to }) => to === 'queued').length,
    };
  }

  private callerOf(process: 1 | 2): TestTenant {
    return process === 1 ? this.tenant : { ...this.tenant, ...clientsAt(other.baseUrl, this.tenant) };
  }

  /** The same event of another system each time. */
  private async event(step: Extract<OutboxStep, { call: 'event' }>): Promise<void> {
    const { submissionId } = this;
    const { workflow } = this.callerOf(step.process);
    const { status: was } = await readSubmission(this.tenant, submissionId);
    const event = {
      specversion: '1.0',
      id: 'approval-1',
      source: 'https://committee.example.edu',
      type: 'submission.status-changed.v1',
      data: { submissionId, status: 'approved' },
    };
    const type = { 'Content-Type': 'application/cloudevents+json' };
    const { status, body } = await ending(step.end, () => workflow.post('/events', event, type));
    const kept = step.isNew === 0 ? 'duplicate' : 'unchanged';
    const isApplied = step.isNew === 1 && was !== 'approved';
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: isApplied ? { applied: true } : { applied: false, reason: kept },
    });
  }
}

describe('a run of the model of the outbox', () => {
  const traces = tracesOf('outbox');

  it.each(traces)('is what the service does, with seed $seed', async ({ steps }) => {
    const replay = await Replay.start();
    for (const [index, step] of steps.entries()) {
      await replay.do(step);
      expect({ index, step, state: await replay.state() }).toEqual({ index, step, state: step.after });
    }
  });

  it('has, among them, each call, and each end that it may have', () => {
    const kinds = new Set(
      traces.flatMap(({ steps }) =>
        steps.map((step) => ('end' in step ? `${step.call} ${step.end}` : step.call)),
      ),
    );
    const ends = ['approve', 'close', 'event'].flatMap((call) => [
      `${call} delivered`,
      `${call} died`,
      `${call} refused`,
    ]);
    const others = ['reopen', 'take', 'sweep delivered', 'sweep refused'];
    expect([...kinds].sort()).toEqual([...ends, ...others].sort());
  });
});
