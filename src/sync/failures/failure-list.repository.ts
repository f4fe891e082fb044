import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { FailedItem, FAILURES, type FailureKind } from '../entities/failed-item.entity.js';
import type { ItemKey } from '../groups/open-items.repository.js';
import { OTHER_GROUP } from './error-text.js';
import { OF_ERROR_GROUP } from './of-error-group.js';

/** A tenant without targets may have as many labels as items; those with most failures are answered. */
const MOST_SYSTEMS = 500;

/** Which failed items; all of them when a member is absent. */
export interface FailureFilter {
  /** Blank is no target system. */
  readonly targetSystem?: string | undefined;
  readonly failure?: FailureKind | undefined;
  readonly errorGroup?: string | undefined;
  /** They failed at or after `from`, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A failed item, in the order of its list. */
export type FailedKey = ItemKey & Pick<FailedItem, 'failedAt'>;

/** A part of a list: by offset, or behind an item. */
export interface FailureRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset?: number;
  readonly after?: FailedKey | undefined;
  readonly limit: number;
}

/** The failed items of a target system. */
export interface SystemFailures {
  readonly targetSystem: string;
  readonly decision: number;
  readonly delivery: number;
}

/** Failures whose messages are alike. */
export interface ErrorGroup {
  readonly targetSystem: string;
  readonly errorGroup: string;
  readonly text: string;
  /** Items that are failed now. */
  readonly items: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** As the server answers: sums are numbers or their text. */
interface RawGroup {
  readonly targetSystem: string;
  readonly errorGroup: string;
  readonly text: string | null;
  readonly items: number | string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

type Part = readonly [sql: string, ...values: unknown[]];

const ORDER = ['failedAt', 'submissionId', 'target'] as const;

function ordered(order: 'ASC' | 'DESC'): string {
  return `ORDER BY ${ORDER.map((column) => `\`${column}\` ${order}`).join(', ')}`;
}

/** Each branch is one range of an index that has its order. */
function branchesOf(
  { tenantId }: Scope,
  filter: FailureFilter,
  after?: FailedKey,
): { index: string; parts: Part[] }[] {
  const { targetSystem, failure, errorGroup, from, to } = filter;
  const parts: Part[] = [['`tenantId` = ?', tenantId]];
  if (targetSystem !== undefined) parts.push(['`targetSystem` = ?', targetSystem]);
  if (from !== undefined) parts.push(['`failedAt` >= ?', from]);
  if (to !== undefined) parts.push(['`failedAt` < ?', to]);
  if (after !== undefined)
    parts.push([
      '`failedAt` >= ? AND (`failedAt` > ? OR `submissionId` > ? OR (`submissionId` = ? AND `target` > ?))',
      after.failedAt,
      after.failedAt,
      after.submissionId,
      after.submissionId,
      after.target,
    ]);
  if (errorGroup !== undefined) {
    // Only deliveries have a group.
    const impossible: Part[] = failure === 'decision' ? [['FALSE']] : [];
    return [{ index: 'group', parts: [...parts, [OF_ERROR_GROUP, errorGroup], ...impossible] }];
  }
  const kinds = failure === undefined ? FAILURES : [failure];
  const index = targetSystem === undefined ? 'kind' : 'target';
  return kinds.map((kind) => ({ index, parts: [...parts, ['`failure` = ?', kind] as const] }));
}

function selectOf(what: string, { index, parts }: { index: string; parts: readonly Part[] }): string {
  const condition = parts.map(([sql]) => sql).join(' AND ');
  return `SELECT ${what} FROM \`sync_failed_items\` FORCE INDEX (\`ix_sync_failed_items_${index}\`)
    WHERE ${condition}`;
}

const valuesOf = (parts: readonly Part[]): unknown[] => parts.flatMap(([, ...values]) => values);

/** Reads which items are failed and why: ranges of indexes, and counters. */
@Injectable()
export class FailureListRepository {
  private readonly single: Reader;

  constructor(@InjectRepository(FailedItem) items: Repository<FailedItem>) {
    this.single = new SingleStatements(items.manager);
  }

  /** A part of the failed items, in the order in which they failed. */
  page(
    scope: Scope,
    filter: FailureFilter,
    { order, offset = 0, after, limit }: FailureRange,
    reader = this.single,
  ): Promise<FailedKey[]> {
    const branches = branchesOf(scope, filter, after);
    const columns = ORDER.map((column) => `\`${column}\``).join(', ');
    const one = branches.map((branch) => `(${selectOf(columns, branch)} ${ordered(order)} LIMIT ?)`);
    const sql = `SELECT ${columns} FROM (${one.join(' UNION ALL ')}) AS \`found\` ${ordered(order)} LIMIT ? OFFSET ?`;
    const values = branches.flatMap(({ parts }) => [...valuesOf(parts), offset + limit]);
    return reader.read(sql, [...values, limit, offset]);
  }

