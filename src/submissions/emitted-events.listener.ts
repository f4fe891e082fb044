import { Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';

import { explain, isDuplicateKey } from '../database/transaction/database-errors.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { OutboxDispatcher } from './outbox/outbox-dispatcher.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { isAnnounced } from './review-workflow.js';
import {
  OWN_ORIGIN,
  SUBMISSION_STATUS_CHANGED,
  SubmissionStatusChanged,
} from './submission-status-changed.event.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { type Move, SubmissionsService } from './submissions.service.js';

/**
 * Takes in what other modules of the process say on the event emitter. The move and its event are written to the
 * database first, so from then on a crash loses nothing. An event that was heard before does nothing; our own have been
 * delivered by the outbox when they are emitted.
 */
@Injectable()
export class EmittedEventsListener {
  private readonly logger = new Logger(EmittedEventsListener.name);

  constructor(
    private readonly submissions: SubmissionsService,
    private readonly repository: SubmissionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly dispatcher: OutboxDispatcher,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvent(SUBMISSION_STATUS_CHANGED)
  async hear(event: SubmissionStatusChanged): Promise<void> {
    if (event.origin === OWN_ORIGIN) return;
    try {
      if (await this.takeIn(event)) await this.dispatcher.deliver(event.tenantId, event.eventId);
    } catch (error) {
      if (isDuplicateKey(error)) return;
      const { eventId, submissionId } = event;
      this.logger.error({
        msg: 'an emitted event could not be taken in',
        eventId,
        submissionId,
        ...explain(error),
      });
    }
  }

  /** @returns whether there is an event to deliver */
  private async takeIn(event: SubmissionStatusChanged): Promise<boolean> {
    const { tenantId, submissionId, status, actor, reason, eventId, occurredAt } = event;
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), actor);
    const step = async (transaction: Transaction): Promise<boolean> => {
      await this.outbox.hear(transaction, tenantId, eventId, new Date());
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
      // One that arrives late does not turn back what happened since.
      const isLate =
        (await this.repository.lastMovedAt(scope, transaction, submissionId)) > occurredAt.getTime();
      if (known.status !== status && !isLate) await this.submissions.move(scope, transaction, known, move);
      else if (isAnnounced(status)) await this.submissions.addEvent(scope, transaction, known, move);
      return isAnnounced(status);
    };
    // A duplicate says that the event was heard before.
    return this.unitOfWork.run(step, { tellsDuplicates: true });
  }
}
