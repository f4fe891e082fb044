import { Injectable } from '@nestjs/common';

import { isDuplicateKey } from '../../database/transaction/database-errors.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { LimitedBatch } from '../deprovisioning-limits/limited-batch.js';
import { OutOfIds, type ReservedIds } from '../id-blocks/id-blocks.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { Outcome, Plan } from '../model/outcome.js';
import { ProgramsRepository } from '../model/programs.repository.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { BodyHashes } from '../unchanged-bodies/body-hashes.js';
import type { Batch } from './batch.js';
import { programsOf, withRequests } from './batch-keys.js';
import { isIdTaken } from './failures.js';
import { UserWriter } from './user-writer.js';

/** Locks and returns the stored people whom a batch may be about. */
export type LockStored = (transaction: Transaction) => Promise<readonly User[]>;

type Applied = Plan & { readonly limited: LimitedBatch };

/** The transaction in which a batch is planned and written, whichever route it took. */
@Injectable()
export class BatchTransaction {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly programs: ProgramsRepository,
    private readonly limits: DeprovisioningLimits,
    private readonly hashes: BodyHashes,
    private readonly writer: UserWriter,
  ) {}

  /**
   * @param ids for the new people; unused ones are given back, also after a failure
   * @throws {QueryFailedError} when a unique index refused a row; nothing is written then
   * @throws {OutOfIds} when more are needed; nothing is written then
   */
  async run(batch: Batch, ids: ReservedIds, lockStored: LockStored): Promise<readonly Outcome[]> {
    const { since } = this.programs;
    try {
      const { outcomes, changes, limited } = await this.unitOfWork.run(
        (transaction) => this.apply(transaction, batch, ids, lockStored),
        { after: batch.before, tellsDuplicates: true },
      );
      this.programs.remember(programsOf(changes), since);
      this.limits.count(batch.scope, limited);
      return outcomes;
    } catch (error) {
      // No ID was written. One that another user has, after the row that was refused, fails at its next use.
      if (error instanceof OutOfIds || (isDuplicateKey(error) && !isIdTaken(error))) ids.rewind();
      throw error;
    } finally {
      ids.giveBack();
    }
  }

  /** May run again, when the transaction has lost a race. */
  private async apply(
    transaction: Transaction,
    { scope, people, companion }: Batch,
    ids: ReservedIds,
    lockStored: LockStored,
  ): Promise<Applied> {
    ids.rewind();
    const stored = await lockStored(transaction);
    await companion?.beforePlan(transaction, stored);
    const limited = await this.limits.apply(scope, transaction, people, stored);
    const plan = limited.withHoldsAndWarnings(
      planBatch(scope, limited.people, new CandidateIndex(stored), ids.take, new Date(), (...body) =>
        this.hashes.of(scope, ...body),
      ),
    );
    await this.users.rememberBodies(transaction, plan.bodiesToRemember);
    await this.writer.write(scope, transaction, withRequests(plan, people));
    await companion?.afterWrite(transaction, plan.outcomes);
    return { ...plan, limited };
  }
}
