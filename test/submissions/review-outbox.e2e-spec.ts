import { jest } from '@jest/globals';
import { DataSource, type Repository } from 'typeorm';

import { TransactionEvents } from '../../src/events/transaction-events.js';
import { GRACE_MS, MOST_ATTEMPTS, pauseAfter } from '../../src/submissions/outbox/outbox-dispatcher.js';
import { OutboxEvent } from '../../src/submissions/entities/outbox-event.entity.js';
import { OutboxRepository } from '../../src/submissions/outbox/outbox.repository.js';
import { REVIEW_EVENT_DELIVERED } from '../../src/submissions/submission-facts.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, itemOf, listQueue, move, stepsOf } from '../factories/submissions.js';
import { handleToo } from '../support/facts.js';
import { scrape } from '../support/metrics.js';
import { TestService, type TestTenant } from '../support/service.js';
import { command } from '../support/terminal.js';
import { undelivered } from '../support/undelivered.js';

const HOUR_MS = 3_600_000;

let service: TestService;
/** Another application on the same database with its own sweep, in place of a second process. */
let other: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  [service, other] = await Promise.all([TestService.ofWorker(), TestService.start()]);
});

afterAll(() => other.stop());

beforeEach(async () => {
  tenant = await service.tenant();
});

const events = (): Repository<OutboxEvent> => service.app.get(DataSource).getRepository(OutboxEvent);

/** Does the work while nothing is delivered. */
const whileDead = <T>(work: () => Promise<T>): Promise<T> => undelivered([service, other], work);

async function approvals(count: number): Promise<string[]> {
  const studentId = await aStudent(tenant);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await aSubmission(tenant, { studentId, status: 'approved' }));
  return ids;
}

async function makeDue(nextAttemptAt = new Date(0)): Promise<void> {
  await events().update({ tenantId: tenant.tenantId }, { nextAttemptAt });
}

const waiting = (): Promise<OutboxEvent[]> => events().findBy({ tenantId: tenant.tenantId });

/** Records the statuses in the events about this tenant's submissions, from either process. */
function recordDeliveries(): { readonly end: () => string[] } {
  const delivered: string[] = [];
  const listening = handleToo(REVIEW_EVENT_DELIVERED, (scope, { event }) => {
    if (scope.tenantId === tenant.tenantId) delivered.push(event.to);
    return Promise.resolve();
  });
  const end = (): string[] => {
    listening.mockRestore();
    return delivered;
  };
  return { end };
}

