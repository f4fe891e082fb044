import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import type { UserFilter } from './user-conditions.js';
import { UserListRepository, type UserRange } from './user-list.repository.js';

/** Finds people for an administrator. */
@Injectable()
export class UserListService {
  constructor(
    private readonly users: UserListRepository,
    private readonly replica: ReadReplica,
  ) {}

  /** A part of the list, and how many people there are in all. */
  page(scope: Scope, filter: UserFilter, range: UserRange): Promise<{ rows: User[]; total: number }> {
    return this.replica.run(async (reader) => {
      const rows = await this.users.page(scope, reader, filter, range);
      // The last page tells the total, so a search for one person needs no second statement.
      const isLast = rows.length < range.limit && (rows.length > 0 || range.offset === 0);
      const total = isLast ? range.offset + rows.length : await this.users.count(scope, reader, filter);
      return { rows, total };
    });
  }
}
