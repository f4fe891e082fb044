import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Writer } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { FeedReader } from './feed-reader.entity.js';

/** A longer gap between two readings ends a row of daily ones: a nightly reader may be some hours late. */
const LONGEST_GAP_HOURS = 36;
const COLUMNS = '`tenantId`, `apiKey`, `lastReadAt`, `dailySince`, `stamp`, `ordinal`';

/** A reader, and when the first event behind its place was committed; null at the end of the feed. */
export type PlacedReader = Omit<FeedReader, 'tenantId' | 'stamp' | 'ordinal'> & {
  readonly behindSince: Date | null;
};

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class FeedReadersRepository {
  constructor(@InjectRepository(FeedReader) private readonly readers: Repository<FeedReader>) {}

  /** Stores where readers are; of two processes the later reading counts. */
  async save(writer: Writer, readers: readonly FeedReader[]): Promise<void> {
    // Assignments are made in their order, so the stored lastReadAt is compared before it is replaced.
    const sql = `INSERT INTO \`feed_readers\` (${COLUMNS}) VALUES ?
      ON DUPLICATE KEY UPDATE
        \`dailySince\` = IF(
          VALUES(\`dailySince\`) > \`lastReadAt\` + INTERVAL ${LONGEST_GAP_HOURS} HOUR,
          VALUES(\`dailySince\`), \`dailySince\`),
        \`stamp\` = IF(VALUES(\`lastReadAt\`) >= \`lastReadAt\`, VALUES(\`stamp\`), \`stamp\`),
        \`ordinal\` = IF(VALUES(\`lastReadAt\`) >= \`lastReadAt\`, VALUES(\`ordinal\`), \`ordinal\`),
        \`lastReadAt\` = GREATEST(\`lastReadAt\`, VALUES(\`lastReadAt\`))`;
    const rows = readers.map(({ tenantId, apiKey, lastReadAt, dailySince, stamp, ordinal }) => [
      tenantId,
      apiKey,
      lastReadAt,
      dailySince,
      stamp,
      ordinal,
    ]);
    for (const statement of statementsOf(rows)) await writer.write(sql, [statement]);
  }

  /** All of a tenant; each costs a look at the feed behind its place. */
  async all({ tenantId }: TenantScope): Promise<PlacedReader[]> {
    const sql = `SELECT \`r\`.\`apiKey\`, \`r\`.\`lastReadAt\`, \`r\`.\`dailySince\`, (
        SELECT \`e\`.\`at\` FROM \`change_events\` AS \`e\` FORCE INDEX (PRIMARY)
        WHERE \`e\`.\`tenantId\` = \`r\`.\`tenantId\` AND \`e\`.\`stamp\` >= \`r\`.\`stamp\`
          AND (\`e\`.\`stamp\` > \`r\`.\`stamp\` OR \`e\`.\`lastOrdinal\` > \`r\`.\`ordinal\`)
        ORDER BY \`e\`.\`stamp\`, \`e\`.\`lastOrdinal\` LIMIT 1
      ) AS \`behindSince\`
      FROM \`feed_readers\` AS \`r\` WHERE \`r\`.\`tenantId\` = ?`;
    return this.readers.query(sql, [tenantId]);
  }

  /** Those who were seen last between these moments, and had read for so long without a longer gap than a day's. */
  silent(
    { tenantId }: TenantScope,
    from: Date,
    until: Date,
    dailyForHours: number,
  ): Promise<Pick<FeedReader, 'apiKey' | 'lastReadAt' | 'dailySince'>[]> {
    const sql = `SELECT \`apiKey\`, \`lastReadAt\`, \`dailySince\` FROM \`feed_readers\`
      FORCE INDEX (\`ix_feed_readers_seen\`)
      WHERE \`tenantId\` = ? AND \`lastReadAt\` > ? AND \`lastReadAt\` <= ?
        AND \`lastReadAt\` >= \`dailySince\` + INTERVAL ? HOUR`;
    return this.readers.query(sql, [tenantId, from, until, dailyForHours]);
  }

  async countOlder(tenantId: string, before: Date): Promise<number> {
    const sql =
      'SELECT COUNT(*) AS `readers` FROM `feed_readers` FORCE INDEX (`ix_feed_readers_seen`) ' +
      'WHERE `tenantId` = ? AND `lastReadAt` < ?';
    const [counted]: { readers: number | string }[] = await this.readers.query(sql, [tenantId, before]);
    return Number(counted?.readers ?? 0);
  }

  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const sql =
      'DELETE FROM `feed_readers` WHERE `tenantId` = ? AND `lastReadAt` < ? ORDER BY `lastReadAt` LIMIT ?';
    const { affectedRows }: ResultSetHeader = await this.readers.query(sql, [tenantId, before, limit]);
    return affectedRows;
  }
}
