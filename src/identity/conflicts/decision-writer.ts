import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { MatchDecisionsRepository } from '../../users/matching/match-decisions.repository.js';
import { UserWritesRepository } from '../../users/model/user-writes.repository.js';
import { eventOf } from './conflict-events.js';
import { CONFLICT_DECIDED } from './conflict-facts.js';
import { ConflictsRepository } from './conflicts.repository.js';
import type { Effect, IdentityConflictEntry } from './identity-conflict.entity.js';
import type { Decision } from './decision.js';
import { movesMeaning } from './rows-of-decision.js';

/** What was decided, and what that did to people. */
export interface Verdict {
  readonly decision: Decision;
  readonly note: string | null;
  readonly effects: readonly Effect[];
}

const NOTHING = { sent: null, seen: null, applied: null } as const;

/** Writes decisions, and what matching has to know of them, in the transaction that provisions them. */
@Injectable()
export class DecisionWriter {
  constructor(
    private readonly conflicts: ConflictsRepository,
    private readonly decisions: MatchDecisionsRepository,
    private readonly users: UserWritesRepository,
    private readonly tenancy: TenancyService,
    private readonly events: TransactionEvents,
    private readonly feed: ChangeFeed,
  ) {}

  async decided(
    scope: Scope,
    transaction: Transaction,
    open: IdentityConflictEntry,
    { decision, note, effects }: Verdict,
  ): Promise<void> {
    const now = nowOf(scope);
    // A row that was applied is not asked again, so a decision that has changed no one can only be replaced from here.
    const { sent, seen, applied } = effects.length === 0 && open.applied !== null ? open : NOTHING;
    const conflict: IdentityConflictEntry = {
      ...open,
      status: 'decided',
      decision,
      note,
      sent,
      seen,
      applied,
      effect: effects.length === 0 ? null : effects,
      newUserId: effects.find(({ isNew }) => isNew)?.userId ?? null,
      decidedAt: now,
      decidedBy: scope.actor,
      takenBackAt: null,
      takenBackBy: null,
    };
    await this.conflicts.update(transaction, conflict);
    await this.remember(scope, transaction, conflict, { movesMeaning: movesMeaning(open), at: now });
    this.feed.add(scope, transaction, [eventOf(conflict)]);
    await this.events.announce(scope, transaction, CONFLICT_DECIDED, { action: 'decided', conflict });
  }

  async takenBack(scope: Scope, transaction: Transaction, decided: IdentityConflictEntry): Promise<void> {
    const conflict: IdentityConflictEntry = {
      ...decided,
      status: 'taken_back',
      effect: null,
      takenBackAt: nowOf(scope),
      takenBackBy: scope.actor,
    };
    await this.conflicts.update(transaction, conflict);
    await this.decisions.forget(scope, transaction, conflict.id);
    await this.users.forgetBodies(scope, transaction, [conflict.userId]);
    this.feed.add(scope, transaction, [eventOf(conflict)]);
    await this.events.announce(scope, transaction, CONFLICT_DECIDED, { action: 'taken-back', conflict });
  }

  /**
   * Remembers what matching must obey: that a question is about one person, or which user an externalId in the form of
   * an ID means. A legacyNumber needs no entry: the decision has moved it to the new user.
   */
  private async remember(
    scope: Scope,
    transaction: Transaction,
    conflict: IdentityConflictEntry,
    { movesMeaning, at: decidedAt }: { readonly movesMeaning: boolean; readonly at: Date },
  ): Promise<void> {
    const { tenantId, id: conflictId, subject, decision, newUserId, userId } = conflict;
    const isMeaning = decision === 'another_person' && movesMeaning;
    if (decision !== 'same_person' && !isMeaning) return;
    const meansUserId = isMeaning ? newUserId : null;
    await this.tenancy.markDecided(scope, transaction);
    await this.decisions.remember(transaction, { tenantId, conflictId, subject, meansUserId, decidedAt });
    // A body that was recognised before must be read again: its externalId may mean another person now.
    await this.users.forgetBodies(scope, transaction, [userId]);
  }
}
