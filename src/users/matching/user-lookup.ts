import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';

/** Finds sets of people for other rooms. */
@Injectable()
export class UserLookup {
  constructor(private readonly users: UsersRepository) {}

  /** The user of each reference, by 950/951 ID, else by legacyNumber. A reference without a user is not in the map. */
  async find(scope: Scope, reader: Reader, references: readonly string[]): Promise<Map<string, User>> {
    const externalIds = [...new Set(references)];
    const found = await this.users.findCandidates(
      scope,
      { externalIds, emailKeys: [] },
      { reader, table: 'users' },
    );
    const people = new Map<string, User>();
    for (const user of found) if (user.legacyNumber !== null) people.set(user.legacyNumber, user);
    for (const user of found) people.set(user.id, user);
    return people;
  }

  /** The user with this e-mail key; see `emailKeyOf`. */
  async findByEmail(scope: Pick<Scope, 'tenantId'>, emailKey: string): Promise<User | undefined> {
    const [user] = await this.users.findCandidates(scope, { externalIds: [], emailKeys: [emailKey] });
    return user;
  }

  /** These people by ID, locked until the transaction ends. */
  async lock(scope: Scope, transaction: Transaction, ids: readonly string[]): Promise<Map<string, User>> {
    const users = await this.users.lock(scope, transaction, [...new Set(ids)].sort());
    return new Map(users.map((user) => [user.id, user]));
  }
}