  /** Kept as items move; with bounds of time the entries of an index are counted. */
  async count(scope: Scope, filter: FailureFilter, reader = this.single): Promise<number> {
    const { targetSystem, failure, errorGroup, from, to } = filter;
    if (from === undefined && to === undefined)
      return this.counted(scope, { targetSystem, failure, errorGroup }, reader);
    const branches = branchesOf(scope, filter);
    const rows = await reader.read<{ items: number | string }>(
      branches.map((branch) => selectOf('COUNT(*) AS `items`', branch)).join(' UNION ALL '),
      branches.flatMap(({ parts }) => valuesOf(parts)),
    );
    return rows.reduce((sum, { items }) => sum + Number(items), 0);
  }

  /** The target systems that have failed items, those with most first. */
  async bySystem({ tenantId }: Scope): Promise<SystemFailures[]> {
    const sql = `SELECT \`targetSystem\`, SUM(IF(\`errorGroup\` = '', \`count\`, 0)) AS \`decision\`,
        SUM(IF(\`errorGroup\` = '', 0, \`count\`)) AS \`delivery\`
      FROM \`sync_failure_totals\` WHERE \`tenantId\` = ? GROUP BY \`targetSystem\`
      HAVING SUM(\`count\`) > 0 ORDER BY \`delivery\` DESC, \`targetSystem\` LIMIT ${MOST_SYSTEMS}`;
    const rows = await this.single.read<
      { targetSystem: string } & Record<'decision' | 'delivery', number | string>
    >(sql, [tenantId]);
    return rows.map(({ targetSystem, decision, delivery }) => ({
      targetSystem,
      decision: Number(decision),
      delivery: Number(delivery),
    }));
  }

  /** The error groups that have failed items, those with most first. */
  async groups(
    { tenantId }: Scope,
    { targetSystem, limit }: { readonly targetSystem?: string | undefined; readonly limit: number },
  ): Promise<ErrorGroup[]> {
    const bySystem = targetSystem === undefined ? '' : ' AND `targetSystem` = ?';
    const sql = `SELECT \`t\`.*, \`g\`.\`text\` FROM (
        SELECT \`tenantId\`, \`targetSystem\`, \`errorGroup\`, SUM(\`count\`) AS \`items\`,
          MIN(\`firstAt\`) AS \`firstAt\`, MAX(\`lastAt\`) AS \`lastAt\`
        FROM \`sync_failure_totals\` WHERE \`tenantId\` = ? AND \`errorGroup\` <> ''${bySystem}
        GROUP BY \`tenantId\`, \`targetSystem\`, \`errorGroup\` HAVING SUM(\`count\`) > 0
        ORDER BY \`items\` DESC, \`lastAt\` DESC, \`errorGroup\` LIMIT ?) AS \`t\`
      LEFT JOIN \`sync_error_groups\` AS \`g\`
        ON \`g\`.\`tenantId\` = \`t\`.\`tenantId\` AND \`g\`.\`errorGroup\` = \`t\`.\`errorGroup\`
      ORDER BY \`t\`.\`items\` DESC, \`t\`.\`lastAt\` DESC, \`t\`.\`errorGroup\``;
    const values = [tenantId, ...(targetSystem === undefined ? [] : [targetSystem]), limit];
    const rows = await this.single.read<RawGroup>(sql, values);
    return rows.map(({ targetSystem: system, errorGroup, text, items, firstAt, lastAt }) => ({
      targetSystem: system,
      errorGroup,
      text: text ?? (errorGroup === OTHER_GROUP ? 'Other messages' : errorGroup),
      items: Number(items),
      firstAt,
      lastAt,
    }));
  }

  private async counted({ tenantId }: Scope, filter: FailureFilter, reader: Reader): Promise<number> {
    const { targetSystem, failure, errorGroup } = filter;
    const parts: Part[] = [['`tenantId` = ?', tenantId]];
    if (targetSystem !== undefined) parts.push(['`targetSystem` = ?', targetSystem]);
    if (errorGroup !== undefined) parts.push([OF_ERROR_GROUP, errorGroup]);
    if (failure !== undefined) parts.push([`\`errorGroup\` ${failure === 'decision' ? '=' : '<>'} ''`]);
    const condition = parts.map(([sql]) => sql).join(' AND ');
    const sql = `SELECT COALESCE(SUM(\`count\`), 0) AS \`items\` FROM \`sync_failure_totals\` WHERE ${condition}`;
    const [row] = await reader.read<{ items: number | string }>(sql, valuesOf(parts));
    return Math.max(Number(row?.items ?? 0), 0);
  }
}
