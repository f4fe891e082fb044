import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Writer } from '../../database/transaction/reader.js';
import { addDays, type Day } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { KeyAddress } from './key-address.entity.js';
import { KeyDay } from './key-day.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** The entity manager returns bigint columns as text. */
type DayRow = Readonly<Record<'day' | 'calls' | 'errors' | 'wrongSecrets', string>>;

/** The latest use of a key, and from where. */
export interface LastUse {
  readonly apiKey: string;
  readonly address: string;
  readonly lastUsedAt: Date;
}

/** Days, both ends included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

function firstKeptDay(before: Date): Day {
  return addDays(before.toISOString().slice(0, 10), -1);
}

/** How often, when and from where keys were used. */
@Injectable()
export class KeyUseRepository {
  constructor(@InjectRepository(KeyDay) private readonly days: Repository<KeyDay>) {}

  /** Adds the counts to the stored ones. */
  async addDays(writer: Writer, days: readonly KeyDay[]): Promise<void> {
    const sql =
      'INSERT INTO `key_days` (`tenantId`, `apiKey`, `day`, `calls`, `errors`, `wrongSecrets`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `calls` = `calls` + VALUES(`calls`), `errors` = `errors` + VALUES(`errors`), ' +
      '`wrongSecrets` = `wrongSecrets` + VALUES(`wrongSecrets`)';
    const rows = days.map(({ tenantId, apiKey, day, calls, errors, wrongSecrets }) => [
      tenantId,
      apiKey,
      day,
      calls,
      errors,
      wrongSecrets,
    ]);
    for (const statement of statementsOf(rows)) await writer.write(sql, [statement]);
  }

  /** Adds the counts to the stored ones; the later time counts. */
  async addAddresses(writer: Writer, addresses: readonly KeyAddress[]): Promise<void> {
    const sql =
      'INSERT INTO `key_addresses` (`tenantId`, `apiKey`, `address`, `lastUsedAt`, `calls`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `calls` = `calls` + VALUES(`calls`), ' +
      '`lastUsedAt` = GREATEST(`lastUsedAt`, VALUES(`lastUsedAt`))';
    const rows = addresses.map(({ tenantId, apiKey, address, lastUsedAt, calls }) => [
      tenantId,
      apiKey,
      address,
      lastUsedAt,
      calls,
    ]);
    for (const statement of statementsOf(rows)) await writer.write(sql, [statement]);
  }

  /** The stored days of this span, both ends included. */
  async daysBetween({ tenantId }: TenantScope, apiKey: string, from: Day, to: Day): Promise<KeyDay[]> {
    const sql =
      'SELECT `day`, `calls`, `errors`, `wrongSecrets` FROM `key_days` ' +
      'WHERE `tenantId` = ? AND `apiKey` = ? AND `day` BETWEEN ? AND ?';
    const rows: DayRow[] = await this.days.query(sql, [tenantId, apiKey, from, to]);
    return rows.map(({ day, calls, errors, wrongSecrets }) => ({
      tenantId,
      apiKey,
      day,
      calls: Number(calls),
      errors: Number(errors),
      wrongSecrets: Number(wrongSecrets),
    }));
  }

  /** The keys that were called most in this span, both ends included, those with most calls first. */
  async busiest({ tenantId }: TenantScope, { from, to }: DaySpan, limit: number): Promise<string[]> {
    const sql = `SELECT \`apiKey\` FROM \`key_days\` FORCE INDEX (\`ix_key_days_day\`)
      WHERE \`tenantId\` = ? AND \`day\` BETWEEN ? AND ?
      GROUP BY \`apiKey\` ORDER BY SUM(\`calls\` + \`wrongSecrets\`) DESC, \`apiKey\` LIMIT ?`;
    const rows: { apiKey: string }[] = await this.days.query(sql, [tenantId, from, to, limit]);
    return rows.map(({ apiKey }) => apiKey);
  }

  /** The stored days of all keys but these together. */
  async daysOfOthers(
    { tenantId }: TenantScope,
    { from, to }: DaySpan,
    apiKeys: readonly string[],
  ): Promise<Omit<KeyDay, 'tenantId' | 'apiKey'>[]> {
    // Without a value, IN () is no SQL; no key has a blank name.
    const known = apiKeys.length === 0 ? [''] : [...apiKeys];
    const sql = `SELECT \`day\`, SUM(\`calls\`) AS \`calls\`, SUM(\`errors\`) AS \`errors\`,
        SUM(\`wrongSecrets\`) AS \`wrongSecrets\`
      FROM \`key_days\` FORCE INDEX (\`ix_key_days_day\`)
      WHERE \`tenantId\` = ? AND \`day\` BETWEEN ? AND ? AND \`apiKey\` NOT IN (?) GROUP BY \`day\``;
    const rows: DayRow[] = await this.days.query(sql, [tenantId, from, to, known]);
    return rows.map(({ day, calls, errors, wrongSecrets }) => ({
      day,
      calls: Number(calls),
      errors: Number(errors),
      wrongSecrets: Number(wrongSecrets),
    }));
  }

  /** The addresses that used the key last, the latest first. */
  async addressesOf({ tenantId }: TenantScope, apiKey: string, most: number): Promise<KeyAddress[]> {
    const found = await this.days.manager.find(KeyAddress, {
      where: { tenantId, apiKey },
      order: { lastUsedAt: 'DESC', address: 'ASC' },
      take: most,
    });
    // The entity manager returns the bigint as text, whatever the type says.
    return found.map((row) => ({ ...row, calls: Number(String(row.calls)) }));
  }

  /** The latest use of each of these keys that was used. */
  async lastUses(scope: TenantScope, apiKeys: readonly string[]): Promise<Map<string, LastUse>> {
    const found = await Promise.all(apiKeys.map((apiKey) => this.addressesOf(scope, apiKey, 1)));
    return new Map(found.flat().map((row) => [row.apiKey, row]));
  }

  /** How many rows {@link deleteOlder} would delete, of days and of addresses up to `most` each. */
  async countOlder(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.days.query(
      `SELECT (SELECT COUNT(*) FROM
          (SELECT 1 FROM \`key_days\` WHERE \`tenantId\` = ? AND \`day\` < ? LIMIT ?) \`days\`) +
        (SELECT COUNT(*) FROM
          (SELECT 1 FROM \`key_addresses\` WHERE \`tenantId\` = ? AND \`lastUsedAt\` < ? LIMIT ?) \`addresses\`)
        AS \`found\``,
      [tenantId, firstKeptDay(before), most, tenantId, before, most],
    );
    return Number(counted?.found ?? 0);
  }

  /**
   * Deletes days, then addresses; a day is kept until all of it is old.
   * @returns how many rows were deleted; fewer than `limit` when no older ones are left
   */
  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const days = await this.delete(
      'DELETE FROM `key_days` WHERE `tenantId` = ? AND `day` < ? ORDER BY `day` LIMIT ?',
      [tenantId, firstKeptDay(before), limit],
    );
    if (days === limit) return days;
    const addresses =
      'DELETE FROM `key_addresses` WHERE `tenantId` = ? AND `lastUsedAt` < ? ORDER BY `lastUsedAt` LIMIT ?';
    return days + (await this.delete(addresses, [tenantId, before, limit]));
  }

  private async delete(sql: string, values: readonly unknown[]): Promise<number> {
    const result: ResultSetHeader = await this.days.query(sql, [...values]);
    return result.affectedRows;
  }
}
