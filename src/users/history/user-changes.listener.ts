import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { UserChange } from '../model/outcome.js';
import { USER_CHANGED } from '../model/user-facts.js';
import { changesWithApprovals } from '../model/awaiting-source/awaiting-source.js';
import type { UserHistoryEntry } from './user-change.entity.js';
import { eventsOf } from './user-events.js';
import { UserChangesRepository } from './user-changes.repository.js';

type NewEntry = Omit<UserHistoryEntry, 'id'>;

function entriesOf(scope: Scope, changes: readonly UserChange[]): NewEntry[] {
  const { tenantId, actor, run = null } = scope;
  return changes.flatMap((change): NewEntry[] => {
    const { before, after, requestId = scope.requestId, submissionId = null } = change;
    const entry = { tenantId, userId: after.id, at: after.updatedAt, actor, requestId, run, submissionId };
    if (before === undefined) return [{ ...entry, kind: 'inserted', fields: null }];
    const fields = changesWithApprovals(before, after);
    // Two rows of a batch may undo each other.
    return fields.length === 0 ? [] : [{ ...entry, kind: 'updated', fields }];
  });
}

/** Writes the history of every user, whichever caller makes the change, and the events of it. */
@Injectable()
export class UserChangesListener {
  constructor(
    private readonly changes: UserChangesRepository,
    private readonly feed: ChangeFeed,
  ) {}

  @InTransaction(USER_CHANGED)
  async record(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    const entries = entriesOf(scope, changes);
    this.feed.add(scope, transaction, entries.flatMap(eventsOf));
    await this.changes.add(transaction, entries);
  }
}
