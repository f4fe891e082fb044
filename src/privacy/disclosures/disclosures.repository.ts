import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Day } from '../../tenancy/time/calendar.js';
import type { DisclosureKind } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { DisclosureBlock } from './disclosure-block.entity.js';
import type { Disclosure } from './disclosure.entity.js';
import { addTo, type Bitmap, bitmapOf, storedForm } from '../../users/model/people-block.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** Who was given data, on which day, in which way. */
export type Recipient = Pick<Disclosure, 'tenantId' | 'day' | 'actor' | 'kind'>;

/** Positions of people by their block. */
export type Members = ReadonlyMap<number, Iterable<number>>;

/** The place of a walk through the disclosures of a block, the latest day first. */
export type BlockPlace = Pick<Disclosure, 'day' | 'actor' | 'kind'>;

/** What a list of disclosures is filtered by. */
export interface DisclosureFilter {
  /** The first day. */
  readonly from?: Day | undefined;
  /** The last day. */
  readonly to?: Day | undefined;
  readonly actor?: string | undefined;
  readonly kind?: DisclosureKind | undefined;
}

/** Rows of one statement: a bitmap has up to 1 kB, which is two characters a byte in the text of a statement. */
const ROWS_AT_ONCE = 500;
/** So few that a statement of an export reads no more rows than one about a page. */
const EXPORTED_AT_ONCE = 400;
const LAST_DAY: Day = '9999-12-31';

function conditionOf(
  { tenantId }: TenantScope,
  filter: DisclosureFilter,
): { sql: string; values: readonly unknown[] } {
  const { from, to, actor, kind } = filter;
  const parts: [sql: string, value: unknown][] = [
    ['`tenantId` = ?', tenantId],
    ['`day` >= ?', from],
    ['`day` <= ?', to],
    ['`actor` = ?', actor],
    ['`kind` = ?', kind],
  ];
  const given = parts.filter(([, value]) => value !== undefined);
  return { sql: given.map(([sql]) => sql).join(' AND '), values: given.map(([, value]) => value) };
}

@Injectable()
export class DisclosuresRepository {
  constructor(@InjectRepository(DisclosureBlock) private readonly blocks: Repository<DisclosureBlock>) {}

  /**
   * Adds people to those that are stored. MariaDB has no OR of binary values, so the rows are locked, changed here and
   * written: what others add at once is neither lost nor counted twice.
   * @returns who is stored now, by block
   */
  async add(
    transaction: Transaction,
    recipient: Recipient,
    members: Members,
  ): Promise<ReadonlyMap<number, Bitmap>> {
    const stored = new Map<number, Bitmap>();
    let people = 0;
    // Always in the same order, so that two processes do not deadlock.
    const blocks = [...members.keys()].sort((one, other) => one - other);
    for (let first = 0; first < blocks.length; first += ROWS_AT_ONCE) {
      const locked = await this.lock(transaction, recipient, blocks.slice(first, first + ROWS_AT_ONCE));
      const changed: [block: number, members: Buffer][] = [];
      for (const [block, bitmap] of locked) {
        const added = addTo(bitmap, members.get(block) ?? []);
        if (added > 0) changed.push([block, storedForm(bitmap)]);
        people += added;
        stored.set(block, bitmap);
      }
      await this.put(transaction, recipient, changed);
    }
    if (people > 0) await this.count(transaction, recipient, people);
    return stored;
  }

  /** The disclosures of a block after a place, the latest day first; the caller looks for the person in them. */
  async ofBlock(
    { tenantId }: TenantScope,
    block: number,
    after: BlockPlace | undefined,
    limit: number,
  ): Promise<Pick<DisclosureBlock, 'day' | 'actor' | 'kind' | 'members'>[]> {
    const { day, actor, kind } = after ?? { day: LAST_DAY, actor: '', kind: '' };
    const sql = `SELECT \`day\`, \`actor\`, \`kind\`, \`members\` FROM \`disclosure_blocks\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`block\` = ? AND \`day\` <= ?
        AND NOT (\`day\` = ? AND (\`actor\` > ? OR (\`actor\` = ? AND \`kind\` >= ?)))
      ORDER BY \`day\` DESC, \`actor\` DESC, \`kind\` DESC LIMIT ?`;
    const values = [tenantId, block, day, day, actor, actor, kind, limit];
    const rows: Pick<DisclosureBlock, 'day' | 'actor' | 'kind' | 'members'>[] = await this.blocks.query(
      sql,
      values,
    );
    return rows;
  }

