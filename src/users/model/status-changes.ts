import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Approval } from './awaiting-source/awaited-field.js';
import { approve, decided } from './awaiting-source/awaiting-source.js';
import { announceChanges } from './user-facts.js';
import type { AccountStatus, User } from './user.entity.js';
import { UserWritesRepository } from './user-writes.repository.js';

const STATUS = 'accountStatus';

/** Sets account statuses and nothing else, for single calls and for the release of holds. */
@Injectable()
export class StatusChanges {
  constructor(
    private readonly users: UserWritesRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * Runs in the caller's transaction, which has locked these people. It applies whatever a source sent; without an
   * approval the status awaits no source any more.
   * @param approval of an administrator; the status then awaits its source
   * @returns the people whose status changed, as they are now, and how many sessions ended
   */
  async change(
    scope: Scope,
    transaction: Transaction,
    people: readonly User[],
    accountStatus: AccountStatus,
    approval?: Approval,
  ): Promise<{ after: User[]; sessionsEnded: number }> {
    const now = { accountStatus, updatedAt: nowOf(scope) };
    const awaits = (before: User): User['awaitingSource'] =>
      approval === undefined
        ? decided(before.awaitingSource, STATUS)
        : approve(scope, before, { ...before, ...now }, [STATUS], approval, now.updatedAt);
    await this.confirm(transaction, approval === undefined ? people : [], accountStatus);
    const others = people.filter((user) => user.accountStatus !== accountStatus);
    if (others.length === 0) return { after: [], sessionsEnded: 0 };
    const changes = others.map((before) => ({
      before,
      after: { ...before, ...now, awaitingSource: awaits(before), keepActive: null },
    }));
    const after = changes.map((change) => change.after);
    await this.users.setStatus(
      scope,
      transaction,
      after.map(({ id }) => id),
      now,
    );
    const settled = changes.filter(
      ({ before, after: { awaitingSource } }) => before.awaitingSource !== awaitingSource,
    );
    await this.users.storeAwaited(
      transaction,
      settled.map((change) => change.after),
    );
    return { after, sessionsEnded: await announceChanges(this.events, scope, transaction, changes) };
  }

  /** A source that sends the approved status is awaited no longer. */
  private async confirm(
    transaction: Transaction,
    people: readonly User[],
    accountStatus: AccountStatus,
  ): Promise<void> {
    const confirmed = people.filter(
      (user) => user.accountStatus === accountStatus && user.awaitingSource?.[STATUS] !== undefined,
    );
    await this.users.storeAwaited(
      transaction,
      confirmed.map((user) => ({ ...user, awaitingSource: decided(user.awaitingSource, STATUS) })),
    );
  }
}
