import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { In, MoreThanOrEqual, Repository } from 'typeorm';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Writer } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { FeedReader } from './feed-reader.entity.js';

/** A longer gap between two readings ends a row of daily ones: a nightly reader may be some hours late. */
export const LONGEST_GAP_HOURS = 36;
const COLUMNS = '`tenantId`, `apiKey`, `lastReadAt`, `dailySince`, `scopes`, `resets`, `stamp`, `ordinal`';
/** A reading of before a reset, which another process had still to write, replaces none of after it. */
const IS_LATER =
  'VALUES(`resets`) > `resets` OR (VALUES(`resets`) = `resets` AND VALUES(`lastReadAt`) >= `lastReadAt`)';
const BEGINS_ANEW = `VALUES(\`resets\`) > \`resets\` OR (VALUES(\`resets\`) = \`resets\`
  AND VALUES(\`dailySince\`) > \`lastReadAt\` + INTERVAL ${LONGEST_GAP_HOURS} HOUR)`;

type TenantScope = Pick<Scope, 'tenantId' | 'tenant'>;
type Placed = Pick<FeedReader, 'apiKey' | 'scopes' | 'stamp' | 'ordinal'>;

function later(column: string): string {
  return `\`${column}\` = IF(${IS_LATER}, VALUES(\`${column}\`), \`${column}\`)`;
}

@Injectable()
export class FeedReadersRepository {
  constructor(@InjectRepository(FeedReader) private readonly readers: Repository<FeedReader>) {}

  /** Stores where readers are; of two processes the later reading counts. */
  async save(writer: Writer, readers: readonly FeedReader[]): Promise<void> {
    // Assignments are made in their order: what is compared is replaced last.
    const sql = `INSERT INTO \`feed_readers\` (${COLUMNS}) VALUES ?
      ON DUPLICATE KEY UPDATE
        \`dailySince\` = IF(${BEGINS_ANEW}, VALUES(\`dailySince\`), \`dailySince\`),
        ${['scopes', 'stamp', 'ordinal', 'lastReadAt'].map(later).join(', ')},
        \`resets\` = GREATEST(\`resets\`, VALUES(\`resets\`))`;
    const rows = readers.map(
      ({ tenantId, apiKey, lastReadAt, dailySince, scopes, resets, stamp, ordinal }) => [
        tenantId,
        apiKey,
        lastReadAt,
        dailySince,
        scopes,
        resets,
        stamp,
        ordinal,
      ],
    );
    for (const statement of statementsOf(rows)) await writer.write(sql, [statement]);
  }

  /** Those who read at or after this moment. */
  since({ tenantId, tenant }: TenantScope, from: Date): Promise<FeedReader[]> {
    const where = { tenantId, resets: tenant.resets, lastReadAt: MoreThanOrEqual(from) };
    return this.readers.find({ where });
  }

  /** The readings of those of these keys that have read. */
  of({ tenantId, tenant }: TenantScope, apiKeys: readonly string[]): Promise<FeedReader[]> {
    return this.readers.find({ where: { tenantId, resets: tenant.resets, apiKey: In([...apiKeys]) } });
  }

  /** When the first event behind each of these places was committed; a reader who has all of them is not in the map. */
  async behindSince({ tenantId }: TenantScope, readers: readonly Placed[]): Promise<Map<string, Date>> {
    if (readers.length === 0) return new Map();
    // With constants the server begins at the place; with columns it would read the feed from its beginning.
    const one = `(SELECT ? AS \`apiKey\`, \`at\` FROM \`change_events\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`stamp\` >= ? AND (\`stamp\` > ? OR \`lastOrdinal\` > ?) AND \`scope\` IN (?)
      ORDER BY \`stamp\`, \`lastOrdinal\` LIMIT 1)`;
    const found: { apiKey: string; at: Date }[] = await this.readers.query(
      readers.map(() => one).join(' UNION ALL '),
      readers.flatMap(({ apiKey, scopes, stamp, ordinal }) => [
        apiKey,
        tenantId,
        stamp,
        stamp,
        ordinal,
        scopes.split(','),
      ]),
    );
    return new Map(found.map(({ apiKey, at }) => [apiKey, at]));
  }

  /** Those who were seen last between these moments, and had read for so long without a longer gap than a day's. */
  silent(
    { tenantId, tenant }: TenantScope,
    from: Date,
    until: Date,
    dailyForHours: number,
  ): Promise<Pick<FeedReader, 'apiKey' | 'lastReadAt' | 'dailySince'>[]> {
    const sql = `SELECT \`apiKey\`, \`lastReadAt\`, \`dailySince\` FROM \`feed_readers\`
      FORCE INDEX (\`ix_feed_readers_seen\`)
      WHERE \`tenantId\` = ? AND \`lastReadAt\` > ? AND \`lastReadAt\` <= ? AND \`resets\` = ?
        AND \`lastReadAt\` >= \`dailySince\` + INTERVAL ? HOUR`;
    return this.readers.query(sql, [tenantId, from, until, tenant.resets, dailyForHours]);
  }

  async countOlder(tenantId: string, before: Date, most: number): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`readers\`
      FROM (SELECT 1 FROM \`feed_readers\` FORCE INDEX (\`ix_feed_readers_seen\`)
        WHERE \`tenantId\` = ? AND \`lastReadAt\` < ? LIMIT ?) \`old\``;
    const values = [tenantId, before, most];
    const [counted]: { readers: number | string }[] = await this.readers.query(sql, values);
    return Number(counted?.readers ?? 0);
  }

  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const sql =
      'DELETE FROM `feed_readers` WHERE `tenantId` = ? AND `lastReadAt` < ? ORDER BY `lastReadAt` LIMIT ?';
    const { affectedRows }: ResultSetHeader = await this.readers.query(sql, [tenantId, before, limit]);
    return affectedRows;
  }
}
