import type { Scope } from '../../tenancy/scope.js';
import type { SentPerson } from '../model/outcome.js';

/** People who are provisioned together, in the order in which they were sent. */
export class Batch {
  /**
   * @param before the batch of the same file in front of this one. Nothing of this batch reaches the database until it
   * has succeeded; what it throws is thrown for this batch too.
   */
  constructor(
    readonly scope: Scope,
    readonly people: readonly SentPerson[],
    readonly before?: Promise<void>,
  ) {}

  /** Two batches, to be provisioned one after the other. */
  halves(): [Batch, Batch] {
    const middle = Math.ceil(this.people.length / 2);
    return [
      new Batch(this.scope, this.people.slice(0, middle), this.before),
      new Batch(this.scope, this.people.slice(middle), this.before),
    ];
  }
}
