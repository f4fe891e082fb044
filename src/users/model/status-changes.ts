import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { announceChanges } from './user-facts.js';
import type { AccountStatus, User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

/** Sets account statuses and nothing else: single calls and the release of held requests both end here. */
@Injectable()
export class StatusChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * In the caller's transaction, which has these people locked.
   * @returns those whose status was another one, as they are now, and how many sessions ended
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
