import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../matching/user-lookup.js';
import { defaultName } from '../model/user-defaults.js';

/** Reads the names of users by their IDs, for a page of a list at once. */
@Injectable()
export class UserNames {
  constructor(
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param idOf the IDs of the users whom a row is about
   * @returns a function from an ID to the user's name; null for an ID that is not stored
   */
  async of<T>(
    scope: Scope,
    rows: readonly T[],
    idOf: (row: T) => string | null | readonly (string | null)[],
  ): Promise<(userId: string | null) => string | null> {
    const ids = rows.flatMap(idOf).filter((id) => id !== null);
    const users = await this.people.find(scope, this.unitOfWork.single, ids);
    return (userId) => {
      const user = users.get(userId ?? '');
      return user === undefined ? null : (user.name ?? defaultName(user));
    };
  }
}
