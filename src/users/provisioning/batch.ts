import type { Scope } from '../../tenancy/scope.js';
import type { SentPerson } from '../model/outcome.js';

/** People who are provisioned together, in the order in which they were sent. */
export class Batch {
  /**
   * @param before the earlier batch of the same file. Nothing of this batch is sent to the database before it has
   * succeeded; if it fails, this batch fails with the same error.
   */
  constructor(
    readonly scope: Scope,
    readonly people: readonly SentPerson[],
    readonly before?: Promise<void>,
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
