import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Reader } from '../../database/transaction/reader.js';
import { memoryKeyOf, type Scope } from '../../tenancy/scope.js';
import { User } from '../model/user.entity.js';
import { ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../model/account.js';

/** Counts are cached for this long: counting a million entries of an index takes a third of a second. */
const REMEMBERED_MS = 5000;
/** Tenants whose counts are remembered at once. */
const MOST_REMEMBERED = 1000;

/** The number of active people of each type, and of all inactive ones. */
export type PeopleCounts = Readonly<Record<AccountType | 'inactive', number>>;

interface Row {
  readonly accountType: AccountType;
  readonly accountStatus: AccountStatus;
  readonly people: number | string;
}

/** Counts the people of tenants. */
@Injectable()
export class PeopleCounter {
  private readonly remembered = new BoundedCache<string, Promise<PeopleCounts>>({
    most: MOST_REMEMBERED,
    milliseconds: REMEMBERED_MS,
  });

  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** These counts may be a few seconds old, so that they fit what stands beside them. */
  countsOf(scope: Scope): Promise<PeopleCounts> {
    const key = memoryKeyOf(scope);
    const known = this.remembered.get(key);
    if (known !== undefined) return known;
    const counts = this.count(scope);
    this.remembered.set(key, counts);
    counts.catch(() => {
      this.remembered.delete(key);
    });
    return counts;
  }

  /** The number of active people now; takes 0.3 s for a million of them. */
  async activeNow({ tenantId }: Scope, reader: Reader): Promise<number> {
    const sql =
      'SELECT COUNT(*) AS `people` FROM `users` FORCE INDEX (`ix_users_list`) ' +
      "WHERE `tenantId` = ? AND `accountStatus` = 'active'";
    const [row]: { people: number | string }[] = await reader.read(sql, [tenantId]);
    return Number(row?.people ?? 0);
  }

  /** The number of active people now, or `most` when there are more: so many entries of an index are read. */
  async activeUpTo({ tenantId }: Scope, reader: Reader, most: number): Promise<number> {
    const sql =
      'SELECT COUNT(*) AS `people` FROM (SELECT 1 FROM `users` FORCE INDEX (`ix_users_list`) ' +
      "WHERE `tenantId` = ? AND `accountStatus` = 'active' LIMIT ?) `active`";
    const [row]: { people: number | string }[] = await reader.read(sql, [tenantId, most]);
    return Number(row?.people ?? 0);
  }

  private async count({ tenantId }: Scope): Promise<PeopleCounts> {
    const sql =
      'SELECT `accountType`, `accountStatus`, COUNT(*) AS `people` FROM `users` FORCE INDEX (`ix_users_list`) ' +
      'WHERE `tenantId` = ? GROUP BY `accountType`, `accountStatus`';
    const rows: Row[] = await this.users.query(sql, [tenantId]);
    const sum = (wanted: (row: Row) => boolean): number =>
      rows.filter(wanted).reduce((total, { people }) => total + Number(people), 0);
    const active = ACCOUNT_TYPES.map((type) => [
      type,
      sum(({ accountType, accountStatus }) => accountType === type && accountStatus === 'active'),
    ]);
    const inactive = sum(({ accountStatus }) => accountStatus === 'inactive');
    return { ...(Object.fromEntries(active) as Record<AccountType, number>), inactive };
  }
}
