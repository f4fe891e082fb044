import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { RowCodec } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { connectionOf } from '../protocol/connection-of.js';
import { ScimGroup } from './scim-group.entity.js';

type Row = Readonly<Record<string, unknown>>;

const OF_CONNECTION = 'FROM `scim_groups` WHERE `tenantId` = ? AND `connectionId` = ?';

/** A look-up of groups by an index. */
export interface GroupPoint {
  readonly kind: 'id' | 'displayNameKey' | 'externalId' | 'member';
  readonly value: string;
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

  async remove(scope: Scope, transaction: Transaction, id: string): Promise<void> {
    await transaction.write(`DELETE ${OF_CONNECTION} AND \`id\` = ?`, [...keysOf(scope), id]);
  }

  /** The groups at this point, or all of them, in the order of their IDs. */
  async list(scope: Scope, point: GroupPoint | undefined, most: number): Promise<ScimGroup[]> {
    const keys = keysOf(scope);
    const ofMember =
      ' AND `id` IN (SELECT `groupId` FROM `scim_group_members` ' +
      'WHERE `tenantId` = ? AND `connectionId` = ? AND `userId` = ?)';
    const where =
      point === undefined ? '' : point.kind === 'member' ? ofMember : ` AND \`${point.kind}\` = ?`;
    const values =
      point === undefined ? [] : point.kind === 'member' ? [...keys, point.value] : [point.value];
    const sql = `SELECT * ${OF_CONNECTION}${where} ORDER BY \`id\` LIMIT ?`;
    const rows: Row[] = await this.reader.read(sql, [...keys, ...values, most]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  private async one(reader: Reader, sql: string, values: readonly unknown[]): Promise<ScimGroup | undefined> {
    const [row]: Row[] = await reader.read(sql, values);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }
}

function keysOf(scope: Scope): [tenantId: string, connectionId: string] {
  return [scope.tenantId, connectionOf(scope).id];
}
