import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../database/transaction/transaction.js';
import { InTransaction } from '../../../events/fact.js';
import { ChangeStampsRepository } from '../../../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../../../tenancy/scope.js';
import type { UserChange } from '../outcome.js';
import { USER_CHANGED } from '../user-facts.js';
import { UserWritesRepository } from '../user-writes.repository.js';
import type { User } from '../user.entity.js';
import { UserPlacesRepository } from './user-places.repository.js';

/** What is written when a transaction has its stamp. */
interface Waiting {
  /** The latest `updatedAt`, in milliseconds: no place is before it. */
  latest: number;
  readonly inserted: User[];
  /** By their IDs, as they were before the transaction. */
  readonly moved: Map<string, User>;
  readonly erased: string[];
}

/**
 * Keeps the order in which people changed. Places are written just before the COMMIT, because the stamp is the last
 * that a transaction locks; new people are written there as well, since they have a place from the beginning.
 */
@Injectable()
export class UserPlaces {
  private readonly waiting = new WeakMap<Transaction, Waiting>();

  constructor(
    private readonly stamps: ChangeStampsRepository,
    private readonly users: UserWritesRepository,
    private readonly places: UserPlacesRepository,
  ) {}

  /** Writes new people when everything else is written: the transaction does not find them before. */
  insert(scope: Scope, transaction: Transaction, users: readonly User[]): void {
    if (users.length > 0) this.of(scope, transaction).inserted.push(...users);
  }

  /** Leaves a removal at the end of the order, for a person whom this transaction deletes. */
  leave(scope: Scope, transaction: Transaction, userId: string): void {
    this.of(scope, transaction).erased.push(userId);
  }

  @InTransaction(USER_CHANGED)
  move(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    for (const { before, after } of changes) {
      const waiting = this.of(scope, transaction);
      waiting.latest = Math.max(waiting.latest, after.updatedAt.getTime());
      if (before !== undefined && !waiting.moved.has(before.id)) waiting.moved.set(before.id, before);
    }
    return Promise.resolve();
  }

  private of(scope: Scope, transaction: Transaction): Waiting {
    const known = this.waiting.get(transaction);
    if (known !== undefined) return known;
    const waiting: Waiting = { latest: 0, inserted: [], moved: new Map(), erased: [] };
    this.waiting.set(transaction, waiting);
    this.stamps.writeLast(
      scope,
      transaction,
      () => this.write(scope, transaction, waiting),
      () => waiting.latest,
    );
    return waiting;
  }

  private async write(
    scope: Scope,
    transaction: Transaction,
    { inserted, moved, erased }: Waiting,
  ): Promise<void> {
    await this.users.insert(transaction, inserted);
    await this.places.move(scope, transaction, [...moved.values()]);
    await this.places.addRemovals(scope, transaction, erased);
  }
}
