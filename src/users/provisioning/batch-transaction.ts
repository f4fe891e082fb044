import { Injectable } from '@nestjs/common';

import { isDuplicateKey } from '../../database/transaction/database-errors.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Batch } from '../batch/batch.js';
import { OutdatedPlan } from '../batch/batch-context.js';
import type { WrittenBatch } from '../batch/batch-rule.js';
import { OutOfIds, type ReservedIds } from '../id-blocks/id-blocks.js';
import type { Outcome } from '../model/outcome.js';
import { changesWithRequests, type Draft, outcomesOf, BatchPlanner, BatchRules } from './batch-planner.js';
import { isIdTaken } from './failures.js';
import { UserWriter } from './user-writer.js';

/** The transaction in which a batch is written, however its people were found. */
@Injectable()
export class BatchTransaction {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly planner: BatchPlanner,
    private readonly rules: BatchRules,
    private readonly writer: UserWriter,
  ) {}

  /**
   * @param ids for the new people; unused ones are given back, also after a failure
   * @param draftIn may run again, when the transaction has lost a race
   * @throws {QueryFailedError} when a unique index refused a row; nothing is written then
   * @throws {OutOfIds} when more are needed; nothing is written then
   */
  async run(
    { options: { before, rule } }: Batch,
    ids: ReservedIds,
    draftIn: (transaction: Transaction) => Promise<Draft<WrittenBatch>>,
  ): Promise<readonly Outcome[]> {
    try {
      return await this.unitOfWork.run(
        async (transaction) => {
          const draft = await draftIn(transaction);
          const { batch } = draft;
          const plan = await this.planner.complete(draft);
          await this.rules.write(batch, plan);
          await this.writer.write(batch.scope, transaction, changesWithRequests(batch, plan));
          await this.rules.announce(batch, plan);
          await rule?.announce(batch, plan);
          return outcomesOf(batch, plan);
        },
        { after: before, throwsDuplicates: true },
      );
    } catch (error) {
      // No ID was written. One that another user has, after the row that was refused, fails at its next use.
      const isUnused = error instanceof OutOfIds || error instanceof OutdatedPlan;
      if (isUnused || (isDuplicateKey(error) && !isIdTaken(error))) ids.rewind();
      throw error;
    } finally {
      ids.giveBack();
    }
  }

  /** Announces a plan that changes no person, without locking any. */
  async announce(draftIn: (transaction: Transaction) => Promise<Draft<WrittenBatch>>): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const { batch, plan } = await draftIn(transaction);
      await this.rules.announce(batch, plan);
    });
  }
}
