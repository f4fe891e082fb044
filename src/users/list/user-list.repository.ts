import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { User } from '../model/user.entity.js';
import { conditionsOf, type UserFilter } from './user-conditions.js';

/** The columns of each order, and the index that has them in this order. */
const ORDERS = {
  lastName: { columns: ['lastName', 'firstName', 'id'], index: 'ix_users_list' },
  id: { columns: ['id'], index: 'PRIMARY' },
  email: { columns: ['emailKey'], index: 'uq_users_email_key' },
} as const;

export type UserSort = keyof typeof ORDERS;
export const USER_SORTS = Object.keys(ORDERS) as UserSort[];

/** Which part of a list, in which order. */
export interface UserRange {
  readonly sort: UserSort;
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads the administration's list of people. One index has every column of the filter, so a million people are filtered
 * without reading their rows; only the rows of the page are read. The index is forced, because the server would
 * otherwise read the rows.
 */
@Injectable()
export class UserListRepository {
  private readonly table: BatchTable<User>;

  constructor(@InjectRepository(User) users: Repository<User>) {
    this.table = new BatchTable(users, ['tenantId', 'id']);
  }

  async page(scope: Scope, reader: Reader, filter: UserFilter, range: UserRange): Promise<User[]> {
    const { sql, values } = this.pageStatement(scope, filter, range);
    const rows: { id: string }[] = await reader.read(sql, [...values]);
    const ids = rows.map(({ id }) => id);
    const found = await this.table.find(reader, scope.tenantId, 'id', ids);
    const byId = new Map(found.map((user) => [user.id, user]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async count(scope: Scope, reader: Reader, filter: UserFilter): Promise<number> {
    const { sql, values } = this.where(scope, filter);
    const rows: { people: number | string }[] = await reader.read(
      `SELECT COUNT(*) AS \`people\` FROM \`users\` FORCE INDEX (\`ix_users_list\`) WHERE ${sql}`,
      values,
    );
    return Number(rows[0]?.people ?? 0);
  }

  /** The statement that finds the IDs of a page; public for the test of its query plan. */
  pageStatement(
    scope: Scope,
    filter: UserFilter,
    { sort, order, offset, limit }: UserRange,
  ): { sql: string; values: unknown[] } {
    const where = this.where(scope, filter);
    const { columns, index } = ORDERS[sort];
    const walked = conditionsOf(filter).length === 0 ? index : 'ix_users_list';
    const by = columns.map((column) => `\`${column}\` ${order}`).join(', ');
    return {
      sql:
        `SELECT \`id\` FROM \`users\` FORCE INDEX (\`${walked}\`) ` +
        `WHERE ${where.sql} ORDER BY ${by} LIMIT ? OFFSET ?`,
      values: [...where.values, limit, offset],
    };
  }

  private where({ tenantId }: Scope, filter: UserFilter): { sql: string; values: unknown[] } {
    const conditions = conditionsOf(filter);
    return {
      sql: ['`tenantId` = ?', ...conditions.map(({ sql }) => sql)].join(' AND '),
      values: [tenantId, ...conditions.flatMap(({ values }) => values)],
    };
  }
}
