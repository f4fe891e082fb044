import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Approval } from './awaiting-source/awaited-field.js';
import { approve, decided } from './awaiting-source/awaiting-source.js';
import { announceChanges } from './user-facts.js';
import type { InactiveCause } from './inactive-cause.js';
import type { User } from './user.entity.js';
import type { AccountStatus } from './account.js';
import { UserWritesRepository } from './user-writes.repository.js';

const STATUS = 'accountStatus';

/** What a change of statuses is besides the status. */
interface StatusChangeOptions {
  /** Of an administrator; the status then awaits its source. */
  readonly approval?: Approval | undefined;
  /** Why the people become inactive, where no caller has said so. */
  readonly cause?: InactiveCause | null;
}

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
   * @returns the people whose status changed, as they are now, and how many sessions ended
   */
  async change(
    scope: Scope,
    transaction: Transaction,
    people: readonly User[],
    accountStatus: AccountStatus,
    { approval, cause = null }: StatusChangeOptions = {},
  ): Promise<{ after: User[]; sessionsEnded: number }> {
    const now = { accountStatus, inactiveCause: cause, updatedAt: nowOf(scope) };
    const awaits = (before: User): User['awaitingSource'] =>
      approval === undefined
        ? decided(before.awaitingSource, STATUS)
        : approve(scope, before, { ...before, ...now }, [STATUS], approval, now.updatedAt);
    await this.confirm(transaction, approval === undefined ? people : [], accountStatus);
    // Whom complete runs did not name, and a caller calls inactive, is not restored by being named again.
    const others = people.filter(
      (user) => user.accountStatus !== accountStatus || (user.inactiveCause !== null && cause === null),
    );
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
    const sessionsEnded = await announceChanges(this.events, scope, transaction, changes);
    const isChanged = new Set(
      people.filter((user) => user.accountStatus !== accountStatus).map(({ id }) => id),
    );
    return { after: after.filter(({ id }) => isChanged.has(id)), sessionsEnded };
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
