import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import type { Submission } from '../submissions/entities/submission.entity.js';
import type { Scope } from '../tenancy/scope.js';
import type { Transition } from './decide-transition.js';
import type { SyncItem } from './entities/sync-item.entity.js';
import { SyncRepository } from './sync.repository.js';

/** Writes the steps of queue items, each with its row in the history, inside the caller's transaction. */
@Injectable()
export class SyncQueue {
  constructor(private readonly items: SyncRepository) {}

  /** Creates the item of a new submission, or copies what changed on the submission to its item; locks the item. */
  async follow(scope: Scope, transaction: Transaction, submission: Submission): Promise<SyncItem> {
    const known = await this.items.lock(scope, transaction, submission.submissionId);
    const { formType, studentId, status: submissionStatus } = submission;
    const now = new Date();
    if (known !== undefined) {
      const isSame =
        known.formType === formType &&
        known.studentId === studentId &&
        known.submissionStatus === submissionStatus;
      if (isSame) return known;
      const item = { ...known, formType, studentId, submissionStatus, updatedAt: now };
      await this.items.put(transaction, item);
      return item;
    }
    const item: SyncItem = {
      tenantId: scope.tenantId,
      submissionId: submission.submissionId,
      formType,
      studentId,
      submissionStatus,
      syncStatus: 'not_queued',
      targetSystem: null,
      lastError: null,
      blocked: false,
      attempts: 0,
      queuedAt: null,
      lastTransitionAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.items.put(transaction, item);
    await this.items.count(scope, transaction, undefined, item.syncStatus);
    return item;
  }

  /** @param item locked in this transaction */
  async apply(
    scope: Scope,
    transaction: Transaction,
    item: SyncItem,
    transition: Transition,
  ): Promise<SyncItem> {
    const { to, cause, lastError, blocked, attempts, targetSystem } = transition;
    const at = new Date();
    const queuedAt = to === 'queued' ? at : item.queuedAt;
    const next: SyncItem = {
      ...item,
      syncStatus: to,
      targetSystem,
      lastError,
      blocked,
      attempts,
      queuedAt,
      lastTransitionAt: at,
      updatedAt: at,
    };
    await this.items.put(transaction, next);
    const { tenantId, actor, requestId } = scope;
    const { submissionId, syncStatus: from } = item;
    await this.items.addTransition(transaction, {
      tenantId,
      submissionId,
      from,
      to,
      cause,
      targetSystem,
      lastError,
      actor,
      requestId,
      at,
    });
    await this.items.count(scope, transaction, from, to);
    return next;
  }
}
