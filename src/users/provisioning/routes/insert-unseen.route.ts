import { Injectable } from '@nestjs/common';

import { IdBlocks } from '../../id-blocks/id-blocks.js';
import type { Outcome } from '../../model/outcome.js';
import type { Batch } from '../batch.js';
import { idsNeeded } from '../batch-keys.js';
import { BatchTransaction } from '../batch-transaction.js';
import type { Route } from './route.js';

/**
 * For people who are expected to be new: plans without a look-up, and relies on the unique indexes to refuse people who
 * are stored. One round trip for one person. The batch is planned and its statements are built while the batch before
 * it is executed, so that the database is never idle between two batches of a file.
 */
@Injectable()
export class InsertUnseenRoute implements Route {
  constructor(
    private readonly ids: IdBlocks,
    private readonly transaction: BatchTransaction,
  ) {}

  async run(batch: Batch): Promise<readonly Outcome[]> {
    const ids = await this.ids.reserve(batch.scope, idsNeeded(batch.people));
    return this.transaction.run(batch, ids, () => Promise.resolve([]));
  }
}
