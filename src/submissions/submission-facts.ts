import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import type { Scope } from '../tenancy/scope.js';
import type { OutboxEvent } from './entities/outbox-event.entity.js';
import type { Submission } from './entities/submission.entity.js';

type WrittenListener = (scope: Scope, transaction: Transaction, submission: Submission) => Promise<void>;
type MovedListener = (
  scope: Scope,
  transaction: Transaction,
  submission: Submission,
  event: OutboxEvent,
) => Promise<void>;
type ResolvedListener = (scope: Scope, transaction: Transaction, submission: Submission) => Promise<void>;

/**
 * Where the room above hears of submissions: `submission.written` and `submission.discrepancies-resolved` inside the
 * transaction that makes them true, `submission.status-changed` inside the transaction that takes the event out of the
 * outbox. A listener that throws undoes that transaction.
 */
@Injectable()
export class SubmissionFacts {
  private readonly writtenListeners: WrittenListener[] = [];
  private readonly movedListeners: MovedListener[] = [];
  private readonly resolvedListeners: ResolvedListener[] = [];

  /** Without a listener, events stay in the outbox. */
  get isHeard(): boolean {
    return this.movedListeners.length > 0;
  }

  /** Created, or another status or other fields. */
  onWritten(listener: WrittenListener): void {
    this.writtenListeners.push(listener);
  }

  /** Moved to `approved` or `closed`; delivered from the outbox. */
  onStatusChanged(listener: MovedListener): void {
    this.movedListeners.push(listener);
  }

  /** The last unresolved discrepancy was resolved. */
  onDiscrepanciesResolved(listener: ResolvedListener): void {
    this.resolvedListeners.push(listener);
  }

  async announceWritten(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    for (const listener of this.writtenListeners) await listener(scope, transaction, submission);
  }

  async announceStatusChanged(
    scope: Scope,
    transaction: Transaction,
    submission: Submission,
    event: OutboxEvent,
  ): Promise<void> {
    for (const listener of this.movedListeners) await listener(scope, transaction, submission, event);
  }

  async announceResolved(scope: Scope, transaction: Transaction, submission: Submission): Promise<void> {
    for (const listener of this.resolvedListeners) await listener(scope, transaction, submission);
  }
}
