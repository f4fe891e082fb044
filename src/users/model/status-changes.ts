import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { announceChanges } from './user-facts.js';
import type { AccountStatus, User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

/** Sets account statuses and nothing else, for single calls and for the release of holds. */
@Injectable()
export class StatusChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * Runs in the caller's transaction, which has locked these people.
   * @returns the people whose status changed, as they are now, and how many sessions ended
   */
  async change(
    scope: Scope,
    transaction: Transaction,
    people: readonly User[],
    accountStatus: AccountStatus,
  ): Promise<{ after: User[]; sessionsEnded: number }> {
    const others = people.filter((user) => user.accountStatus !== accountStatus);
    if (others.length === 0) return { after: [], sessionsEnded: 0 };
    const now = { accountStatus, updatedAt: new Date() };
    const changes = others.map((before) => ({ before, after: { ...before, ...now } }));
    const after = changes.map((change) => change.after);
    await this.users.setStatus(
      scope,
      transaction,
      after.map(({ id }) => id),
      now,
    );
    return { after, sessionsEnded: await announceChanges(this.events, scope, transaction, changes) };
  }
}
