import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { NO_DECISIONS } from '../matching/match-decisions.js';
import { planBatch } from '../matching/plan-batch.js';
import type { Approval } from '../model/awaited-field.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { FieldChange } from '../model/field-changes.js';
import { rowBefore } from '../model/former-values.js';
import type { Outcome, SentPerson, TakeId, UserChange } from '../model/outcome.js';
import { ProgramsRepository } from '../model/programs.repository.js';
import { announceChanges } from '../model/user-facts.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import { handingOver, keysOf, programsOf } from './batch-keys.js';

/** Without the questions of posts: the person is known to those who accepted a value. */
function askingNothing(scope: Scope): Scope {
  return {
    ...scope,
    tenant: { ...scope.tenant, possibleReassignment: 'off', adoptByEmail: 'always' },
  };
}

/**
 * Writes changes of people and announces them, in the caller's transaction. Status calls use `StatusChanges` instead.
 */
@Injectable()
export class UserWriter {
  constructor(
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly programs: ProgramsRepository,
    private readonly events: TransactionEvents,
    private readonly erased: ErasedPeople,
  ) {}

  /**
   * @param changes of people whom the caller has locked in this transaction
   * @throws {QueryFailedError} when another request was first with an address, a number or an ID; at the latest by the
   * commit
   */
  async write(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.programs.register(scope, transaction, programsOf(changes));
    await this.writes.park(scope, transaction, handingOver(changes));
    // Updates first: a new person may take an address that an earlier row gave up.
    await this.writes.update(
      transaction,
      changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
    );
    await this.writes.insert(
      transaction,
      changes.filter(({ before }) => before === undefined).map(({ after }) => after),
    );
    await announceChanges(this.events, scope, transaction, changes);
  }

  /**
   * Updates one stored person by an approved value, for other rooms that have opened the transaction. It never creates
   * a person. The changed fields await their source.
   * @param isWanted whether the person may be written so; otherwise nothing is
   * @throws {QueryFailedError} like {@link write}; `UnitOfWork` runs the transaction again
   */
  updateKnown(
    scope: Scope,
    transaction: Transaction,
    person: CreateUpdateUserDto,
    approval: Approval,
    isWanted: (user: User) => boolean,
  ): Promise<Outcome | undefined> {
    const sent = { person, intent: { kind: 'approval', approval } as const };
    return this.updateOne(scope, transaction, sent, { isWanted, submissionId: approval.submissionId });
  }

  /**
   * Gives one stored person the values back that these changes have replaced, for other rooms that have opened the
   * transaction.
   * @param user locked in this transaction
   * @throws {QueryFailedError} like {@link write}; `UnitOfWork` runs the transaction again
   */
  putBack(
    scope: Scope,
    transaction: Transaction,
    user: User,
    changes: readonly FieldChange[],
  ): Promise<Outcome | undefined> {
    const always = { isWanted: () => true, submissionId: null };
    return this.updateOne(scope, transaction, rowBefore(user, changes), always);
  }

  private async updateOne(
    scope: Scope,
    transaction: Transaction,
    sent: SentPerson,
    { isWanted, submissionId }: { isWanted: (user: User) => boolean; submissionId: string | null },
  ): Promise<Outcome | undefined> {
    const found = await this.users.findCandidates(scope, keysOf([sent]), {
      reader: transaction,
      table: 'users',
    });
    const [refusal] = (
      await this.erased.among(scope, [sent], { stored: found, decisions: NO_DECISIONS }, transaction)
    ).values();
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const ids = found.map(({ id }) => id);
    const candidates = new CandidateIndex(await this.users.lock(scope, transaction, ids));
    const noId: TakeId = () => {
      throw new Error('The person is not known');
    };
    const { outcomes, changes } = planBatch(askingNothing(scope), [sent], candidates, noId, nowOf(scope));
    if (!changes.every(({ after }) => isWanted(after))) return outcomes[0];
    const written = submissionId === null ? changes : changes.map((change) => ({ ...change, submissionId }));
    await this.write(scope, transaction, written);
    return outcomes[0];
  }
}
