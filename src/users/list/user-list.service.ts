import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import type { UserFilter } from './user-conditions.js';
import { UserListRepository, type UserRange } from './user-list.repository.js';

/** A text with a digit or an @ begins a number or an address; no name has one. */
const NUMBER_OR_ADDRESS = /[\d@]/;

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
      // The last page shows the total, so a search for one person needs no second statement.
      const isLast = rows.length < range.limit && (rows.length > 0 || range.offset === 0);
      const total = isLast ? range.offset + rows.length : await this.users.count(scope, reader, filter);
      return { rows, total };
    });
  }

  /**
   * The first people whom this text finds: by the beginning of a number, an address or the last name; when these are
   * few, also by the words of the name as the list finds them.
   */
  search(scope: Scope, text: string, limit: number): Promise<User[]> {
    // "Lee, Ann", as lists show a person.
    const q = text.replaceAll(',', ' ').trim();
    if (q === '') return Promise.resolve([]);
    return this.replica.run(async (reader) => {
      const found = await this.users.beginning(scope, reader, q, limit);
      if (found.length === limit || NUMBER_OR_ADDRESS.test(q)) return found;
      const range = { sort: 'lastName', order: 'ASC', offset: 0, limit } as const;
      const named = await this.users.page(scope, reader, { q }, range);
      const ids = new Set(found.map(({ id }) => id));
      return [...found, ...named.filter(({ id }) => !ids.has(id))].slice(0, limit);
    });
  }
}
