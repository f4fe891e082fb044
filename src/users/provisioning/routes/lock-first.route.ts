import { Injectable } from '@nestjs/common';

import { IdBlocks } from '../../id-blocks/id-blocks.js';
import type { Outcome } from '../../model/outcome.js';
import { UsersRepository } from '../../model/users.repository.js';
import type { Batch } from '../batch.js';
import { idsNeeded, keysOf } from '../batch-keys.js';
import { BatchTransaction } from '../batch-transaction.js';
import type { Route } from './route.js';

/**
 * For people who are expected to be written: finds and locks the stored ones within the transaction, and plans once.
 * Two round trips for one new person, three for one who is updated. Only IDs at hand are used; when these do not
 * suffice, nothing is written and the next attempt looks first.
 */
@Injectable()
export class LockFirstRoute implements Route {
  constructor(
    private readonly ids: IdBlocks,
    private readonly users: UsersRepository,
    private readonly transaction: BatchTransaction,
  ) {}

  async run(batch: Batch): Promise<readonly Outcome[]> {
    await batch.before;
    const { scope, people } = batch;
    const ids = this.ids.reserveAtHand(scope, idsNeeded(people));
    return this.transaction.run(batch, ids, (transaction) =>
      this.users.lockFound(scope, transaction, keysOf(people)),
    );
  }
}
