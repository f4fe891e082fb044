import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { defaultName } from '../users/model/user-defaults.js';
import { UserLookup } from '../users/matching/user-lookup.js';

/** Reads the names of students by their IDs, for a page of a list at once. */
@Injectable()
export class StudentNames {
  constructor(
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns a function from an ID to the student's name; null for an ID that is not stored */
  async of(scope: Scope, studentIds: readonly string[]): Promise<(studentId: string) => string | null> {
    const people = await this.people.find(scope, this.unitOfWork.single, studentIds);
    return (studentId) => {
      const student = people.get(studentId);
      return student === undefined ? null : (student.name ?? defaultName(student));
    };
  }
}
