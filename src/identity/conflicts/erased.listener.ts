import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { conflictIdOf } from '../../users/matching/questions.js';
import { ERASED_MET } from '../../users/tombstones/tombstone-facts.js';
import { AskedConflicts } from './asked-conflicts.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

/** An entry with the ID and nothing else: of what was sent nothing is kept. */
function entryOf(scope: Scope, userId: string, requestId: string, count: number): IdentityConflictEntry {
  const { tenantId, actor, run = null } = scope;
  const now = nowOf(scope);
  return {
    tenantId,
    id: conflictIdOf(tenantId, { kind: 'erased', subject: userId, user: { id: userId } }),
    kind: 'erased',
    subject: userId,
    userId,
    ownerId: null,
    status: 'open',
    decision: null,
    count,
    firstAt: now,
    lastAt: now,
    actor,
    run,
    requestId,
    sent: null,
    seen: null,
    applied: null,
    effect: null,
    newUserId: null,
    note: null,
    decidedAt: null,
    decidedBy: null,
    takenBackAt: null,
    takenBackBy: null,
  };
}

/** Puts erased people who are sent again into the inbox, so that someone has their source stop sending them. */
@Injectable()
export class ErasedListener {
  constructor(private readonly conflicts: AskedConflicts) {}

  @InTransaction(ERASED_MET)
  async open(scope: Scope, transaction: Transaction, met: PayloadOf<typeof ERASED_MET>): Promise<void> {
    const entries = new Map<string, IdentityConflictEntry>();
    for (const { userId, requestId = scope.requestId } of met) {
      const count = (entries.get(userId)?.count ?? 0) + 1;
      entries.set(userId, entryOf(scope, userId, requestId, count));
    }
    // In one order, so that two batches do not deadlock.
    const ordered = [...entries.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
    await this.conflicts.ask(scope, transaction, ordered);
  }
}
