import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Due } from '../../tenancy/time/due.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf, timeOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import type { OutboxEvent } from '../entities/outbox-event.entity.js';
import { REVIEW_EVENT_DELIVERED } from '../submission-facts.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { OutboxRepository } from './outbox.repository.js';

const BATCH = 100;
export const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** An event that comes again within this time does nothing (contract, section 9). */
export const REMEMBERED_MS = 90 * 86_400_000;

/** For this long, only the process that wrote a new event delivers it; then any sweep does. */
export const GRACE_MS = 2000;

/** The pause after that many failures: doubling from one second to five minutes. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

/**
 * Delivers events from the outbox to their handlers: at once after the commit of the move, and by a sweep every second
 * when the process died or a handler failed. The effect and the removal of the event are one transaction, so an event
 * has its effect exactly once.
 */
@Injectable()
export class OutboxDispatcher {
  private readonly logger = new LineLogger(OutboxDispatcher.name);
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly outbox: OutboxRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly events: TransactionEvents,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
  ) {
    this.work = background.each('review-events', {
      run: () => this.sweep(),
      ofTenant: (tenantId) => this.sweepTenant(tenantId),
      nextOf: (tenantId, after) => outbox.nextDue({ tenantId }, after),
    });
    background.one('review-events-forget', {
      run: () => outbox.forgetReceived(new Date(wallTime().getTime() - REMEMBERED_MS)),
    });
  }

  /**
   * Delivers one event now. Never throws: a failure is stored, and the sweep retries.
   * @param attempts failures when the caller read the event; nothing is done when another process has tried since
   */
  async deliver(tenantId: string, eventId: string, attempts = 0): Promise<void> {
    if (!this.isHandled()) return;
    let claimed: OutboxEvent | undefined;
    let now = wallTime();
    try {
      // Before the transaction: transactions that each wait for a second connection of the pool would never end.
      const tenant = await this.tenancy.findTenant(tenantId);
      now = timeOf(tenant.clock, now);
      await this.unitOfWork.run(async (transaction) => {
        claimed = await this.outbox.claim(transaction, { tenantId, eventId, attempts });
        if (claimed === undefined) return;
        this.faults.reach('delivery:claimed');
        const { actor, requestId } = claimed;
        const scope = this.tenancy.scopeOf(tenant, actor, requestId);
        const submission = await this.submissions.lock(scope, transaction, claimed.submissionId);
        if (submission !== null)
          await this.events.announce(scope, transaction, REVIEW_EVENT_DELIVERED, {
            submission,
            event: claimed,
          });
        this.faults.reach('delivery:handled');
        await this.outbox.remove(transaction, claimed);
        this.faults.reach('delivery:removed');
      });
      this.faults.reach('delivery:committed');
    } catch (error) {
      if (claimed !== undefined) await this.noteFailure(claimed, error, now.getTime());
    }
  }

  /** Delivers the events that are due, of any process. */
  private async sweep(): Promise<void> {
    const failures: unknown[] = [];
    // A failure about one tenant stops no other.
    for (const due of await this.tenancy.dueTimes())
      await this.sweepDue(due).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async sweepTenant(tenantId: string): Promise<void> {
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'review-events');
    await this.sweepDue({ now: nowOf(scope), tenantId });
  }

  private async sweepDue(due: Due): Promise<void> {
    let previous: number | undefined;
    while (this.isHandled() && !this.isStopping()) {
      const events = await this.outbox.due(due, BATCH);
      for (const event of events)
        if (!this.isStopping()) await this.deliver(event.tenantId, event.eventId, event.attempts);
      // The same events again: other processes have locked them, and deliver them.
      const first = events[0]?.id;
      if (events.length < BATCH || first === previous) return;
      previous = first;
    }
  }

  /** Without a handler, events stay in the outbox. */
  private isHandled(): boolean {
    return this.events.isHandled(REVIEW_EVENT_DELIVERED);
  }

  private isStopping(): boolean {
    return this.work.isStopping;
  }

  /** @param now the time of the tenant, in milliseconds */
  private async noteFailure(event: OutboxEvent, error: unknown, now: number): Promise<void> {
    const attempts = event.attempts + 1;
    const deadLetteredAt = attempts >= MOST_ATTEMPTS ? new Date(now) : null;
    const { eventId, submissionId } = event;
    this.logger.error({
      msg: deadLetteredAt === null ? 'a handler failed; the event is retried' : 'an event was dead-lettered',
      eventId,
      submissionId,
      attempts,
      ...explain(error),
    });
    const change = {
      attempts,
      nextAttemptAt: new Date(now + pauseAfter(attempts)),
      lastError: error instanceof Error ? error.name : 'unknown',
      deadLetteredAt,
    };
    await this.outbox.noteFailure(event, change).catch((later: unknown) => {
      this.logger.error({
        msg: 'a failed delivery could not be stored; it is retried',
        eventId,
        ...explain(later),
      });
    });
  }
}
