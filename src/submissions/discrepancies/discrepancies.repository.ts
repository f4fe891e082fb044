import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { Discrepancy } from '../entities/discrepancy.entity.js';

export interface DiscrepancyFilter {
  readonly status?: 'open' | 'resolved' | undefined;
  readonly field?: string | undefined;
  readonly submissionIds?: readonly string[] | undefined;
}

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
function conditionOf({ tenantId }: Scope, { status, field, submissionIds }: DiscrepancyFilter): Condition {
  const parts: [string, ...unknown[]][] = [
    ['`tenantId` = ?', tenantId],
    ...(submissionIds === undefined
      ? []
      : [['`submissionId` IN (?)', submissionIds] as [string, ...unknown[]]]),
    ...(status === undefined
      ? []
      : [[`\`resolution\` IS ${status === 'open' ? '' : 'NOT '}NULL`] as [string]]),
    ...(field === undefined ? [] : [['`field` = ?', field] as [string, ...unknown[]]]),
  ];
  const ofTenant =
    status === 'open' && field === undefined ? 'ix_discrepancies_open' : 'ix_discrepancies_list';
  return {
    index: submissionIds === undefined ? ofTenant : 'ix_discrepancies_submission',
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

  async add(transaction: Transaction, discrepancies: readonly Omit<Discrepancy, 'id'>[]): Promise<void> {
    if (discrepancies.length > 0)
      await transaction.entities((manager) => manager.insert(Discrepancy, [...discrepancies]));
  }

  /** Writes the current submitted and recorded values to an unresolved discrepancy. */
  async refresh(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    id: number,
    values: Pick<Discrepancy, 'submitted' | 'recorded'>,
  ): Promise<void> {
    await transaction.entities((manager) =>
      manager.update(Discrepancy, { tenantId: scope.tenantId, id }, values),
    );
  }

  async resolve(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    { id, resolution, note, resolvedBy, resolvedAt }: Discrepancy,
  ): Promise<void> {
    const decision = { resolution, note, resolvedBy, resolvedAt };
    await transaction.entities((manager) =>
      manager.update(Discrepancy, { tenantId: scope.tenantId, id }, decision),
    );
  }
}
