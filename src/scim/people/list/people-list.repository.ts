import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { type Reader, SingleStatements } from '../../../database/transaction/reader.js';
import type { Scope } from '../../../tenancy/scope.js';
import { emailKeyOf, hasIdForm } from '../../../users/model/user-ids.js';
import { userNameKeyOf } from '../names.js';
import { connectionOf } from '../../protocol/connection-of.js';
import { type Condition, isForAll } from './conditions.js';
import type { PersonLookUp } from './person-look-ups.js';

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Where a page begins, by place or behind an ID. */
export interface IdRange {
  readonly offset: number;
  readonly after?: string | undefined;
  readonly limit: number;
}

const JOIN =
  'LEFT JOIN `scim_links` l ON l.`tenantId` = u.`tenantId` AND l.`connectionId` = ? AND l.`userId` = u.`id`';

/** "Ann M. Lee" may be the default name of a person whose last name is "Lee", "M. Lee" or all of it. */
function lastNamesIn(name: string): string[] {
  const words = name.trim().split(/\s+/u).slice(-8);
  return words.map((_, index) => words.slice(index).join(' '));
}

/** Finds the IDs of people for lists. */
@Injectable()
export class PeopleListRepository {
  private readonly reader: Reader;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.reader = new SingleStatements(dataSource.manager);
  }

  /** The people whom one of these look-ups finds; at most `most` of them for each. */
  async byLookUps(scope: Scope, lookUps: readonly PersonLookUp[], most: number): Promise<string[]> {
    const given = lookUps.filter(({ kind, value }) => kind !== 'id' || hasIdForm(value));
    if (given.length === 0) return [];
    const statements = given.flatMap((one) => this.statementsOf(scope, one));
    const sql = statements.map((one) => `(${one.sql} LIMIT ?)`).join(' UNION ');
    const values = statements.flatMap((one) => [...one.values, most]);
    const rows: { id: string }[] = await this.reader.read(sql, values);
    return rows.map(({ id }) => id);
  }

  /** The IDs of visible people who meet the condition, in the order of their IDs. */
  async ids(scope: Scope, condition: Condition, { offset, after, limit }: IdRange): Promise<string[]> {
    const { id, settings } = connectionOf(scope);
    const behind = after === undefined ? '' : ' AND u.`id` > ?';
    // MySQL may otherwise sort all people for the first page.
    const index = isForAll(condition) ? ' FORCE INDEX (PRIMARY)' : '';
    const sql =
      `SELECT u.\`id\` FROM \`users\` u${index} ${JOIN} WHERE u.\`tenantId\` = ? AND ${visible(settings.visible)} ` +
      `AND ${condition.sql}${behind} ORDER BY u.\`id\` LIMIT ? OFFSET ?`;
    const place = after === undefined ? [] : [after];
    const values = [id, scope.tenantId, ...condition.values, ...place, limit, offset];
    const rows: { id: string }[] = await this.reader.read(sql, values);
    return rows.map((row) => row.id);
  }

  /** How many visible people meet the condition. */
  async count(scope: Scope, condition: Condition): Promise<number> {
    const { id, settings } = connectionOf(scope);
    if (settings.visible === 'all' && !condition.usesLink) return this.countAll(scope, condition);
    const sql =
      `SELECT COUNT(*) AS \`people\` FROM \`users\` u ${JOIN} ` +
      `WHERE u.\`tenantId\` = ? AND ${visible(settings.visible)} AND ${condition.sql}`;
    return this.number(sql, [id, scope.tenantId, ...condition.values]);
  }

  /** All people but those whom the connection has given up, who are few: no link is read for the others. */
  private async countAll(scope: Scope, { sql: where, values, searches }: Condition): Promise<number> {
    const { tenantId } = scope;
    // The index has every column of such a condition; the server would otherwise read the rows.
    const index = searches ? '' : 'FORCE INDEX (`ix_users_status`)';
    const all = `SELECT COUNT(*) AS \`people\` FROM \`users\` u ${index} WHERE u.\`tenantId\` = ? AND ${where}`;
    const gone =
      'SELECT COUNT(*) AS `people` FROM `scim_links` l JOIN `users` u ON u.`tenantId` = l.`tenantId` AND ' +
      'u.`id` = l.`userId` WHERE l.`tenantId` = ? AND l.`connectionId` = ? AND l.`userNameKey` IS NULL ' +
      `AND ${where}`;
    const people = await this.number(all, [tenantId, ...values]);
    return people - (await this.number(gone, [tenantId, connectionOf(scope).id, ...values]));
  }

  private async number(sql: string, values: readonly unknown[]): Promise<number> {
    const [row]: { people: number | string }[] = await this.reader.read(sql, values);
    return Number(row?.people ?? 0);
  }

  private statementsOf(scope: Scope, { kind, value }: PersonLookUp): Statement[] {
    const { tenantId } = scope;
    const connectionId = connectionOf(scope).id;
    const ofUsers = 'SELECT `id` FROM `users` WHERE `tenantId` = ?';
    const ofLinks = 'SELECT `userId` AS `id` FROM `scim_links` WHERE `tenantId` = ? AND `connectionId` = ?';
    switch (kind) {
      case 'id':
        return [{ sql: `${ofUsers} AND \`id\` = ?`, values: [tenantId, value] }];
      case 'email':
        return [{ sql: `${ofUsers} AND \`emailKey\` = ?`, values: [tenantId, emailKeyOf(value)] }];
      case 'externalId':
        return [{ sql: `${ofLinks} AND \`externalId\` = ?`, values: [tenantId, connectionId, value] }];
      case 'userName':
        // A person whom the connection has no link to is called by the address.
        return [
          {
            sql: `${ofLinks} AND \`userNameKey\` = ?`,
            values: [tenantId, connectionId, userNameKeyOf(value)],
          },
          { sql: `${ofUsers} AND \`emailKey\` = ?`, values: [tenantId, emailKeyOf(value)] },
        ];
      case 'displayName':
        return [
          { sql: `${ofUsers} AND \`name\` = ?`, values: [tenantId, value] },
          { sql: `${ofUsers} AND \`lastName\` IN (?)`, values: [tenantId, lastNamesIn(value)] },
        ];
    }
  }
}

function visible(visibility: 'all' | 'linked'): string {
  const isNotGone = 'l.`forgottenAt` IS NULL';
  return visibility === 'all' ? isNotGone : `l.\`userId\` IS NOT NULL AND ${isNotGone}`;
}
