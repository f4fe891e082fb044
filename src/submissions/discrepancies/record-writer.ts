import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { DecisionOverwritten, RecordChangedSince } from '../../errors/submissions.errors.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { check, type Checked } from '../../http/validation/validate.js';
import type { Scope } from '../../tenancy/scope.js';
import { changesWithApprovals } from '../../users/model/awaiting-source/awaiting-source.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { overwritten } from '../../users/model/fields/former-values.js';
import { ProvenanceService } from '../../users/history/provenance.service.js';
import { KnownPersonWriter } from '../../users/provisioning/known-person-writer.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { User } from '../../users/model/user.entity.js';
import type { DecisionEffect, Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import type { Seen } from './groups/chosen.js';
import { readRecord, recordValue, sameValue } from '../mapping/record-fields.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** Between the time of a change and its commit, with the clocks of several processes. */
const LONGEST_TRANSACTION_MS = 600_000;

/** Values that are always accepted: the stored ones may be older than a rule, and only one field is decided about. */
const ACCEPTED_VALUES = { email: 'person@example.edu', firstName: 'A', lastName: 'B' };

/**
 * The student as the SIS would send them, with one field changed and checked. With a new legacyNumber, the student is
 * matched by the e-mail address.
 */
function personWith(student: User, field: string, value: unknown): Checked<CreateUpdateUserDto> {
  const { id, email, firstName, lastName, accountType } = student;
  const name = field === 'legacyNumber' ? 'externalId' : field;
  const sent = check(CreateUpdateUserDto, {
    externalId: id,
    ...ACCEPTED_VALUES,
    accountType,
    [name]: value,
  });
  if ('problems' in sent) return sent;
  const stored = { email, firstName, lastName };
  return { value: { ...sent.value, ...stored, [name]: sent.value[name as keyof CreateUpdateUserDto] } };
}

/** Whether the checks of a person refuse the value; it depends on the account type of the student alone. */
export function isRefused(student: User, field: string, submitted: string): boolean {
  return 'problems' in personWith(student, field, recordValue(field, submitted));
}

/** Writes accepted values to the record, through the users' provisioning so that all its rules hold. */
@Injectable()
export class RecordWriter {
  constructor(
    private readonly people: UserLookup,
    private readonly users: KnownPersonWriter,
    private readonly provenance: ProvenanceService,
  ) {}

  /**
   * Nothing is written when it throws a refusal.
   * @returns what it changed
   * @throws {UserNotFound} when the student is no longer stored
   * @throws {ValidationFailed} when the record cannot have the submitted value
   * @throws {IdentityConflict} when the value belongs to another user
   */
  async write(
    scope: Scope,
    transaction: Transaction,
    { studentId, submissionId }: Submission,
    { field, submitted }: Discrepancy,
  ): Promise<DecisionEffect> {
    const student = await this.lock(scope, transaction, studentId);
    const sent = personWith(student, field, recordValue(field, submitted));
    if ('problems' in sent) {
      // The discrepancy names the number as the record does.
      const problems = sent.problems.map(({ code, message }) => ({
        field,
        code,
        message: message.replace(/^externalId\b/, field),
      }));
      throw new ValidationFailed(problems);
    }
    const isStored = (user: User): boolean => sameValue(field, submitted, readRecord(user, field));
    const source = await this.provenance.sourceOf(scope, transaction, studentId, field);
    const approval = { cause: 'submission', submissionId, source } as const;
    const outcome = await this.users.updateKnown(scope, transaction, sent.value, approval, isStored);
    if (outcome?.kind === 'refused') throw outcome.refusal;
    if (outcome === undefined || !isStored(outcome.user)) {
      const rule = sentence(
        'cannot become what was submitted; a legacyNumber must not have the form of an ID',
      );
      throw new ValidationFailed([problemIn(field, 'notStored', rule)]);
    }
    return { userId: studentId, fields: changesWithApprovals(student, outcome.user) };
  }

  /**
   * Of a person, not of a field: `name` and `role` follow from other fields. What the same administrator has decided
   * about other forms of the person does not matter, nor a change to the submitted value.
   * @throws {RecordChangedSince} when the record has changed since it was seen
   */
  async refuseChanged(
    scope: Scope,
    transaction: Transaction,
    { studentId }: Submission,
    { open: { field, submitted }, seen }: { readonly open: Discrepancy; readonly seen: Seen },
  ): Promise<void> {
    const student = (await this.people.lock(scope, transaction, [studentId])).get(studentId);
    if (student === undefined || student.changedAt <= seen.stamp) return;
    if (sameValue(field, submitted, readRecord(student, field))) return;
    const from = new Date(seen.at - LONGEST_TRANSACTION_MS);
    if (await this.provenance.isDecidedBy(scope, transaction, studentId, from)) return;
    throw new RecordChangedSince();
  }

  /**
   * Gives the person the values back that an accepted value has replaced.
   * @throws {UserNotFound} when the person is no longer stored
   * @throws {DecisionOverwritten} when one of them has changed since
   * @throws {IdentityConflict} when a former value belongs to another user by now
   */
  async putBack(scope: Scope, transaction: Transaction, { userId, fields }: DecisionEffect): Promise<void> {
    if (fields.length === 0) return;
    const person = await this.lock(scope, transaction, userId);
    const changed = overwritten(person, fields);
    if (changed.length > 0) throw new DecisionOverwritten(changed);
    const outcome = await this.users.putBack(scope, transaction, person, fields);
    if (outcome?.kind === 'refused') throw outcome.refusal;
  }

  private async lock(scope: Scope, transaction: Transaction, userId: string): Promise<User> {
    const user = (await this.people.lock(scope, transaction, [userId])).get(userId);
    if (user === undefined) throw new UserNotFound();
    return user;
  }
}
