import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { Discrepancy } from '../entities/discrepancy.entity.js';
import type { DiscrepancyRange } from './discrepancies.repository.js';

/** So many open discrepancies are looked at, however many there are. */
export const MOST_READ = 50_000;

export interface WaitingFilter {
  readonly formType?: string | undefined;
  readonly field?: string | undefined;
}

export interface WaitingGroup {
  readonly groupKey: string;
  readonly discrepancies: number;
  /** The ID of the first one that was found. */
  readonly oldest: number;
}

export interface WaitingSubmission {
  readonly submissionId: string;
  readonly discrepancies: number;
  /** The ID of the first one that was found. */
  readonly oldest: number;
}

export type GroupSort = 'discrepancies' | 'oldest';

type Key = 'groupKey' | 'submissionId';

/** Open discrepancies in groups, and by submission. */
@Injectable()
export class WaitingDiscrepanciesRepository {
  constructor(@InjectRepository(Discrepancy) private readonly discrepancies: Repository<Discrepancy>) {}

  /** Sorted by their size or their age; the oldest has the lowest ID. */
  groups(
    scope: Scope,
    filter: WaitingFilter,
    { sort, ...range }: DiscrepancyRange & { readonly sort: GroupSort },
  ): Promise<WaitingGroup[]> {
    return this.page(scope, 'groupKey', filter, [`\`${sort}\``, range]);
  }

  /** The submission first, or last, that has waited for longest. */
  submissions(scope: Scope, filter: WaitingFilter, range: DiscrepancyRange): Promise<WaitingSubmission[]> {
    return this.page(scope, 'submissionId', filter, ['`oldest`', range]);
  }

  async count(scope: Scope, key: Key, filter: WaitingFilter): Promise<number> {
    const { sql, values } = openOnes(scope, key, filter);
    const rows: { total: number | string }[] = await this.discrepancies.query(
      `SELECT COUNT(DISTINCT \`${key}\`) AS \`total\` FROM (${sql}) \`open\``,
      values,
    );
    return Number(rows[0]?.total ?? 0);
  }

  private async page<K extends Key>(
    scope: Scope,
    key: K,
    filter: WaitingFilter,
    [column, { order, limit, offset }]: [column: string, range: DiscrepancyRange],
  ): Promise<(Record<K, string> & Omit<WaitingGroup, 'groupKey'>)[]> {
    const { sql, values } = openOnes(scope, key, filter);
    const rows: (Record<K, string> & Record<string, number | string>)[] = await this.discrepancies.query(
      `SELECT \`${key}\`, COUNT(*) AS \`discrepancies\`, MIN(\`id\`) AS \`oldest\`
      FROM (${sql}) \`open\` GROUP BY \`${key}\` ORDER BY ${column} ${order}, \`oldest\` LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    return rows.map((row) => ({
      ...row,
      discrepancies: Number(row['discrepancies']),
      oldest: Number(row['oldest']),
    }));
  }
}

/** Entries of one index. Those of which an erasure has taken out the recorded value are in no group. */
function openOnes(
  { tenantId }: Scope,
  key: Key,
  { formType, field }: WaitingFilter,
): { sql: string; values: unknown[] } {
  const conditions: [string, ...unknown[]][] = [
    ['`tenantId` = ? AND `resolution` IS NULL', tenantId],
    ...(key === 'groupKey' ? [['`groupKey` IS NOT NULL'] as [string]] : []),
    ...(formType === undefined ? [] : [['`formType` = ?', formType] as [string, unknown]]),
    ...(field === undefined ? [] : [['`field` = ?', field] as [string, unknown]]),
  ];
  return {
    sql: `SELECT \`${key}\`, \`id\` FROM \`discrepancies\` FORCE INDEX (\`ix_discrepancies_group\`)
      WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY \`groupKey\`, \`id\` LIMIT ${MOST_READ}`,
    values: conditions.flatMap(([, ...values]) => values),
  };
}
