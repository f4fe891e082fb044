import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { HoldNotFound } from '../../errors/users.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserChangesRepository } from '../history/user-changes.repository.js';
import { keptActiveBy } from '../model/keep-active/keep-active.js';
import { KeepActiveService } from '../model/keep-active/keep-active.service.js';
import { StatusChanges } from '../model/status-changes.js';
import type { User } from '../model/user.entity.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { UsersRepository } from '../model/users.repository.js';
import { eventOf } from './hold-events.js';
import type { HeldRequest } from './held-request.entity.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import { HOLDS_REOPENED } from './limit-facts.js';
import { type NotReopened, type PersonOfHold, refusalOf } from './reopening.js';

/** A hold that is open again, or why it is not. */
export type Reopened = HeldRequest | NotReopened;

function openAgain(hold: HeldRequest): HeldRequest {
  return {
    ...hold,
    status: 'held',
    openUserId: hold.userId,
    decidedAt: null,
    decidedBy: null,
    lastChange: null,
    formerRule: null,
  };
}

/** Whether the person is kept active by the decision about the hold, and not by one about the person. */
function isKeptBy({ decidedAt, decidedBy }: HeldRequest, { keepActive }: User): boolean {
  if (keepActive === null || decidedAt === null) return false;
  return keepActive.actor === decidedBy && keepActive.since === decidedAt.toISOString();
}

/** Decisions about holds that an administrator takes back (docs/decisions/0085). */
@Injectable()
export class HoldReopening {
  constructor(
    private readonly holds: HeldRequestsRepository,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly history: UserChangesRepository,
    private readonly statuses: StatusChanges,
    private readonly keepActive: KeepActiveService,
    private readonly events: TransactionEvents,
    private readonly feed: ChangeFeed,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Holds these de-provisionings again, in one transaction, and makes the people active who were de-provisioned by
   * their release; whom a rejection keeps active until a day, it does not any more, and an earlier rule of theirs holds
   * again. A hold that is open is returned as it is.
   * @returns one result for each id, in their order
   */
  async reopen(scope: Scope, ids: readonly string[]): Promise<Reopened[]> {
    const known = await this.holds.find(scope, ids);
    const userIds = [...new Set(known.map(({ userId }) => userId))];
    return this.unitOfWork.run(async (transaction) => {
      // Users are locked first, as in every transaction that changes them.
      const people = await this.users.lock(scope, transaction, userIds);
      const locked = await this.holds.lock(scope, transaction, ids);
      const stateOf = await this.statesOf(scope, transaction, locked, people);
      const byId = new Map(locked.map((hold) => [hold.id, hold]));
      const reopened: HeldRequest[] = [];
      const results = ids.map((id): Reopened => {
        const hold = byId.get(id);
        if (hold === undefined) return new HoldNotFound();
        if (hold.status === 'held') return hold;
        // Two of these holds may be about the same person.
        const isOpen = reopened.some(({ userId }) => userId === hold.userId);
        const state = stateOf(hold);
        const refusal = refusalOf(hold, isOpen ? { ...state, hasOpenHold: true } : state, nowOf(scope));
        if (refusal !== undefined) return refusal;
        reopened.push(hold);
        return openAgain(hold);
      });
      if (reopened.length > 0) await this.apply(scope, transaction, reopened, people);
      return results;
    });
  }

  private async statesOf(
    scope: Scope,
    transaction: Transaction,
    holds: readonly HeldRequest[],
    people: readonly User[],
  ): Promise<(hold: HeldRequest) => PersonOfHold> {
    const byId = new Map(people.map((user) => [user.id, user]));
    const decided = holds.filter(({ decidedAt }) => decidedAt !== null);
    const after = Math.min(...decided.map(({ lastChange }) => lastChange ?? 0));
    const userIds = [...new Set(decided.map(({ userId }) => userId))];
    const open = new Set((await this.holds.open(scope, userIds, transaction)).map(({ userId }) => userId));
    const changes = await this.history.statusChanges(scope, transaction, userIds, after);
    const now = nowOf(scope);
    return (hold) => {
      const { userId } = hold;
      const user = byId.get(userId);
      return {
        user,
        hasOpenHold: open.has(userId),
        isKeptActive: user !== undefined && !isKeptBy(hold, user) && keptActiveBy(scope, user, now) !== null,
        changes: changes.filter((one) => one.userId === userId),
      };
    };
  }

  private async apply(
    scope: Scope,
    transaction: Transaction,
    holds: readonly HeldRequest[],
    people: readonly User[],
  ): Promise<void> {
    const released = new Set(holds.flatMap(({ status, userId }) => (status === 'released' ? [userId] : [])));
    const gone = people.filter(({ id }) => released.has(id));
    await this.statuses.change(scope, transaction, gone, 'active');
    const byUser = new Map(holds.map((hold) => [hold.userId, hold]));
    const former = people.flatMap((user) => {
      const hold = byUser.get(user.id);
      return hold !== undefined && isKeptBy(hold, user) ? [{ user, rule: hold.formerRule }] : [];
    });
    await this.keepActive.replaceAll(scope, transaction, former);
    const ids = holds.map(({ id }) => id);
    await this.holds.reopen(scope, transaction, ids);
    // Their next body is read, even one that was recognised before: it may withdraw the hold.
    const userIds = holds.map(({ userId }) => userId);
    await this.writes.forgetBodies(scope, transaction, userIds);
    this.feed.add(scope, transaction, holds.map(openAgain).map(eventOf));
    await this.events.announce(scope, transaction, HOLDS_REOPENED, { holds });
  }
}