  /** A part of the list by days, and how many there are in all. */
  async page(
    scope: TenantScope,
    filter: DisclosureFilter,
    { order, offset, limit }: { order: 'ASC' | 'DESC'; offset: number; limit: number },
  ): Promise<{ rows: Disclosure[]; total: number }> {
    const { sql, values } = conditionOf(scope, filter);
    const [counted]: { found: number | string }[] = await this.blocks.query(
      `SELECT COUNT(*) AS \`found\` FROM \`disclosures\` WHERE ${sql}`,
      [...values],
    );
    const rows: Disclosure[] = await this.blocks.query(
      `SELECT \`tenantId\`, \`day\`, \`actor\`, \`kind\`, \`people\` FROM \`disclosures\` WHERE ${sql}
      ORDER BY \`day\` ${order}, \`actor\` ${order}, \`kind\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    return { rows, total: Number(counted?.found ?? 0) };
  }

  /** All that the filter leaves, the latest day first, read while they are taken. */
  async *all(scope: TenantScope, filter: DisclosureFilter): AsyncGenerator<Disclosure[]> {
    const { sql, values } = conditionOf(scope, filter);
    let after: BlockPlace | undefined;
    for (;;) {
      const { day, actor, kind } = after ?? { day: LAST_DAY, actor: '', kind: '' };
      const rows: Disclosure[] = await this.blocks.query(
        `SELECT \`tenantId\`, \`day\`, \`actor\`, \`kind\`, \`people\` FROM \`disclosures\`
        WHERE ${sql} AND \`day\` <= ? AND NOT (\`day\` = ? AND (\`actor\` > ? OR (\`actor\` = ? AND \`kind\` >= ?)))
        ORDER BY \`day\` DESC, \`actor\` DESC, \`kind\` DESC LIMIT ?`,
        [...values, day, day, actor, actor, kind, EXPORTED_AT_ONCE],
      );
      if (rows.length > 0) yield rows;
      after = rows.at(-1);
      if (rows.length < EXPORTED_AT_ONCE) return;
    }
  }

  /** How many rows {@link deleteOlder} would delete, up to `most` of each table. */
  async countOlder(tenantId: string, before: Day, most: number): Promise<number> {
    const counts = await Promise.all(
      ['disclosure_blocks', 'disclosures'].map(async (table) => {
        const [counted]: { found: number | string }[] = await this.blocks.query(
          `SELECT COUNT(*) AS \`found\`
            FROM (SELECT 1 FROM \`${table}\` WHERE \`tenantId\` = ? AND \`day\` < ? LIMIT ?) \`old\``,
          [tenantId, before, most],
        );
        return Number(counted?.found ?? 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** @returns how many rows were deleted; fewer than `limit` when no older ones are left */
  async deleteOlder(tenantId: string, before: Day, limit: number): Promise<number> {
    const blocks = await this.delete('disclosure_blocks', tenantId, before, limit);
    if (blocks === limit) return blocks;
    return blocks + (await this.delete('disclosures', tenantId, before, limit - blocks));
  }

  private async delete(table: string, tenantId: string, before: Day, limit: number): Promise<number> {
    const result: ResultSetHeader = await this.blocks.query(
      `DELETE FROM \`${table}\` WHERE \`tenantId\` = ? AND \`day\` < ? ORDER BY \`day\` LIMIT ?`,
      [tenantId, before, limit],
    );
    return result.affectedRows;
  }

  /** The rows of these blocks, locked; those that were missing are there without people. */
  private async lock(
    transaction: Transaction,
    { tenantId, day, actor, kind }: Recipient,
    blocks: readonly number[],
  ): Promise<Map<number, Bitmap>> {
    const rows = blocks.map((block) => [tenantId, block, day, actor, kind, '']);
    // Locks a row that is there, too, so that no second call finds it as it was.
    await transaction.write(
      'INSERT INTO `disclosure_blocks` (`tenantId`, `block`, `day`, `actor`, `kind`, `members`) VALUES ? ' +
        'ON DUPLICATE KEY UPDATE `members` = `members`',
      [rows],
    );
    const found = await transaction.read<{ block: number | string; members: Buffer }>(
      'SELECT `block`, `members` FROM `disclosure_blocks` FORCE INDEX (PRIMARY) ' +
        'WHERE `tenantId` = ? AND `block` IN (?) AND `day` = ? AND `actor` = ? AND `kind` = ? FOR UPDATE',
      [tenantId, blocks, day, actor, kind],
    );
    return new Map(found.map(({ block, members }) => [Number(block), bitmapOf(members)]));
  }

  private async put(
    transaction: Transaction,
    { tenantId, day, actor, kind }: Recipient,
    changed: readonly [block: number, members: Buffer][],
  ): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(([block, members]) => [tenantId, block, day, actor, kind, members]);
    await transaction.write(
      'INSERT INTO `disclosure_blocks` (`tenantId`, `block`, `day`, `actor`, `kind`, `members`) VALUES ? ' +
        'ON DUPLICATE KEY UPDATE `members` = VALUES(`members`)',
      [rows],
    );
  }

  private async count(
    transaction: Transaction,
    { tenantId, day, actor, kind }: Recipient,
    people: number,
  ): Promise<void> {
    await transaction.write(
      'INSERT INTO `disclosures` (`tenantId`, `day`, `actor`, `kind`, `people`) VALUES (?, ?, ?, ?, ?) ' +
        'ON DUPLICATE KEY UPDATE `people` = `people` + VALUES(`people`)',
      [tenantId, day, actor, kind, people],
    );
  }
}
