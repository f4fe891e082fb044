import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { UserChange } from './outcome.js';
import type { User } from './user.entity.js';

type ChangedListener = (
  scope: Scope,
  transaction: Transaction,
  changes: readonly UserChange[],
) => Promise<void>;
/** @returns how many sessions it ended */
type DeprovisionedListener = (
  scope: Scope,
  transaction: Transaction,
  users: readonly User[],
) => Promise<number>;

/**
 * Where rooms that users do not know hear what happened to people: `user.changed` and `user.deprovisioned`. Listeners
 * run inside the transaction that makes the fact true; one that throws undoes it. (The event emitter would swallow
 * that, see docs/decisions.)
 */
@Injectable()
export class UserFacts {
  private readonly changedListeners: ChangedListener[] = [];
  private readonly deprovisionedListeners: DeprovisionedListener[] = [];

  onChanged(listener: ChangedListener): void {
    this.changedListeners.push(listener);
  }

  onDeprovisioned(listener: DeprovisionedListener): void {
    this.deprovisionedListeners.push(listener);
  }

  /** @returns how many sessions ended */
  async announce(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<number> {
    for (const listener of this.changedListeners) await listener(scope, transaction, changes);
    const gone = changes
      .filter(({ before, after }) => before?.accountStatus === 'active' && after.accountStatus === 'inactive')
      .map(({ after }) => after);
    let sessionsEnded = 0;
    if (gone.length > 0)
      for (const listener of this.deprovisionedListeners)
        sessionsEnded += await listener(scope, transaction, gone);
    return sessionsEnded;
  }
}
