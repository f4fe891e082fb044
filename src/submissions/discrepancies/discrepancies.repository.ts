import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type QueryDeepPartialEntity, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { Discrepancy } from '../entities/discrepancy.entity.js';

export interface DiscrepancyFilter {
  readonly status?: 'open' | 'resolved' | undefined;
  readonly field?: string | undefined;
  readonly submissionIds?: readonly string[] | undefined;
  /** Only open ones of this group. */
  readonly groupKey?: string | undefined;
}

/** A mapped field on which the form and the record differ. */
export type Difference = Pick<
  Discrepancy,
  'formType' | 'field' | 'formField' | 'submitted' | 'recorded' | 'groupKey'
>;

/** No decision. */
export const UNDECIDED = {
  resolution: null,
  note: null,
  resolvedBy: null,
  resolvedAt: null,
  effect: null,
} as const satisfies Partial<Discrepancy>;

export interface DiscrepancyRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

interface Condition {
  readonly index: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The condition, with the narrowest index; those of the whole tenant cover all filters and the order. */
function conditionOf(
  { tenantId }: Scope,
  { status, field, submissionIds, groupKey }: DiscrepancyFilter,
): Condition {
  const parts: [string, ...unknown[]][] = [
    ['`tenantId` = ?', tenantId],
    ...(submissionIds === undefined
      ? []
      : [['`submissionId` IN (?)', submissionIds] as [string, ...unknown[]]]),
    ...(status === undefined
      ? []
      : [[`\`resolution\` IS ${status === 'open' ? '' : 'NOT '}NULL`] as [string]]),
    ...(field === undefined ? [] : [['`field` = ?', field] as [string, ...unknown[]]]),
    ...(groupKey === undefined
      ? []
      : [['`resolution` IS NULL AND `groupKey` = ?', groupKey] as [string, ...unknown[]]]),
  ];
  const ofTenant =
    status === 'open' && field === undefined ? 'ix_discrepancies_open' : 'ix_discrepancies_list';
  const ofSome = groupKey === undefined ? ofTenant : 'ix_discrepancies_group';
  return {
    index: submissionIds === undefined ? ofSome : 'ix_discrepancies_submission',
    sql: parts.map(([sql]) => sql).join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  };
}

@Injectable()
export class DiscrepanciesRepository {
  constructor(@InjectRepository(Discrepancy) private readonly discrepancies: Repository<Discrepancy>) {}

  /** All discrepancies of a submission, resolved ones included, oldest first. */
  ofSubmission(
    scope: Pick<Scope, 'tenantId'>,
    submissionId: string,
    reader: Reader = new SingleStatements(this.discrepancies.manager),
  ): Promise<Discrepancy[]> {
    return reader.entities((manager) =>
      manager.find(Discrepancy, {
        where: { tenantId: scope.tenantId, submissionId },
        order: { id: 'ASC' },
      }),
    );
  }

  /** All discrepancies of these submissions, oldest first. */
  ofSubmissions(
    scope: Pick<Scope, 'tenantId'>,
    reader: Reader,
    submissionIds: readonly string[],
  ): Promise<Discrepancy[]> {
    return reader.entities((manager) =>
      manager.find(Discrepancy, {
        where: { tenantId: scope.tenantId, submissionId: In([...submissionIds]) },
        order: { id: 'ASC' },
      }),
    );
  }

  /** By their IDs, in no particular order. */
  find(scope: Scope, ids: readonly number[]): Promise<Discrepancy[]> {
    return this.discrepancies.findBy({ tenantId: scope.tenantId, id: In([...ids]) });
  }

  /** A part of a list by its offset; only entries of an index are skipped up to it. */
  async page(
    scope: Scope,
    filter: DiscrepancyFilter,
    { order, offset, limit }: DiscrepancyRange,
  ): Promise<Discrepancy[]> {
    if (filter.submissionIds?.length === 0) return [];
    const { index, sql: condition, values } = conditionOf(scope, filter);
    const sql = `SELECT \`id\` FROM \`discrepancies\` FORCE INDEX (\`${index}\`)
      WHERE ${condition} ORDER BY \`id\` ${order} LIMIT ? OFFSET ?`;
    const rows: { id: number }[] = await this.discrepancies.query(sql, [...values, limit, offset]);
    const ids = rows.map(({ id }) => id);
    const byId = new Map((await this.find(scope, ids)).map((one) => [one.id, one]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async count(scope: Scope, filter: DiscrepancyFilter): Promise<number> {
    if (filter.submissionIds?.length === 0) return 0;
    const { index, sql: condition, values } = conditionOf(scope, filter);
    const sql = `SELECT COUNT(*) AS \`discrepancies\` FROM \`discrepancies\` FORCE INDEX (\`${index}\`)
      WHERE ${condition}`;
    const rows: { discrepancies: number | string }[] = await this.discrepancies.query(sql, [...values]);
    return Number(rows[0]?.discrepancies ?? 0);
  }

  /** Adds open discrepancies of a submission. */
  async add(
    { tenantId, tenant }: Pick<Scope, 'tenantId' | 'tenant'>,
    transaction: Transaction,
    submissionId: string,
    found: readonly Difference[],
  ): Promise<void> {
    if (found.length === 0) return;
    const createdAt = nowOf({ tenant });
    const rows = found.map((one) => ({ ...one, ...UNDECIDED, tenantId, submissionId, createdAt }));
    await transaction.entities((manager) => manager.insert(Discrepancy, rows));
  }

  /** Writes what an unresolved discrepancy is about now. */
  async refresh(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    id: number,
    found: Difference,
  ): Promise<void> {
    await transaction.entities((manager) =>
      manager.update(Discrepancy, { tenantId: scope.tenantId, id }, found),
    );
  }

  /** Writes the decision about a discrepancy, or that there is none any more. */
  async settle(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    { id, resolution, note, resolvedBy, resolvedAt, effect }: Discrepancy,
  ): Promise<void> {
    const decision = {
      resolution,
      note,
      resolvedBy,
      resolvedAt,
      effect,
    } as QueryDeepPartialEntity<Discrepancy>;
    await transaction.entities((manager) =>
      manager.update(Discrepancy, { tenantId: scope.tenantId, id }, decision),
    );
  }
}
