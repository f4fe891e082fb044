import type { Outcome } from '../../model/outcome.js';
import type { Batch } from '../batch.js';

/** A way to provision a batch; all of them end in the same {@link BatchTransaction}. */
export interface Route {
  /**
   * @returns one outcome per person, in their order
   * @throws {QueryFailedError} when a unique index refused a person who was expected to be new; nothing is written then
   * @throws {OutOfIds} when the IDs at hand do not suffice; nothing is written then
   */
  run(batch: Batch): Promise<readonly Outcome[]>;
}
