import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { quotedNames } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Writer } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { addDays, type Day } from '../../tenancy/time/calendar.js';
import { SyncDay } from '../entities/sync-day.entity.js';

/** The days of a span, both ends included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

/** Of one target system, or of several together. */
export type DayOfSystems = Omit<SyncDay, 'tenantId' | 'targetSystem'>;

/** As the server answers sums and bigint columns: a number or its text. */
type Raw<T> = { [Key in keyof T]: T[Key] extends number ? number | string : T[Key] };

const COLUMNS = [
  'tenantId',
  'day',
  'targetSystem',
  'sent',
  'failed',
  'longestWaitMs',
  'oldestQueuedAt',
] as const;

const ADD = `INSERT INTO \`sync_days\` (${quotedNames(COLUMNS)}) VALUES ? ON DUPLICATE KEY UPDATE
  \`sent\` = \`sent\` + VALUES(\`sent\`), \`failed\` = \`failed\` + VALUES(\`failed\`),
  \`longestWaitMs\` = GREATEST(\`longestWaitMs\`, VALUES(\`longestWaitMs\`)),
  \`oldestQueuedAt\` = LEAST(COALESCE(\`oldestQueuedAt\`, VALUES(\`oldestQueuedAt\`)),
    COALESCE(VALUES(\`oldestQueuedAt\`), \`oldestQueuedAt\`))`;

const SUMS = `SUM(\`sent\`) AS \`sent\`, SUM(\`failed\`) AS \`failed\`,
  MAX(\`longestWaitMs\`) AS \`longestWaitMs\`, MIN(\`oldestQueuedAt\`) AS \`oldestQueuedAt\``;

function numbered<T extends DayOfSystems>(row: Raw<T>): T {
  const { sent, failed, longestWaitMs } = row;
  return {
    ...row,
    sent: Number(sent),
    failed: Number(failed),
    longestWaitMs: Number(longestWaitMs),
  } as unknown as T;
}

/** All SQL on the days of the queue. */
@Injectable()
export class SyncDaysRepository {
  constructor(@InjectRepository(SyncDay) private readonly days: Repository<SyncDay>) {}

  /** Adds the counts to the stored ones. The days may be of several tenants. */
  async add(writer: Writer, days: readonly SyncDay[]): Promise<void> {
    const rows = days.map((day) => COLUMNS.map((column) => day[column]));
    for (const statement of statementsOf(rows)) await writer.write(ADD, [statement]);
  }

  /** The first day of a tenant that is kept. */
  async first({ tenantId }: Scope): Promise<Day | undefined> {
    const sql = 'SELECT MIN(`day`) AS `day` FROM `sync_days` WHERE `tenantId` = ?';
    const [row]: { day: Day | null }[] = await this.days.query(sql, [tenantId]);
    return row?.day ?? undefined;
  }

  /** The target systems of a span with most deliveries, those with most first. */
  async busiest({ tenantId }: Scope, { from, to }: DaySpan, limit: number): Promise<string[]> {
    const sql = `SELECT \`targetSystem\` FROM \`sync_days\` WHERE \`tenantId\` = ? AND \`day\` BETWEEN ? AND ?
      GROUP BY \`targetSystem\` ORDER BY SUM(\`sent\` + \`failed\`) DESC, \`targetSystem\` LIMIT ?`;
    const rows: { targetSystem: string }[] = await this.days.query(sql, [tenantId, from, to, limit]);
    return rows.map(({ targetSystem }) => targetSystem);
  }

  /** The stored days of these target systems. */
  async ofSystems(
    { tenantId }: Scope,
    { from, to }: DaySpan,
    systems: readonly string[],
  ): Promise<(DayOfSystems & { readonly targetSystem: string })[]> {
    if (systems.length === 0) return [];
    const sql = `SELECT \`day\`, \`targetSystem\`, \`sent\`, \`failed\`, \`longestWaitMs\`, \`oldestQueuedAt\`
      FROM \`sync_days\` WHERE \`tenantId\` = ? AND \`day\` BETWEEN ? AND ? AND \`targetSystem\` IN (?)`;
    const rows: Raw<SyncDay>[] = await this.days.query(sql, [tenantId, from, to, [...systems]]);
    return rows.map(numbered<SyncDay>);
  }

  /** The stored days of all other target systems together. */
  async ofOthers(
    { tenantId }: Scope,
    { from, to }: DaySpan,
    systems: readonly string[],
  ): Promise<DayOfSystems[]> {
    // Without a value, IN () is no SQL; no target system has a name of one space.
    const known = systems.length === 0 ? [' '] : [...systems];
    const sql = `SELECT \`day\`, ${SUMS} FROM \`sync_days\`
      WHERE \`tenantId\` = ? AND \`day\` BETWEEN ? AND ? AND \`targetSystem\` NOT IN (?) GROUP BY \`day\``;
    const rows: Raw<DayOfSystems>[] = await this.days.query(sql, [tenantId, from, to, known]);
    return rows.map(numbered<DayOfSystems>);
  }

  /** How many rows {@link deleteOlder} would delete, up to `most`. */
  async countOlder(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.days.query(
      'SELECT COUNT(*) AS `found` FROM ' +
        '(SELECT 1 FROM `sync_days` WHERE `tenantId` = ? AND `day` < ? LIMIT ?) `old`',
      [tenantId, firstKeptDay(before), most],
    );
    return Number(counted?.found ?? 0);
  }

  /** @returns how many rows were deleted; fewer than `limit` when no older ones are left */
  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const sql = 'DELETE FROM `sync_days` WHERE `tenantId` = ? AND `day` < ? ORDER BY `day` LIMIT ?';
    const result: ResultSetHeader = await this.days.query(sql, [tenantId, firstKeptDay(before), limit]);
    return result.affectedRows;
  }
}

/** A day is kept until all of it is old, wherever the tenant is. */
function firstKeptDay(before: Date): Day {
  return addDays(before.toISOString().slice(0, 10), -1);
}
