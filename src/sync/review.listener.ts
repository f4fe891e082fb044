import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { DecisionUnderDelivery } from '../errors/sync.errors.js';
import { type PayloadOf, InTransaction } from '../events/fact.js';
import { DiscrepanciesService } from '../submissions/discrepancies/discrepancies.service.js';
import type { Submission } from '../submissions/entities/submission.entity.js';
import { hasReviewEvent } from '../submissions/review-workflow.js';
import {
  DISCREPANCIES_RESOLVED,
  DISCREPANCY_REOPENED,
  REVIEW_EVENT_DELIVERED,
  SUBMISSION_WRITTEN,
} from '../submissions/submission-facts.js';
import type { Scope } from '../tenancy/scope.js';
import { onReopened, onResolved, onReviewed } from './steps/decide-transition.js';
import type { Step } from './steps/step.js';
import { SyncQueue } from './steps/sync-queue.js';

/** Queues a submission that is approved or closed, unless it has unresolved discrepancies (contract, section 5). */
@Injectable()
export class ReviewListener {
  constructor(
    private readonly discrepancies: DiscrepanciesService,
    private readonly queue: SyncQueue,
  ) {}

  @InTransaction(SUBMISSION_WRITTEN)
  async follow(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    await this.queue.follow(scope, transaction, submission);
  }

  @InTransaction(REVIEW_EVENT_DELIVERED)
  async queueReviewed(
    scope: Scope,
    transaction: Transaction,
    { submission, event: { to } }: PayloadOf<typeof REVIEW_EVENT_DELIVERED>,
  ): Promise<void> {
    const unresolved = await this.discrepancies.compareAndStore(scope, transaction, submission);
    const items = await this.queue.follow(scope, transaction, submission);
    const cause = to === 'closed' ? 'closed' : 'approved';
    const steps: Step[] = [];
    for (const item of await this.queue.itemsToQueue(scope, transaction, submission, items)) {
      const transition = onReviewed(item, cause, unresolved);
      if (transition !== undefined) steps.push({ item, transition });
    }
    await this.queue.applyAll(scope, transaction, steps);
  }

  @InTransaction(DISCREPANCIES_RESOLVED)
  async queueResolved(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    if (!hasReviewEvent(submission.status)) return;
    const steps: Step[] = [];
    for (const item of await this.queue.follow(scope, transaction, submission)) {
      const transition = onResolved(item);
      if (transition !== undefined) steps.push({ item, transition });
    }
    await this.queue.applyAll(scope, transaction, steps);
  }

  /**
   * @throws {DecisionUnderDelivery} when a connector is carrying the submission
   */
  @InTransaction(DISCREPANCY_REOPENED)
  async holdBack(
    scope: Scope,
    transaction: Transaction,
    { submission, unresolved }: PayloadOf<typeof DISCREPANCY_REOPENED>,
  ): Promise<void> {
    const steps: Step[] = [];
    for (const item of await this.queue.follow(scope, transaction, submission)) {
      if (item.syncStatus === 'processing') throw new DecisionUnderDelivery(item.targetSystem);
      const transition = onReopened(item, unresolved);
      if (transition !== undefined) steps.push({ item, transition });
    }
    await this.queue.applyAll(scope, transaction, steps);
  }
}
