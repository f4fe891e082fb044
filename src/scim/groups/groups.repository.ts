import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { RowCodec } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { LookUp } from '../listing/look-ups.js';
import { connectionOf } from '../protocol/connection-of.js';
import { ScimGroup } from './scim-group.entity.js';

type Row = Readonly<Record<string, unknown>>;

const OF_CONNECTION = 'FROM `scim_groups` WHERE `tenantId` = ? AND `connectionId` = ?';

/** A look-up of groups by an index. */
export type GroupLookUp = LookUp<'id' | 'displayNameKey' | 'externalId' | 'member'>;

/** What a search needs of a group before it reads the group. */
export type GroupEntry = Pick<ScimGroup, 'id' | 'displayNameKey' | 'updatedAt'>;

const LOOK_UPS: Readonly<Record<GroupLookUp['kind'], string>> = {
  id: `SELECT \`id\` AS \`found\` ${OF_CONNECTION} AND \`id\` = ?`,
  displayNameKey: `SELECT \`id\` AS \`found\` ${OF_CONNECTION} AND \`displayNameKey\` = ?`,
  externalId: `SELECT \`id\` AS \`found\` ${OF_CONNECTION} AND \`externalId\` = ?`,
  member:
    'SELECT `groupId` AS `found` FROM `scim_group_members` ' +
    'WHERE `tenantId` = ? AND `connectionId` = ? AND `userId` = ?',
};

function isComparable({ kind, value }: GroupLookUp): boolean {
  return (kind !== 'id' && kind !== 'member') || /^[\x21-\x7e]{1,64}$/.test(value);
}

/** The groups of connections. */
@Injectable()
export class GroupsRepository {
  private readonly codec: RowCodec<ScimGroup>;
  readonly reader: Reader;

  constructor(@InjectRepository(ScimGroup) groups: Repository<ScimGroup>) {
    this.codec = new RowCodec<ScimGroup>(groups.metadata);
    this.reader = new SingleStatements(groups.manager);
  }

  async find(scope: Scope, id: string): Promise<ScimGroup | undefined> {
    return this.one(this.reader, `SELECT * ${OF_CONNECTION} AND \`id\` = ?`, [...keysOf(scope), id]);
  }

  /** The group, locked until the transaction ends. */
  async lock(scope: Scope, transaction: Transaction, id: string): Promise<ScimGroup | undefined> {
    const sql = `SELECT * ${OF_CONNECTION} AND \`id\` = ? FOR UPDATE`;
    return this.one(transaction, sql, [...keysOf(scope), id]);
  }

  /** The group of this name. */
  async named(scope: Scope, transaction: Transaction, key: string): Promise<ScimGroup | undefined> {
    const sql = `SELECT * ${OF_CONNECTION} AND \`displayNameKey\` = ?`;
    return this.one(transaction, sql, [...keysOf(scope), key]);
  }

  /** @throws {QueryFailedError} when another request was first with the name */
  async insert(transaction: Transaction, group: ScimGroup): Promise<void> {
    const sql = `INSERT INTO \`scim_groups\` (${this.codec.columns}) VALUES ?`;
    await transaction.write(sql, [this.codec.toRows([group])]);
  }

  /** @throws {QueryFailedError} like {@link insert} */
  async update(transaction: Transaction, group: ScimGroup): Promise<void> {
    const names = this.codec.columnsBut(['tenantId', 'connectionId', 'id', 'createdAt']);
    const [row = []] = this.codec.toRows([group], names);
    const assignments = names.map((name) => `\`${name}\` = ?`).join(', ');
    const sql =
      `UPDATE \`scim_groups\` SET ${assignments} ` +
      'WHERE `tenantId` = ? AND `connectionId` = ? AND `id` = ?';
    await transaction.write(sql, [...row, group.tenantId, group.connectionId, group.id]);
  }

  /** Gives groups another version whose members have changed. */
  async countChange(scope: Scope, transaction: Transaction, ids: readonly string[], at: Date): Promise<void> {
    if (ids.length === 0) return;
    const sql =
      'UPDATE `scim_groups` SET `version` = `version` + 1, `updatedAt` = ? ' +
      'WHERE `tenantId` = ? AND `connectionId` = ? AND `id` IN (?)';
    await transaction.write(sql, [at, ...keysOf(scope), ids]);
  }

  async remove(scope: Scope, transaction: Transaction, id: string): Promise<void> {
    await transaction.write(`DELETE ${OF_CONNECTION} AND \`id\` = ?`, [...keysOf(scope), id]);
  }

  /** These groups, in no certain order. */
  async findAll(scope: Scope, ids: readonly string[]): Promise<ScimGroup[]> {
    if (ids.length === 0) return [];
    const rows: Row[] = await this.reader.read(`SELECT * ${OF_CONNECTION} AND \`id\` IN (?)`, [
      ...keysOf(scope),
      ids,
    ]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** The groups that are found by one of these look-ups, or all groups, in the order of their IDs. */
  async entries(
    scope: Scope,
    wanted: readonly GroupLookUp[] | undefined,
    most: number,
  ): Promise<GroupEntry[]> {
    const keys = keysOf(scope);
    // Comparing a column of ASCII with other characters is a collation error.
    const lookUps = wanted?.filter(isComparable).map(({ kind, value }) => ({ sql: LOOK_UPS[kind], value }));
    if (lookUps?.length === 0) return [];
    const union = lookUps?.map(({ sql }) => `(${sql} LIMIT ?)`).join(' UNION ');
    const found =
      union === undefined ? '' : ` AND \`id\` IN (SELECT \`found\` FROM (${union}) AS \`looked_up\`)`;
    const sql = `SELECT \`id\`, \`displayNameKey\`, \`updatedAt\` ${OF_CONNECTION}${found} ORDER BY \`id\` LIMIT ?`;
    const values = lookUps?.flatMap(({ value }) => [...keys, value, most]) ?? [];
    return this.reader.read(sql, [...keys, ...values, most]);
  }

  /** The IDs of groups in their order, by place or behind an ID. */
  async page(
    scope: Scope,
    { offset, after }: { readonly offset: number; readonly after?: string },
    most: number,
  ): Promise<string[]> {
    const [behind, place] = after === undefined ? ['', [most, offset]] : [' AND `id` > ?', [after, most, 0]];
    const sql = `SELECT \`id\` ${OF_CONNECTION}${behind} ORDER BY \`id\` LIMIT ? OFFSET ?`;
    const rows: { id: string }[] = await this.reader.read(sql, [...keysOf(scope), ...place]);
    return rows.map(({ id }) => id);
  }

  async count(scope: Scope): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`groups\` ${OF_CONNECTION}`;
    const [row]: { groups: number | string }[] = await this.reader.read(sql, keysOf(scope));
    return Number(row?.groups ?? 0);
  }

  private async one(reader: Reader, sql: string, values: readonly unknown[]): Promise<ScimGroup | undefined> {
    const [row]: Row[] = await reader.read(sql, values);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }
}

function keysOf(scope: Scope): [tenantId: string, connectionId: string] {
  return [scope.tenantId, connectionOf(scope).id];
}
