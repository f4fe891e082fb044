import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { connectionOf } from '../protocol/connection-of.js';
import { ScimLink } from './scim-link.entity.js';

type Row = Readonly<Record<string, unknown>>;

/** Who has a userName. */
export interface LinkHolder {
  readonly userId: string;
  readonly isActive: boolean;
}

const OF_CONNECTION = 'FROM `scim_links` WHERE `tenantId` = ? AND `connectionId` = ?';

/** The SQL that writes links; `PeopleRepository` reads them together with people. */
@Injectable()
export class LinksRepository {
  private readonly codec: RowCodec<ScimLink>;
  private readonly table: BatchTable<ScimLink>;
  private readonly reader: Reader;

  constructor(@InjectRepository(ScimLink) links: Repository<ScimLink>) {
    this.codec = new RowCodec<ScimLink>(links.metadata);
    this.table = new BatchTable(links, ['tenantId', 'connectionId', 'userId']);
    this.reader = new SingleStatements(links.manager);
  }

  /**
   * Which connections have these users and last said that they are active, by the IDs of the users.
   * @param transaction in which the answer stays true for users who are locked in it
   */
  async wantingActive(
    { tenantId }: Scope,
    userIds: readonly string[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    if (userIds.length === 0) return new Map();
    const rows: { userId: string; connectionId: string }[] = await (transaction ?? this.reader).read(
      'SELECT `userId`, `connectionId` FROM `scim_links` WHERE `tenantId` = ? AND `userId` IN (?) ' +
        `AND \`forgottenAt\` IS NULL AND \`wantsActive\` = 1${transaction === undefined ? '' : ' FOR UPDATE'}`,
      [tenantId, userIds],
    );
    const connections = new Map<string, string[]>();
    for (const { userId, connectionId } of rows)
      connections.set(userId, [...(connections.get(userId) ?? []), connectionId]);
    return connections;
  }

  /** The links of these users, and those that have one of these userNames, locked until the transaction ends. */
  async lock(
    scope: Scope,
    transaction: Transaction,
    {
      userIds,
      userNameKeys,
    }: { readonly userIds: readonly string[]; readonly userNameKeys: readonly string[] },
  ): Promise<ScimLink[]> {
    const lookUps = [
      { column: 'userId', values: userIds },
      { column: 'userNameKey', values: userNameKeys },
    ].filter(({ values }) => values.length > 0);
    if (lookUps.length === 0) return [];
    const sql = lookUps.map(
      ({ column }) => `(SELECT * ${OF_CONNECTION} AND \`${column}\` IN (?) FOR UPDATE)`,
    );
    const rows: Row[] = await transaction.read(
      sql.join(' UNION ALL '),
      lookUps.flatMap(({ values }) => [...this.keys(scope), values]),
    );
    const links = rows.map((row) => this.codec.fromRow(row));
    return [...new Map(links.map((link) => [link.userId, link])).values()];
  }

  /** Whether the users of these links are active, by the keys of their userNames. */
  async holders(
    { tenantId }: Scope,
    reader: Reader,
    links: readonly ScimLink[],
  ): Promise<Map<string, LinkHolder>> {
    if (links.length === 0) return new Map();
    const ids = links.map(({ userId }) => userId);
    const rows: { id: string }[] = await reader.read(
      "SELECT `id` FROM `users` WHERE `tenantId` = ? AND `id` IN (?) AND `accountStatus` = 'active'",
      [tenantId, ids],
    );
    const active = new Set(rows.map(({ id }) => id));
    return new Map(
      links.map(({ userId, userNameKey }) => [String(userNameKey), { userId, isActive: active.has(userId) }]),
    );
  }

  /** @throws {QueryFailedError} when another request was first with a userName; at the latest by the commit */
  async insert(transaction: Transaction, links: readonly ScimLink[]): Promise<void> {
    const sql = `INSERT INTO \`scim_links\` (${this.codec.columns}) VALUES ?`;
    for (const rows of statementsOf(this.codec.toRows(links))) await transaction.write(sql, [rows]);
  }

  /** Overwrites links that are locked. @throws {QueryFailedError} like {@link insert} */
  async update(transaction: Transaction, links: readonly ScimLink[]): Promise<void> {
    await this.table.put(transaction, links);
  }

  /** Lets the connection give up people, whose userNames others take. */
  async forget(scope: Scope, transaction: Transaction, userIds: readonly string[], at: Date): Promise<void> {
    if (userIds.length === 0) return;
    await transaction.write(
      'UPDATE `scim_links` SET `userNameKey` = NULL, `forgottenAt` = ?, `updatedAt` = ? ' +
        'WHERE `tenantId` = ? AND `connectionId` = ? AND `userId` IN (?)',
      [at, at, ...this.keys(scope), userIds],
    );
  }

  private keys(scope: Scope): [tenantId: string, connectionId: string] {
    return [scope.tenantId, connectionOf(scope).id];
  }
}
