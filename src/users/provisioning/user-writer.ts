import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Outcome, TakeId, UserChange } from '../model/outcome.js';
import { ProgramsRepository } from '../model/programs.repository.js';
import { announceChanges } from '../model/user-facts.js';
import { UsersRepository } from '../model/users.repository.js';
import { handingOver, keysOf, programsOf } from './batch-keys.js';

/**
 * Writes changes of people and announces them, in the caller's transaction. Status calls use `StatusChanges` instead.
 */
@Injectable()
export class UserWriter {
  constructor(
    private readonly users: UsersRepository,
    private readonly programs: ProgramsRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * @param changes of people whom the caller has locked in this transaction
   * @throws {QueryFailedError} when another request was first with an address, a number or an ID; at the latest by the
   * commit
   */
  async write(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.programs.register(scope, transaction, programsOf(changes));
    await this.users.park(scope, transaction, handingOver(changes));
    // Updates first: a new person may take an address that an earlier row gave up.
    await this.users.update(
      transaction,
      changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
    );
    await this.users.insert(
      transaction,
      changes.filter(({ before }) => before === undefined).map(({ after }) => after),
    );
    await announceChanges(this.events, scope, transaction, changes);
  }

  /**
   * Updates one stored person, for other rooms that have opened the transaction. It never creates a person.
   * @throws {QueryFailedError} like {@link write}; `UnitOfWork` runs the transaction again
   */
  async updateKnown(
    scope: Scope,
    transaction: Transaction,
    person: CreateUpdateUserDto,
  ): Promise<Outcome | undefined> {
    const sent = [{ person }];
    const found = await this.users.findCandidates(scope, keysOf(sent), {
      reader: transaction,
      table: 'users',
    });
    const ids = found.map(({ id }) => id);
    const candidates = new CandidateIndex(await this.users.lock(scope, transaction, ids));
    const noId: TakeId = () => {
      throw new Error('The person is not known');
    };
    const { outcomes, changes } = planBatch(scope, sent, candidates, noId, new Date());
    await this.write(scope, transaction, changes);
    return outcomes[0];
  }
}
