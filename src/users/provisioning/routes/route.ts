import type { Outcome } from '../../model/outcome.js';
import type { Batch } from '../batch.js';

/** A way to provision a batch; all of them end in the same {@link BatchTransaction}. */
export interface Route {
  /**
   * @returns one outcome per person, in their order
   * @throws a duplicate-key error, or `OutOfIds`, when people turn out to be others than expected; nothing is written then
   */
  run(batch: Batch): Promise<readonly Outcome[]>;
}
