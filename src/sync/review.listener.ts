import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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
    this.facts.onWritten((scope, manager, submission) => this.follow(scope, manager, submission));
    this.facts.onStatusChanged((scope, manager, submission, event) =>
      this.queueReviewed(scope, manager, submission, event),
    );
    this.facts.onDiscrepanciesResolved((scope, manager, submission) =>
      this.queueResolved(scope, manager, submission),
    );
  }

  private async follow(scope: Scope, manager: EntityManager, submission: Submission): Promise<void> {
    await this.queue.follow(scope, manager, submission);
  }

  private async queueReviewed(
    scope: Scope,
    manager: EntityManager,
    submission: Submission,
    { to }: OutboxEvent,
  ): Promise<void> {
    const unresolved = await this.discrepancies.find(scope, manager, submission);
    const item = await this.queue.follow(scope, manager, submission);
    const transition = onReviewed(item, to === 'closed' ? 'closed' : 'approved', unresolved);
    if (transition !== undefined) await this.queue.apply(scope, manager, item, transition);
  }

  private async queueResolved(scope: Scope, manager: EntityManager, submission: Submission): Promise<void> {
    if (!isAnnounced(submission.status)) return;
    const item = await this.queue.follow(scope, manager, submission);
    const transition = onResolved(item);
    if (transition !== undefined) await this.queue.apply(scope, manager, item, transition);
  }
}