describe('two processes on one outbox', () => {
  it('deliver every event exactly once, both sweeping', async () => {
    const delivered = recordDeliveries();
    const ids = await whileDead(async () => {
      const made = await approvals(40);
      await makeDue();
      expect(await waiting()).toHaveLength(40);
      return made;
    });

    await Promise.all([service, other, service, other].map((process) => process.settle(tenant)));

    // Events that one sweep has locked are skipped by the others.
    await other.settle(tenant);
    for (const submissionId of ids)
      expect(await stepsOf(tenant, submissionId)).toMatchObject([{ from: 'not_queued', to: 'queued' }]);
    expect(delivered.end()).toHaveLength(40);
  });

  it('leave a new event to the process that made it for two seconds', async () => {
    await whileDead(async () => {
      await approvals(1);
      const [event] = await waiting();
      const dueAfter = async (ms: number): Promise<boolean> => {
        const due = await service.app
          .get(OutboxRepository)
          .due({ now: new Date((event?.occurredAt.getTime() ?? 0) + ms) }, 1000);
        return due.some(({ eventId }) => eventId === event?.eventId);
      };
      expect(await dueAfter(GRACE_MS - 1)).toBe(false);
      expect(await dueAfter(GRACE_MS + 60_000)).toBe(true);
      await makeDue();
    });
  });

  it('deliver an event whose time was noted by a clock that has been put back since', async () => {
    const [submissionId = ''] = await whileDead(async () => {
      const made = await approvals(1);
      await makeDue(new Date(Date.now() + HOUR_MS));
      return made;
    });

    await other.settle(tenant);

    expect(await stepsOf(tenant, submissionId)).toMatchObject([{ from: 'not_queued', to: 'queued' }]);
  });

  it('deliver an approval and a closing that wait together in the order of the moves', async () => {
    const delivered = recordDeliveries();
    const [submissionId = ''] = await whileDead(async () => {
      const made = await approvals(1);
      await move(tenant, made[0] ?? '', 'closed');
      const alone = jest.spyOn(service.app.get(TransactionEvents), 'isHandled').mockReturnValue(true);
      await makeDue();
      await service.settle(tenant);
      alone.mockReturnValue(false);
      return made;
    });

    expect(delivered.end()).toEqual(['approved', 'closed']);
    expect(await waiting()).toEqual([]);
    const item = { syncStatus: 'queued', submissionStatus: 'closed' };
    expect(await itemOf(tenant, submissionId)).toMatchObject(item);
    expect((await stepsOf(tenant, submissionId)).map(({ cause }) => cause)).toEqual(['approved']);
  });

  it('drop the event of a submission that is gone', async () => {
    await whileDead(async () => {
      await approvals(1);
      await service.query('DELETE FROM `submissions` WHERE `tenantId` = ?', [tenant.tenantId]);
    });
    await makeDue();

    await service.settle(tenant);

    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 0, not_queued: 1 });
  });
});

const deadLettered = async (): Promise<number> =>
  (await scrape(service)).value('review_events_dead_lettered');

describe('a listener that throws', () => {
  it('is tried again with growing pauses, dead-lettered after ten attempts, and tried again on command', async () => {
    const submissionId = await aSubmission(tenant, { status: 'submitted' });
    const deadLetteredBefore = await deadLettered();
    const failing = handleToo(REVIEW_EVENT_DELIVERED, () => Promise.reject(new RangeError('no')));

    await move(tenant, submissionId, 'approved');

    for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
      const [event] = await waiting();
      expect(event).toMatchObject({ attempts, lastError: 'RangeError' });
      expect(event?.deadLetteredAt !== null).toBe(attempts === MOST_ATTEMPTS);
      const pause = (event?.nextAttemptAt.getTime() ?? 0) - Date.now();
      expect(pause).toBeLessThanOrEqual(pauseAfter(attempts));
      if (attempts === MOST_ATTEMPTS) break;
      await makeDue();
      await service.settle(tenant);
    }
    failing.mockRestore();
    await makeDue();
    await service.settle(tenant);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('not_queued');
    expect(await deadLettered()).toBe(deadLetteredBefore + 1);
    const json = await command(service, 'events dead-lettered');
    const { tenantId } = tenant;
    const listed = { tenantId, submissionId, attempts: 10, lastError: 'RangeError' };
    expect(json).toContainEqual(expect.objectContaining(listed));

    expect(await command(service, 'events retry')).toMatchObject({ retried: deadLetteredBefore + 1 });
    await service.settle(tenant);

    expect(await stepsOf(tenant, submissionId)).toMatchObject([{ to: 'queued', cause: 'approved' }]);
    expect(await deadLettered()).toBe(0);
  });

  it('undoes everything that was done before it threw', async () => {
    let failures = 0;
    const failing = handleToo(REVIEW_EVENT_DELIVERED, (scope) => {
      if (scope.tenantId !== tenant.tenantId || failures > 0) return Promise.resolve();
      failures += 1;
      return Promise.reject(new Error('after the queue has handled it'));
    });
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    expect(failures).toBe(1);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('not_queued');
    expect(await stepsOf(tenant, submissionId)).toEqual([]);
    failing.mockRestore();

    await makeDue();
    await service.settle(tenant);

    expect(await stepsOf(tenant, submissionId)).toHaveLength(1);
  });
});
