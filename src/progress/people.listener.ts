import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import type { UserChange } from '../users/model/outcome.js';
import { USER_CHANGED } from '../users/model/user-facts.js';
import { USER_ERASED } from '../users/tombstones/tombstone-facts.js';
import type { User } from '../users/model/user.entity.js';
import { personText } from './document-text.js';
import { DocumentsService } from './documents.service.js';
import { ProgressRepository } from './progress.repository.js';
import { viewFaculty } from './student-progress.js';

function isStudent(user: User | undefined): user is User {
  return user?.accountType === 'Student';
}

/** Whether a known person's part of the record differs, or the person has become a Student. */
function readsDifferently({ before, after }: UserChange): boolean {
  return (
    before !== undefined &&
    isStudent(after) &&
    !(isStudent(before) && personText(before) === personText(after))
  );
}

/** Whether a Student's account has become active or inactive, on which it depends whether something is due in lists. */
function leavesOrReturns({ before, after }: UserChange): boolean {
  return isStudent(before) && isStudent(after) && before.accountStatus !== after.accountStatus;
}

/** People who stopped being Students, as they were before. */
function formerStudent({ before, after }: UserChange): User[] {
  return isStudent(before) && !isStudent(after) ? [before] : [];
}

/** Whether a known person is shown differently as a committee member. */
function looksDifferentInCommittee({ before, after }: UserChange): boolean {
  return before !== undefined && JSON.stringify(viewFaculty(before)) !== JSON.stringify(viewFaculty(after));
}

/** Keeps the records current when people change, in the transaction of `user.changed`. */
@Injectable()
export class PeopleListener {
  constructor(
    private readonly documents: DocumentsService,
    private readonly progress: ProgressRepository,
  ) {}

  /** Last, because it locks the tenant's stamp, for which every change of a record of the tenant waits. */
  @InTransaction(USER_CHANGED, { last: true })
  async follow(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    await this.documents.followPeople(scope, transaction, {
      newcomers: changes
        .filter(({ before }) => before === undefined)
        .map(({ after }) => after)
        .filter(isStudent),
      students: changes.filter(readsDifferently).map(({ after }) => after),
      formerStudents: changes.flatMap(formerStudent),
      ofWork: [
        ...changes.filter(leavesOrReturns).map(({ after }) => after.id),
        ...(await this.progress.studentsOf(
          scope,
          transaction,
          changes.filter(looksDifferentInCommittee).map(({ after }) => after.id),
        )),
      ],
    });
  }

  /** The record of a student becomes a removal with the ID alone; committees show a seat of theirs without a name. */
  @InTransaction(USER_ERASED, { last: true })
  async forget(scope: Scope, transaction: Transaction, user: User): Promise<void> {
    await this.documents.followPeople(scope, transaction, {
      newcomers: [],
      students: [],
      formerStudents: isStudent(user) ? [{ ...user, legacyNumber: null }] : [],
      ofWork: await this.progress.studentsOf(scope, transaction, [user.id]),
    });
  }
}
