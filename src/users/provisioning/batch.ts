import type { Scope } from '../../tenancy/scope.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';

/**
 * What another room does in the transaction of a batch. Both methods may run again, when the transaction has lost a
 * race, and use nothing but the transaction that they are given.
 */
export interface Companion {
  /**
   * Called when the stored people whom the batch may be about are locked, before anything is planned.
   * @throws {BatchAbandoned} when the batch must not be applied; nothing is written then
   */
  beforePlan(transaction: Transaction, stored: readonly User[]): Promise<void>;
  /** Called when the people are written, with one outcome per person. */
  afterWrite(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void>;
}

/** Ends a batch by the decision of its companion. */
export class BatchAbandoned extends Error {
  /** @param cause what the caller of the batch throws, or decides by */
  constructor(override readonly cause: unknown) {
    super('The companion of a batch has ended it');
  }
}

/** People who are provisioned together, in the order in which they were sent. */
export class Batch {
  /**
   * @param before the earlier batch of the same file. Nothing of this batch is sent to the database before it has
   * succeeded; if it fails, this batch fails with the same error.
   * @param companion of a batch of one person, which is never halved
   */
  constructor(
    readonly scope: Scope,
    readonly people: readonly SentPerson[],
    readonly before?: Promise<void>,
    readonly companion?: Companion,
  ) {}

  /** The two halves, to be provisioned one after the other. */
  halves(): [Batch, Batch] {
    const middle = Math.ceil(this.people.length / 2);
    return [
      new Batch(this.scope, this.people.slice(0, middle), this.before),
      new Batch(this.scope, this.people.slice(middle), this.before),
    ];
  }
}
