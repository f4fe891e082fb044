import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { DiscrepanciesService } from '../submissions/discrepancies/discrepancies.service.js';
import type { OutboxEvent } from '../submissions/entities/outbox-event.entity.js';
import type { Submission } from '../submissions/entities/submission.entity.js';
import { isAnnounced } from '../submissions/review-workflow.js';
import { SubmissionFacts } from '../submissions/submission-facts.js';
import type { Scope } from '../tenancy/scope.js';
import { onResolved, onReviewed } from './decide-transition.js';
import { SyncQueue } from './sync-queue.js';

/** Queues submissions when they are approved or closed (contract, section 5). */
@Injectable()
export class ReviewListener implements OnModuleInit {
  constructor(
    private readonly facts: SubmissionFacts,
    private readonly discrepancies: DiscrepanciesService,
    private readonly queue: SyncQueue,
  ) {}

  onModuleInit(): void {
    this.facts.onWritten((scope, transaction, submission) => this.follow(scope, transaction, submission));
    this.facts.onStatusChanged((scope, transaction, submission, event) =>
      this.queueReviewed(scope, transaction, submission, event),
    );
    this.facts.onDiscrepanciesResolved((scope, transaction, submission) =>
      this.queueResolved(scope, transaction, submission),
    );
  }

  private async follow(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    await this.queue.follow(scope, transaction, submission);
  }

  private async queueReviewed(
    scope: Scope,
    transaction: Transaction,
    submission: Submission,
    { to }: OutboxEvent,
  ): Promise<void> {
    const unresolved = await this.discrepancies.find(scope, transaction, submission);
    const item = await this.queue.follow(scope, transaction, submission);
    const transition = onReviewed(item, to === 'closed' ? 'closed' : 'approved', unresolved);
    if (transition !== undefined) await this.queue.apply(scope, transaction, item, transition);
  }

  private async queueResolved(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    if (!isAnnounced(submission.status)) return;
    const item = await this.queue.follow(scope, transaction, submission);
    const transition = onResolved(item);
    if (transition !== undefined) await this.queue.apply(scope, transaction, item, transition);
  }
}
