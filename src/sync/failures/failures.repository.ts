import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { HAS_WALL_TIME } from '../../tenancy/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { FailedItem } from '../entities/failed-item.entity.js';
import type { SyncErrorGroup } from '../entities/sync-error-group.entity.js';
import type { SyncFailureTotal } from '../entities/sync-failure-total.entity.js';
import type { ItemKey } from '../groups/open-items.repository.js';

/** Counters of one target system and error group; with this many, two writers seldom wait for the same one. */
const PARTS = 4;
const FORGOTTEN_AT_ONCE = 500;

/** What a counter counts. */
export type FailureKey = Pick<SyncFailureTotal, 'targetSystem' | 'errorGroup'>;

/** All SQL that writes why items are failed, and how many are. */
@Injectable()
export class FailuresRepository {
  private readonly table: BatchTable<FailedItem>;

  constructor(@InjectRepository(FailedItem) private readonly items: Repository<FailedItem>) {
    this.table = new BatchTable(items, ['tenantId', 'submissionId', 'target']);
  }

  /** Those of these submissions, in no particular order. */
  find(
    { tenantId }: Scope,
    transaction: Transaction,
    submissionIds: readonly string[],
  ): Promise<FailedItem[]> {
    return this.table.find(transaction, tenantId, 'submissionId', [...new Set(submissionIds)]);
  }

  async put(transaction: Transaction, rows: readonly FailedItem[]): Promise<void> {
    if (rows.length > 0) await this.table.put(transaction, rows);
  }

  /** @param keys of items that are locked */
  async remove({ tenantId }: Scope, transaction: Transaction, keys: readonly ItemKey[]): Promise<void> {
    for (const target of new Set(keys.map((key) => key.target))) {
      const ids = keys.filter((key) => key.target === target).map(({ submissionId }) => submissionId);
      const sql =
        'DELETE FROM `sync_failed_items` WHERE `tenantId` = ? AND `submissionId` IN (?) AND `target` = ?';
      await transaction.write(sql, [tenantId, ids, target]);
    }
  }

  /** Which of these error groups the tenant has, and how many it has in all, up to a bound. */
  async knownGroups(
    { tenantId }: Scope,
    transaction: Transaction,
    wanted: readonly string[],
    most: number,
  ): Promise<{ known: Set<string>; count: number }> {
    const sql = `SELECT \`errorGroup\`, 0 AS \`count\` FROM \`sync_error_groups\`
        WHERE \`tenantId\` = ? AND \`errorGroup\` IN (?)
      UNION ALL SELECT '', COUNT(*)
        FROM (SELECT 1 FROM \`sync_error_groups\` WHERE \`tenantId\` = ? LIMIT ?) AS \`all\``;
    const rows = await transaction.read<{ errorGroup: string; count: number | string }>(sql, [
      tenantId,
      wanted,
      tenantId,
      most,
    ]);
    const count = rows.find(({ errorGroup }) => errorGroup === '')?.count ?? 0;
    return { known: new Set(rows.map(({ errorGroup }) => errorGroup)), count: Number(count) };
  }

  /** In one order, so that two writers never deadlock. */
  async addGroups(transaction: Transaction, groups: readonly SyncErrorGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const rows = [...groups].sort((one, other) => (one.errorGroup < other.errorGroup ? -1 : 1));
    const sql = 'INSERT IGNORE INTO `sync_error_groups` (`tenantId`, `errorGroup`, `text`) VALUES ?';
    const values = rows.map(({ tenantId, errorGroup, text }) => [tenantId, errorGroup, text]);
    await transaction.write(sql, [values]);
  }

