import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { beginningWith } from '../../database/statements/like.js';
import type { Reader } from '../../database/transaction/reader.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { emailKeyOf } from '../model/user-ids.js';
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

/** Where a person stands by the beginning of a number, an address or a last name. */
interface Beginning {
  readonly index: string;
  readonly column: string;
  readonly text: string;
}

function beginningsOf(text: string): Beginning[] {
  const legacyNumbers = new Set([text, text.toUpperCase()]);
  return [
    // Comparing the ASCII column with other characters is a collation error. IDs have digits only.
    ...(/^\d+$/.test(text) ? [{ index: 'PRIMARY', column: 'id', text }] : []),
    ...[...legacyNumbers].map((number) => ({
      index: 'uq_users_legacy_number',
      column: 'legacyNumber',
      text: number,
    })),
    { index: 'uq_users_email_key', column: 'emailKey', text: emailKeyOf(text) },
    { index: 'ix_users_list', column: 'lastName', text },
  ];
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
    return this.ofIds(scope, reader, rows);
  }

  /**
   * People whose ID, legacyNumber, e-mail address or last name begins with this text. Each is a range of an index of
   * which no more entries are read than are wanted.
   */
  async beginning(scope: Scope, reader: Reader, text: string, limit: number): Promise<User[]> {
    const beginnings = beginningsOf(text);
    const sql = beginnings
      .map(
        ({ index, column }) => `(SELECT \`id\` FROM \`users\` FORCE INDEX (\`${index}\`)
        WHERE \`tenantId\` = ? AND \`${column}\` LIKE ? ORDER BY \`${column}\` LIMIT ?)`,
      )
      .join(' UNION ALL ');
    const values = beginnings.flatMap((one) => [scope.tenantId, beginningWith(one.text), limit]);
    const rows: { id: string }[] = await reader.read(sql, values);
    return (await this.ofIds(scope, reader, rows)).slice(0, limit);
  }

  /** In the order of the rows, each once. */
  private async ofIds(
    scope: Scope,
    reader: Reader,
    rows: readonly { readonly id: string }[],
  ): Promise<User[]> {
    const ids = [...new Set(rows.map(({ id }) => id))];
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
