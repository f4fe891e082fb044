import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements, type Writer } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Scope } from '../../tenancy/scope.js';
import type { FieldChange } from '../model/fields/field-changes.js';
import { UserHistoryEntry } from './user-change.entity.js';

/** Which part of a history, in which order. */
export interface HistoryRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** An entry that is old. */
export type OldEntry = Pick<UserHistoryEntry, 'id' | 'userId' | 'at'>;

/** An entry that may name people. */
export interface NamingEntry extends OldEntry {
  /** Null for an entry that changed neither a name, nor the address, nor the number. */
  readonly fields: readonly FieldChange[] | null;
}

/** As JSON is written by each kind of server. */
const NAMES = '"field": ?"(email|legacyNumber|firstName|lastName)"';

/** An entry is never changed but by the erasure of another person; retention and an erasure remove entries. */
@Injectable()
export class UserChangesRepository {
  private readonly codec: RowCodec<UserHistoryEntry>;

  constructor(@InjectRepository(UserHistoryEntry) private readonly entries: Repository<UserHistoryEntry>) {
    this.codec = new RowCodec<UserHistoryEntry>(entries.metadata);
  }

  /** One statement for a batch. A plain INSERT gets its ids without a lock on the table. */
  async add(transaction: Transaction, entries: readonly Omit<UserHistoryEntry, 'id'>[]): Promise<void> {
    const sql =
      'INSERT INTO `user_changes` (`tenantId`, `userId`, `at`, `actor`, `requestId`, `run`, `submissionId`, `kind`, ' +
      '`fields`) VALUES ?';
    const rows = entries.map(
      ({ tenantId, userId, at, actor, requestId, run, submissionId, kind, fields }) => [
        tenantId,
        userId,
        at,
        actor,
        requestId,
        run,
        submissionId,
        kind,
        fields === null ? null : JSON.stringify(fields),
      ],
    );
    for (const statement of statementsOf(rows)) await transaction.write(sql, [statement]);
  }

  /** A part of the list. Entries are numbered in the order in which they are written. */
  async page(
    scope: Scope,
    userId: string,
    { order, offset, limit }: HistoryRange,
  ): Promise<{ rows: UserHistoryEntry[]; total: number }> {
    const [rows, total] = await this.entries.findAndCount({
      where: { tenantId: scope.tenantId, userId },
      order: { id: order },
      skip: offset,
      take: limit,
    });
    return { rows, total };
  }

