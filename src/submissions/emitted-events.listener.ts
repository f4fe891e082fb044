import { Injectable } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';

import { explain, isDuplicateKey } from '../database/transaction/database-errors.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { LineLogger } from '../log-lines/line-logger.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import { OutboxDispatcher } from './outbox/outbox-dispatcher.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { hasReviewEvent } from './review-workflow.js';
import {
  OWN_ORIGIN,
  SUBMISSION_STATUS_CHANGED,
  SubmissionStatusChanged,
} from './submission-status-changed.event.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { type Move, SubmissionsService } from './submissions.service.js';

/**
 * Receives the events that other modules of the process emit. The move and its event are committed before the event is
 * delivered, so a crash loses nothing. An event that was received before does nothing. Events that this service emits
 * itself are ignored: the outbox has delivered them.
 */
@Injectable()
export class EmittedEventsListener {
  private readonly logger = new LineLogger(EmittedEventsListener.name);

  constructor(
    private readonly submissions: SubmissionsService,
    private readonly repository: SubmissionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly dispatcher: OutboxDispatcher,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvent(SUBMISSION_STATUS_CHANGED)
  async handle(event: SubmissionStatusChanged): Promise<void> {
    if (event.origin === OWN_ORIGIN) return;
    try {
      if (await this.store(event)) await this.dispatcher.deliver(event.tenantId, event.eventId);
    } catch (error) {
      if (isDuplicateKey(error)) return;
      const { eventId, submissionId } = event;
      this.logger.error({
        msg: 'an emitted event could not be stored',
        eventId,
        submissionId,
        ...explain(error),
      });
    }
  }

  /** @returns whether there is an event to deliver */
  private async store(event: SubmissionStatusChanged): Promise<boolean> {
    const { tenantId, submissionId, status, actor, reason, eventId, occurredAt } = event;
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), actor);
    const step = async (transaction: Transaction): Promise<boolean> => {
      await this.outbox.rememberEventId(transaction, tenantId, eventId, nowOf(scope));
      const known = await this.repository.lock(scope, transaction, submissionId);
      if (known === null) throw new Error('The event names a submission that does not exist');
      const move: Move = {
        to: status,
        cause: 'event',
        actor,
        actorId: null,
        reason,
        eventId,
        at: occurredAt,
      };
      // An event that arrives late does not undo a later move.
      const lastMove = await this.repository.lastMovedAt(scope, transaction, submissionId);
      const isLate = lastMove !== null && lastMove.at > occurredAt;
      if (known.status !== status && !isLate) await this.submissions.move(scope, transaction, known, move);
      else if (hasReviewEvent(status)) await this.submissions.addEvent(scope, transaction, known, move);
      return hasReviewEvent(status);
    };
    // A duplicate key says that the event was received before.
    return this.unitOfWork.run(step, { throwsDuplicates: true });
  }
}
