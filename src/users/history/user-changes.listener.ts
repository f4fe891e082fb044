import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { UserChange } from '../model/outcome.js';
import { USER_CHANGED } from '../model/user-facts.js';
import { changesWithApprovals } from '../model/awaiting-source/awaiting-source.js';
import type { UserHistoryEntry } from './user-change.entity.js';
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

/** Writes the history of every user, whichever caller makes the change. */
@Injectable()
export class UserChangesListener {
  constructor(private readonly changes: UserChangesRepository) {}

  @InTransaction(USER_CHANGED)
  async record(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    await this.changes.add(transaction, entriesOf(scope, changes));
  }
}
