import type { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { MatchDecisions } from '../matching/match-decisions.js';
import type { NamedAddresses } from '../matching/named-addresses.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';

/**
 * What another room does in the transaction of a batch. Both methods may run again, when the transaction has lost a
 * race or the batch was halved, each time with the people of that attempt. They use nothing but the transaction that
 * they are given.
 */
export interface Companion {
  /** Whether all people are written or none: the batch is not halved, and {@link BatchAbandoned} ends it. */
  readonly isIndivisible?: boolean;
  /**
   * Called when the stored people whom the batch may be about are locked, before anything is planned.
   * @param decisions that matching obeys
   * @returns the people who must not be written, and why; the others are planned without them
   */
  beforePlan(
    transaction: Transaction,
    people: readonly SentPerson[],
    stored: readonly User[],
    decisions: MatchDecisions,
  ): Promise<ReadonlyMap<SentPerson, Refusal>>;
  /** Called when people are written, with one outcome for each of these; those of `beforePlan` are not among them. */
  afterWrite(
    transaction: Transaction,
    people: readonly SentPerson[],
    outcomes: readonly Outcome[],
  ): Promise<void>;
}

/** Ends an indivisible batch by the decision of its companion; nothing is written then. */
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
   * @param named by the rows of the upload so far; those of this batch are added when it has succeeded
   */
  constructor(
    readonly scope: Scope,
    readonly people: readonly SentPerson[],
    readonly before?: Promise<void>,
    readonly companion?: Companion,
    readonly named?: NamedAddresses,
  ) {}

  /** The two halves, to be provisioned one after the other. */
  halves(): [Batch, Batch] {
    const { scope, people, before, companion, named } = this;
    const middle = Math.ceil(people.length / 2);
    return [
      new Batch(scope, people.slice(0, middle), before, companion, named),
      new Batch(scope, people.slice(middle), before, companion, named),
    ];
  }
}
