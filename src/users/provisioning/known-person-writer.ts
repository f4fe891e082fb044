import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { Batch } from '../batch/batch.js';
import { BatchContexts } from '../batch/batch-context.js';
import { NO_DECISIONS } from '../matching/questions.js';
import type { Approval } from '../model/awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { FieldChange } from '../model/fields/field-changes.js';
import { rowBefore } from '../model/fields/former-values.js';
import type { Outcome, SentPerson, TakeId } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import { BatchPlanner } from './batch-planner.js';
import { UserWriter } from './user-writer.js';

/** Without the questions of posts: the person is known to those who accepted a value. */
function askingNothing(scope: Scope): Scope {
  return {
    ...scope,
    tenant: { ...scope.tenant, possibleReassignment: 'off', adoptByEmail: 'always' },
  };
}

const noId: TakeId = () => {
  throw new Error('The person is not known');
};

/** Updates one stored person, for other rooms that have opened the transaction. It never creates a person. */
@Injectable()
export class KnownPersonWriter {
  constructor(
    private readonly contexts: BatchContexts,
    private readonly planner: BatchPlanner,
    private readonly writer: UserWriter,
  ) {}

  /**
   * Updates the person by an approved value. The changed fields await their source.
   * @param isWanted whether the person may be written so; otherwise nothing is
   * @throws {QueryFailedError} like `UserWriter.write`; `UnitOfWork` runs the transaction again
   */
  updateKnown(
    scope: Scope,
    transaction: Transaction,
    person: CreateUpdateUserDto,
    approval: Approval,
    isWanted: (user: User) => boolean,
  ): Promise<Outcome | undefined> {
    const sent = { person, intent: { kind: 'approval', approval } as const };
    return this.update(scope, transaction, sent, { isWanted, submissionId: approval.submissionId });
  }

  /**
   * Gives the person the values back that these changes have replaced.
   * @param user locked in this transaction
   * @throws {QueryFailedError} like `UserWriter.write`; `UnitOfWork` runs the transaction again
   */
  putBack(
    scope: Scope,
    transaction: Transaction,
    user: User,
    changes: readonly FieldChange[],
  ): Promise<Outcome | undefined> {
    const always = { isWanted: () => true, submissionId: null };
    return this.update(scope, transaction, rowBefore(user, changes), always);
  }

  private async update(
    scope: Scope,
    transaction: Transaction,
    sent: SentPerson,
    { isWanted, submissionId }: { isWanted: (user: User) => boolean; submissionId: string | null },
  ): Promise<Outcome | undefined> {
    const locked = await this.contexts.lock(new Batch(askingNothing(scope), [sent]), transaction);
    const { batch, plan } = await this.planner.draft(
      { ...locked, decisions: NO_DECISIONS, isAssuming: false },
      noId,
    );
    const refusal = batch.refused.get(sent);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const { outcomes, changes } = plan;
    if (!changes.every(({ after }) => isWanted(after))) return outcomes[0];
    const written = submissionId === null ? changes : changes.map((change) => ({ ...change, submissionId }));
    await this.writer.write(scope, transaction, written);
    return outcomes[0];
  }
}
