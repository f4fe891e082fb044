import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { ChangeStampsRepository } from '../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../tenancy/scope.js';
import { type Change, Changes } from './change.js';
import { ChangeEventsRepository } from './change-events.repository.js';
import { FeedSignal } from './feed-signal.js';
import { pack } from './packed-events.js';

/**
 * Shows other systems what changed. The events of a transaction are written just before its COMMIT, under its stamp, so
 * that they are there exactly when the change is, and in the order of commits.
 */
@Injectable()
export class ChangeFeed {
  private readonly waiting = new WeakMap<Transaction, Changes>();

  constructor(
    private readonly stamps: ChangeStampsRepository,
    private readonly events: ChangeEventsRepository,
    private readonly signal: FeedSignal,
  ) {}

  /** Adds what this transaction changes; several changes of one resource and type become one event. */
  add(scope: Scope, transaction: Transaction, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const known = this.waiting.get(transaction) ?? this.begin(scope, transaction);
    for (const change of changes) known.add(change);
  }

  private begin(scope: Scope, transaction: Transaction): Changes {
    const changes = new Changes();
    this.waiting.set(transaction, changes);
    this.stamps.writeLast(scope, transaction, () => this.events.add(scope, transaction, pack(changes.all)));
    transaction.onCommit(() => {
      this.signal.give(scope.tenantId);
    });
    return changes;
  }
}
