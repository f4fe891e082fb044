import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { check, type Checked } from '../../http/validation/validate.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { UserWriter } from '../../users/provisioning/user-writer.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { User } from '../../users/model/user.entity.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { readRecord, recordValue, sameValue } from '../mapping/record-fields.js';

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

/** Writes an accepted value to the record, through the users' provisioning so that all its rules hold. */
@Injectable()
export class RecordWriter {
  constructor(
    private readonly people: UserLookup,
    private readonly users: UserWriter,
  ) {}

  /**
   * @returns whether the user was changed
   * @throws {UserNotFound} when the student is no longer stored
   * @throws {ValidationFailed} when the record cannot have the submitted value
   * @throws {IdentityConflict} when the value belongs to another user
   */
  async write(
    scope: Scope,
    transaction: Transaction,
    { studentId }: Submission,
    { field, submitted }: Discrepancy,
  ): Promise<boolean> {
    const student = (await this.people.lock(scope, transaction, [studentId])).get(studentId);
    if (student === undefined) throw new UserNotFound();
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
    const outcome = await this.users.updateKnown(scope, transaction, sent.value);
    if (outcome?.kind === 'refused') throw outcome.refusal;
    if (outcome === undefined || !sameValue(field, submitted, readRecord(outcome.user, field))) {
      const message = `${field} cannot become what was submitted; a legacyNumber must not have the form of an ID`;
      throw new ValidationFailed([{ field, code: 'notStored', message }]);
    }
    return outcome.kind === 'updated';
  }
}