  /** The latest entries of a person before this one, or of all; the last comes first. */
  async before(
    { tenantId }: Scope,
    reader: Reader,
    userId: string,
    before: number | undefined,
    limit: number,
  ): Promise<UserHistoryEntry[]> {
    const sql = `SELECT ${this.codec.columns} FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` = ? AND \`id\` < ? ORDER BY \`id\` DESC LIMIT ?`;
    const rows: Record<string, unknown>[] = await reader.read(sql, [
      tenantId,
      userId,
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
    ]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** The last entry of each of these people; a person without one is not in the map. */
  async lastOf(
    { tenantId }: Scope,
    reader: Reader,
    userIds: readonly string[],
  ): Promise<Map<string, number>> {
    if (userIds.length === 0) return new Map();
    const sql = `SELECT \`userId\`, MAX(\`id\`) AS \`last\` FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` IN (?) GROUP BY \`userId\``;
    const rows: { userId: string; last: number | string }[] = await reader.read(sql, [tenantId, userIds]);
    return new Map(rows.map(({ userId, last }) => [userId, Number(last)]));
  }

  /** When each of these people became inactive last; people who began so are not in the map. */
  async departures(
    { tenantId }: Scope,
    reader: Reader,
    userIds: readonly string[],
  ): Promise<Map<string, Date>> {
    if (userIds.length === 0) return new Map();
    const one = `(SELECT \`userId\`, \`at\` FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` = ?
        AND JSON_CONTAINS(\`fields\`, '{"field":"accountStatus","after":"inactive"}')
      ORDER BY \`id\` DESC LIMIT 1)`;
    const sql = userIds.map(() => one).join(' UNION ALL ');
    const rows: { userId: string; at: Date }[] = await reader.read(
      sql,
      userIds.flatMap((userId) => [tenantId, userId]),
    );
    return new Map(rows.map(({ userId, at }) => [userId, at]));
  }

  /** The changes of the status of these people after one of the entries, in their order. */
  async statusChanges(
    { tenantId }: Scope,
    reader: Reader,
    userIds: readonly string[],
    after: number,
  ): Promise<Pick<UserHistoryEntry, 'id' | 'userId' | 'at'>[]> {
    if (userIds.length === 0) return [];
    const sql = `SELECT \`id\`, \`userId\`, \`at\` FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` IN (?) AND \`id\` > ?
        AND JSON_CONTAINS(\`fields\`, '{"field":"accountStatus"}')
      ORDER BY \`id\``;
    const rows: { id: number | string; userId: string; at: Date }[] = await reader.read(sql, [
      tenantId,
      userIds,
      after,
    ]);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }

  /** The entries before a moment, the oldest first, after one of them. */
  async olderThan(
    { tenantId }: Pick<Scope, 'tenantId'>,
    before: Date,
    after: OldEntry | undefined,
    limit: number,
  ): Promise<OldEntry[]> {
    const from = after ?? { at: new Date(0), id: 0 };
    const sql = `SELECT \`id\`, \`userId\`, \`at\` FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_at\`)
      WHERE \`tenantId\` = ? AND \`at\` >= ? AND \`at\` < ? AND NOT (\`at\` = ? AND \`id\` <= ?)
      ORDER BY \`at\`, \`id\` LIMIT ?`;
    const values = [tenantId, from.at, before, from.at, from.id, limit];
    const rows: { id: number | string; userId: string; at: Date }[] = await this.entries.query(sql, values);
    return rows.map(({ id, userId, at }) => ({ id: Number(id), userId, at }));
  }

  /** The entries of all people after one of them, the oldest first, with the changes that may name a person. */
  async naming(
    { tenantId }: Pick<Scope, 'tenantId'>,
    after: OldEntry | undefined,
    limit: number,
  ): Promise<NamingEntry[]> {
    const from = after ?? { at: new Date(0), id: 0 };
    const sql = `SELECT \`id\`, \`userId\`, \`at\`,
        IF(CONCAT(\`fields\`) REGEXP ?, CONCAT(\`fields\`), NULL) AS \`fields\`
      FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_at\`)
      WHERE \`tenantId\` = ? AND \`at\` >= ? AND NOT (\`at\` = ? AND \`id\` <= ?) ORDER BY \`at\`, \`id\` LIMIT ?`;
    const values = [NAMES, tenantId, from.at, from.at, from.id, limit];
    const rows: { id: number | string; userId: string; at: Date; fields: string | null }[] =
      await this.entries.query(sql, values);
    return rows.map(({ id, userId, at, fields }) => {
      const changes = fields === null ? null : (JSON.parse(fields) as FieldChange[]);
      return { id: Number(id), userId, at, fields: changes };
    });
  }

  /** For the erasure of another person, whose values an entry has. */
  async rewrite(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    { id, fields }: Pick<UserHistoryEntry, 'id' | 'fields'>,
  ): Promise<void> {
    const sql = 'UPDATE `user_changes` SET `fields` = ? WHERE `id` = ? AND `tenantId` = ?';
    await transaction.write(sql, [JSON.stringify(fields), id, tenantId]);
  }

  /** For retention and erasures alone. */
  async remove(
    { tenantId }: Pick<Scope, 'tenantId'>,
    ids: readonly number[],
    writer: Writer = new SingleStatements(this.entries.manager),
  ): Promise<void> {
    if (ids.length === 0) return;
    const sql = 'DELETE FROM `user_changes` WHERE `id` IN (?) AND `tenantId` = ?';
    await writer.write(sql, [[...ids], tenantId]);
  }

  /** The entries of these people from this one on, in order. */
  async since(
    { tenantId }: Scope,
    reader: Reader,
    userIds: readonly string[],
    first: number,
  ): Promise<UserHistoryEntry[]> {
    if (userIds.length === 0) return [];
    const sql = `SELECT ${this.codec.columns} FROM \`user_changes\` FORCE INDEX (\`ix_user_changes_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` IN (?) AND \`id\` >= ? ORDER BY \`id\``;
    const rows: Record<string, unknown>[] = await reader.read(sql, [tenantId, userIds, first]);
    return rows.map((row) => this.codec.fromRow(row));
  }
}
