import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import { quotedNames, RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import { SyncTransition } from '../entities/sync-transition.entity.js';
import type { ItemKey } from '../groups/open-items.repository.js';
import { conditionOf, type QueueFilter } from './queue-condition.js';
import type { SyncStatus } from '../entities/sync-statuses.js';

/** Up to this many items are sorted faster than they are found one by one in the order of the list. */
const FEW = 2000;

/** A page of the queue begins after this item. */
export interface QueuePosition {
  readonly updatedAt: string;
  readonly submissionId: string;
  readonly target: string;
}

/** Which part of a list. */
export interface QueueRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** Behind a position, latest change first; see {@link positionValues}. */
const BEHIND =
  '`updatedAt` <= ? AND (`updatedAt` < ? OR `submissionId` < ? OR (`submissionId` = ? AND `target` < ?))';

/** The name of an item among those of a tenant. */
export function keyOf({ submissionId, target }: ItemKey): string {
  return `${submissionId}\n${target}`;
}

function positionValues({ updatedAt, submissionId, target }: QueuePosition): unknown[] {
  const at = new Date(updatedAt);
  return [at, at, submissionId, submissionId, target];
}

/** All SQL on the sync queue. */
@Injectable()
export class SyncRepository {
  private readonly table: BatchTable<SyncItem>;
  private readonly codec: RowCodec<SyncItem>;
  private readonly steps: RowCodec<SyncTransition>;

  constructor(@InjectRepository(SyncItem) private readonly items: Repository<SyncItem>) {
    this.table = new BatchTable(items, ['tenantId', 'submissionId', 'target']);
    this.codec = new RowCodec(items.metadata);
    this.steps = new RowCodec(items.manager.dataSource.getMetadata(SyncTransition));
  }

  /** The items of a submission, one for each target. */
  find(scope: Scope, submissionId: string): Promise<SyncItem[]> {
    const { tenantId } = scope;
    return this.items.find({ where: { tenantId, submissionId }, order: { target: 'ASC' } });
  }

  /** All items of these submissions, in no particular order. */
  findAll({ tenantId }: Scope, reader: Reader, submissionIds: readonly string[]): Promise<SyncItem[]> {
    return this.table.find(reader, tenantId, 'submissionId', submissionIds);
  }

  /** Locks all items of these submissions until the transaction ends. */
  lock(scope: Scope, transaction: Transaction, submissionIds: readonly string[]): Promise<SyncItem[]> {
    const ids = [...new Set(submissionIds)].sort();
    return this.table.lock(transaction, scope.tenantId, 'submissionId', ids);
  }

  async put(transaction: Transaction, items: readonly SyncItem[]): Promise<void> {
    await this.table.put(transaction, items);
  }

  async addTransitions(
    transaction: Transaction,
    transitions: readonly Omit<SyncTransition, 'id'>[],
  ): Promise<void> {
    const columns = this.steps.columnsBut(['id']);
    const sql = `INSERT INTO \`sync_transitions\` (${quotedNames(columns)}) VALUES ?`;
    for (const rows of statementsOf(this.steps.toRows(transitions, columns)))
      await transaction.write(sql, [rows]);
  }

  /**
   * Gives an item without a target, and its history, to a target.
   * @param after the item as it is then
   */
  async assign(
    { tenantId }: Scope,
    transaction: Transaction,
    { submissionId, target, targetSystem, errorGroup }: SyncItem,
  ): Promise<void> {
    const key = [tenantId, submissionId];
    const which = "WHERE `tenantId` = ? AND `submissionId` = ? AND `target` = ''";
    const columns = '`target` = ?, `targetSystem` = ?, `errorGroup` = ?';
    const values = [target, targetSystem, errorGroup, ...key];
    await transaction.write(`UPDATE \`sync_items\` SET ${columns} ${which}`, values);
    await transaction.write(`UPDATE \`sync_transitions\` SET \`target\` = ? ${which}`, [target, ...key]);
  }

  transitions(scope: Scope, { submissionId, target }: SyncItem): Promise<SyncTransition[]> {
    return this.items.manager.find(SyncTransition, {
      where: { tenantId: scope.tenantId, submissionId, target },
      order: { id: 'ASC' },
    });
  }

  /**
   * The latest changes first; a range scan of the index of the filter. The index is named because the optimizer
   * otherwise scans that of all items to find the few of one status.
   */
  async page(
    scope: Scope,
    reader: Reader,
    status: SyncStatus | undefined,
    after: QueuePosition | undefined,
    limit: number,
  ): Promise<SyncItem[]> {
    const [index, byStatus] =
      status === undefined
        ? ['ix_sync_items_updated', '']
        : ['ix_sync_items_status', ' AND `syncStatus` = ?'];
    const behind = after === undefined ? '' : ` AND ${BEHIND}`;
    const sql = `SELECT ${this.codec.columns} FROM \`sync_items\` FORCE INDEX (\`${index}\`)
      WHERE \`tenantId\` = ?${byStatus}${behind}
      ORDER BY \`updatedAt\` DESC, \`submissionId\` DESC, \`target\` DESC LIMIT ?`;
    const at = after === undefined ? [] : positionValues(after);
    const parameters = [scope.tenantId, ...(status === undefined ? [] : [status]), ...at, limit];
    const rows: Record<string, unknown>[] = await reader.read(sql, parameters);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /**
   * A part of a list by its offset. Only entries of an index are skipped up to it; items are read for the part itself.
   * @param total the length of the whole list: a few items of a prefix are found by it, many by the order of the list
   */
  async listRange(
    scope: Scope,
    reader: Reader,
    filter: QueueFilter,
    { order, offset, limit }: QueueRange,
    total: number,
  ): Promise<SyncItem[]> {
    const { index: byOrder, sql: condition, values } = conditionOf(scope, filter);
    const index = filter.prefix !== undefined && total <= FEW ? 'PRIMARY' : byOrder;
    const sql = `SELECT \`submissionId\`, \`target\` FROM \`sync_items\` FORCE INDEX (\`${index}\`)
      WHERE ${condition} ORDER BY \`updatedAt\` ${order}, \`submissionId\` ${order}, \`target\` ${order}
      LIMIT ? OFFSET ?`;
    return this.ofKeys(scope, reader, await reader.read<ItemKey>(sql, [...values, limit, offset]));
  }

  /** The items of these keys, in their order. */
  async ofKeys(scope: Scope, reader: Reader, keys: readonly ItemKey[]): Promise<SyncItem[]> {
    const ids = [...new Set(keys.map(({ submissionId }) => submissionId))];
    const found = await this.table.find(reader, scope.tenantId, 'submissionId', ids);
    const byKey = new Map(found.map((item) => [keyOf(item), item]));
    return keys.flatMap((key) => byKey.get(keyOf(key)) ?? []);
  }

  /** Counts the items of a filter for which there is no counter. */
  async countOf(scope: Scope, reader: Reader, filter: QueueFilter): Promise<number> {
    const { index: byOrder, sql: condition, values } = conditionOf(scope, filter);
    const index = filter.prefix === undefined ? byOrder : 'PRIMARY';
    const sql = `SELECT COUNT(*) AS \`items\` FROM \`sync_items\` FORCE INDEX (\`${index}\`)
      WHERE ${condition}`;
    const rows: { items: number | string }[] = await reader.read(sql, [...values]);
    return Number(rows[0]?.items ?? 0);
  }

  /**
   * When the item of any university that has had this status for longest last changed. Reads one index entry per
   * tenant.
   */
  async oldestOfAll(status: SyncStatus): Promise<Date | null> {
    const sql = `SELECT MIN(\`oldest\`) AS \`oldest\` FROM (SELECT \`tenantId\`, MIN(\`updatedAt\`) AS \`oldest\`
      FROM \`sync_items\` FORCE INDEX (\`ix_sync_items_status\`)
      WHERE \`syncStatus\` = ? GROUP BY \`tenantId\`) AS \`of_tenants\` WHERE ${OF_UNIVERSITIES}`;
    const rows: { oldest: Date | null }[] = await this.items.query(sql, [status]);
    return rows[0]?.oldest ?? null;
  }

  /** Deletes items that are locked. */
  async delete(
    { tenantId }: Scope,
    transaction: Transaction,
    submissionIds: readonly string[],
  ): Promise<void> {
    const sql = 'DELETE FROM `sync_items` WHERE `tenantId` = ? AND `submissionId` IN (?)';
    await transaction.write(sql, [tenantId, submissionIds]);
  }
}