  /**
   * Adds to the counters. Call it late in a transaction, since writers of the same counter wait for each other.
   * @param less failures that are over
   * @param more failures that have just happened
   */
  async count(
    { tenantId }: Scope,
    transaction: Transaction,
    { less, more }: { readonly less: readonly FailureKey[]; readonly more: readonly FailureKey[] },
    at: Date,
  ): Promise<void> {
    const part = Math.floor(Math.random() * PARTS);
    const changes = new Map<string, FailureKey & { by: number; isSeen: boolean }>();
    const add = ({ targetSystem, errorGroup }: FailureKey, by: number): void => {
      const name = JSON.stringify([targetSystem, errorGroup]);
      const known = changes.get(name) ?? { targetSystem, errorGroup, by: 0, isSeen: false };
      changes.set(name, { ...known, by: known.by + by, isSeen: known.isSeen || by > 0 });
    };
    for (const key of less) add(key, -1);
    for (const key of more) add(key, 1);
    // In one order, so that two writers of the same part never deadlock.
    const rows = [...changes]
      .filter(([, { by, isSeen }]) => by !== 0 || isSeen)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    for (const isSeen of [false, true]) {
      const values = rows
        .filter(([, row]) => row.isSeen === isSeen)
        .map(([, { targetSystem, errorGroup, by }]) => [
          tenantId,
          targetSystem,
          errorGroup,
          part,
          by,
          at,
          at,
        ]);
      const seen = isSeen ? ', `lastAt` = GREATEST(`lastAt`, VALUES(`lastAt`))' : '';
      const sql = `INSERT INTO \`sync_failure_totals\`
        (\`tenantId\`, \`targetSystem\`, \`errorGroup\`, \`part\`, \`count\`, \`firstAt\`, \`lastAt\`) VALUES ?
        ON DUPLICATE KEY UPDATE \`count\` = \`count\` + VALUES(\`count\`)${seen}`;
      if (values.length > 0) await transaction.write(sql, [values]);
    }
  }

  /** The messages that connectors sent about items of these submissions, with the target of each. */
  async messagesOf(
    { tenantId }: Scope,
    reader: Reader,
    submissionIds: readonly string[],
  ): Promise<{ targetSystem: string | null; lastError: string }[]> {
    const sql = `SELECT DISTINCT \`targetSystem\`, \`lastError\` FROM \`sync_transitions\`
      WHERE \`tenantId\` = ? AND \`submissionId\` IN (?) AND \`lastError\` IS NOT NULL`;
    return reader.read(sql, [tenantId, submissionIds]);
  }

  /** Deletes the texts of error groups that no item of another submission has. */
  async forgetTexts(
    { tenantId }: Scope,
    transaction: Transaction,
    errorGroups: readonly string[],
    submissionIds: readonly string[],
  ): Promise<void> {
    if (errorGroups.length === 0) return;
    const sql = `DELETE FROM \`sync_error_groups\` WHERE \`tenantId\` = ? AND \`errorGroup\` IN (?)
      AND NOT EXISTS (SELECT 1 FROM \`sync_failed_items\` \`f\` WHERE \`f\`.\`tenantId\` = ?
        AND \`f\`.\`errorGroup\` = \`sync_error_groups\`.\`errorGroup\` AND \`f\`.\`submissionId\` NOT IN (?))`;
    await transaction.write(sql, [tenantId, errorGroups, tenantId, submissionIds]);
  }

  /** Error groups of any tenant that were not seen since then; some of them may still have items. */
  async notSeenSince(before: Date): Promise<(FailureKey & Pick<SyncFailureTotal, 'tenantId'>)[]> {
    const sql = `SELECT DISTINCT \`tenantId\`, \`targetSystem\`, \`errorGroup\` FROM (
        SELECT \`tenantId\`, \`targetSystem\`, \`errorGroup\` FROM \`sync_failure_totals\`
        FORCE INDEX (\`ix_sync_failure_totals_last\`)
        WHERE \`lastAt\` < ? AND ${HAS_WALL_TIME} ORDER BY \`lastAt\` LIMIT ${FORGOTTEN_AT_ONCE}) AS \`old\``;
    const reader = new SingleStatements(this.items.manager);
    return reader.read(sql, [before]);
  }

  /** Deletes an error group that has no item and was not seen since then, with its counters. */
  async forget(
    tenantId: string,
    transaction: Transaction,
    { targetSystem, errorGroup }: FailureKey,
    before: Date,
  ): Promise<void> {
    const which = 'WHERE `tenantId` = ? AND `targetSystem` = ? AND `errorGroup` = ?';
    const key = [tenantId, targetSystem, errorGroup];
    const parts = await transaction.read<{ count: number | string; lastAt: Date }>(
      `SELECT \`count\`, \`lastAt\` FROM \`sync_failure_totals\` ${which} FOR UPDATE`,
      key,
    );
    const left = parts.reduce((sum, { count }) => sum + Number(count), 0);
    if (left !== 0 || parts.some(({ lastAt }) => lastAt >= before)) return;
    await transaction.write(`DELETE FROM \`sync_failure_totals\` ${which}`, key);
    await transaction.write('DELETE FROM `sync_error_groups` WHERE `tenantId` = ? AND `errorGroup` = ?', [
      tenantId,
      errorGroup,
    ]);
  }
}
