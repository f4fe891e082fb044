import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { statementsOf } from '../database/statements/split-rows.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { TAKEN_STAMP } from '../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import { ChangeEvents } from './change-events.entity.js';
import type { FeedScope } from './change-types.js';
import type { FeedPlace } from './feed-place.js';
import type { PackedEvents } from './packed-events.js';

/**
 * A row of the feed; `events` is blank where they are of another scope or were read before, and null where they were
 * forgotten. `print` is of all events of the row; null where they were forgotten.
 */
export type FeedRow = Pick<ChangeEvents, 'stamp' | 'lastOrdinal' | 'at' | 'events'> & {
  readonly print: number | null;
};

const PRINT = 'CRC32(`events`) AS `print`';

const COLUMNS = '`tenantId`, `stamp`, `lastOrdinal`, `scope`, `at`, `events`';

@Injectable()
export class ChangeEventsRepository {
  constructor(@InjectRepository(ChangeEvents) private readonly stored: Repository<ChangeEvents>) {}

  /** Call it when the transaction has taken its stamp. */
  async add(scope: Scope, transaction: Transaction, packed: readonly PackedEvents[]): Promise<void> {
    const at = nowOf(scope);
    const rows = packed.map(({ lastOrdinal, scope: readers, text }) => [
      scope.tenantId,
      TAKEN_STAMP,
      lastOrdinal,
      readers,
      at,
      text,
    ]);
    for (const statement of statementsOf(rows))
      await transaction.write(`INSERT INTO \`change_events\` (${COLUMNS}) VALUES ?`, [statement]);
  }

  /**
   * The row of this place, and those behind it, in the order of commits. An empty answer may be wrong, as that of a
   * killed statement (docs/decisions/0041): a reader then stays at its place.
   */
  after(
    { tenantId }: Scope,
    { stamp, ordinal }: FeedPlace,
    scopes: readonly FeedScope[],
    limit: number,
  ): Promise<FeedRow[]> {
    const sql = `SELECT \`stamp\`, \`lastOrdinal\`, \`at\`, ${PRINT},
        CASE WHEN \`stamp\` = ? AND \`lastOrdinal\` = ? THEN ''
          WHEN \`scope\` IN (?) OR \`events\` IS NULL THEN \`events\` ELSE '' END AS \`events\`
      FROM \`change_events\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`stamp\` >= ? AND (\`stamp\` > ? OR \`lastOrdinal\` >= ?)
      ORDER BY \`stamp\`, \`lastOrdinal\` LIMIT ?`;
    return this.stored.query(sql, [stamp, ordinal, scopes, tenantId, stamp, stamp, ordinal, limit]);
  }

  /** The place behind the newest row; undefined when there is none. */
  async newest(tenantId: string): Promise<FeedPlace | undefined> {
    const sql = `SELECT \`stamp\`, \`lastOrdinal\` AS \`ordinal\`, ${PRINT}
      FROM \`change_events\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? ORDER BY \`stamp\` DESC, \`lastOrdinal\` DESC LIMIT 1`;
    const rows: { stamp: number; ordinal: number; print: number | null }[] = await this.stored.query(sql, [
      tenantId,
    ]);
    return rows[0] && { ...rows[0], print: rows[0].print ?? undefined };
  }

  /** The place of the newest row before this stamp; undefined when there is none. */
  async newestBefore(tenantId: string, stamp: number): Promise<FeedPlace | undefined> {
    const sql = `SELECT \`stamp\`, \`lastOrdinal\` AS \`ordinal\` FROM \`change_events\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`stamp\` < ? ORDER BY \`stamp\` DESC, \`lastOrdinal\` DESC LIMIT 1`;
    const [newest]: FeedPlace[] = await this.stored.query(sql, [tenantId, stamp]);
    return newest;
  }

  /** @param most counts no more */
  async countOlder(tenantId: string, stamp: number, most: number): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`rows\` FROM (SELECT 1 FROM \`change_events\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`stamp\` < ? AND \`events\` IS NOT NULL LIMIT ?) \`old\``;
    const [counted]: { rows: number | string }[] = await this.stored.query(sql, [tenantId, stamp, most]);
    return Number(counted?.rows ?? 0);
  }

  /**
   * Leaves the newest row before this stamp without its events, so that a reader who has not come so far is refused.
   * @returns its place, and whether it had events until now; undefined where there is none
   */
  async forgetUpTo(
    tenantId: string,
    stamp: number,
  ): Promise<{ readonly place: FeedPlace; readonly hadEvents: boolean } | undefined> {
    const newest = await this.newestBefore(tenantId, stamp);
    if (newest === undefined) return undefined;
    const { affectedRows }: ResultSetHeader = await this.stored.query(
      'UPDATE `change_events` SET `events` = NULL ' +
        'WHERE `tenantId` = ? AND `stamp` = ? AND `lastOrdinal` = ? AND `events` IS NOT NULL',
      [tenantId, newest.stamp, newest.ordinal],
    );
    return { place: newest, hadEvents: affectedRows > 0 };
  }

  /** @returns how many rows before this place were deleted; fewer than `limit` when none are left */
  async deleteBefore(tenantId: string, { stamp, ordinal }: FeedPlace, limit: number): Promise<number> {
    const sql = `DELETE FROM \`change_events\`
      WHERE \`tenantId\` = ? AND \`stamp\` <= ? AND (\`stamp\` < ? OR \`lastOrdinal\` < ?)
      ORDER BY \`stamp\`, \`lastOrdinal\` LIMIT ?`;
    const { affectedRows }: ResultSetHeader = await this.stored.query(sql, [
      tenantId,
      stamp,
      stamp,
      ordinal,
      limit,
    ]);
    return affectedRows;
  }
}
