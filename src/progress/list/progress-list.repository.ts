import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Order } from '../../http/lists/list-query.js';
import type { Scope } from '../../tenancy/scope.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';
import { PACING_STATUSES, type PacingStatus } from '../progress-enums.js';
import { conditionOf, type ProgressFilter } from './progress-conditions.js';

export type PacingCounts = Readonly<Record<PacingStatus, number>>;

/** What students are put together by. */
export const COHORTS = ['term', 'program'] as const;
export type CohortKind = (typeof COHORTS)[number];

/** How the students of a term or a program stand. */
export interface Cohort {
  /** Null: without one. */
  readonly name: string | null;
  readonly pacing: PacingCounts;
}

/** The latest terms, and the programs with most students. */
const COHORT_ORDERS: Readonly<Record<CohortKind, readonly [column: string, order: string]>> = {
  term: ['entry', '`name` DESC'],
  program: ['programId', 'COUNT(*) DESC, `name`'],
};

const PACING_SUMS = PACING_STATUSES.map(
  (status) => `COALESCE(SUM(\`pacingStatus\` = '${status}'), 0) AS \`${status}\``,
).join(', ');

const WORST_FIRST =
  "FIELD(`pacingStatus`, 'behind', 'at_risk', 'on_track', 'ahead', 'not_started', 'paused', 'completed')";

/** The terms of an order, in this direction and the opposite one. */
type Terms = (order: Order, opposite: Order) => string;

const ORDERS = {
  lastName: (order) => `\`sortName\` ${order}, \`studentId\` ${order}`,
  studentId: (order) => `\`studentId\` ${order}`,
  changedAt: (order) => `\`changedAt\` ${order}, \`studentId\` ${order}`,
  // The earlier the due date, the more days behind, on whatever day.
  daysBehind: (_order, opposite) => `\`firstDueOn\` ${opposite}, \`studentId\` ${opposite}`,
  // Without a due date, last in either direction.
  dueOn: (order) => `\`nextDueOn\` IS NULL, \`nextDueOn\` ${order}, \`studentId\` ${order}`,
  pacing: (order) => `${WORST_FIRST} ${order}, \`firstDueOn\` ${order}, \`studentId\` ${order}`,
} as const satisfies Record<string, Terms>;

export type ProgressSort = keyof typeof ORDERS;
export const PROGRESS_SORTS = Object.keys(ORDERS) as ProgressSort[];

export interface ProgressRange {
  readonly sort: ProgressSort;
  readonly order: Order;
  readonly offset: number;
  readonly limit: number;
}

/** Has no names, and is in the order of the days behind. */
const LATE = 'ix_progress_documents_late';
const LIST = 'ix_progress_documents_list';

/**
 * Reads the list of students of the administration pages. Every filter and order is answered by entries of one narrow
 * index, and the records themselves are read for the rows of the page only: at 3 kB each, sorting 200,000 of them would
 * read hundreds of megabytes. The index is named because the optimizer otherwise may do that.
 */
@Injectable()
export class ProgressListRepository {
  private readonly table: BatchTable<ProgressDocument>;

  constructor(@InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>) {
    this.table = new BatchTable(documents, ['tenantId', 'studentId']);
  }

  async page(
    scope: Scope,
    reader: Reader,
    filter: ProgressFilter,
    { sort, order, offset, limit }: ProgressRange,
  ): Promise<ProgressDocument[]> {
    const { sql: condition, values } = conditionOf(scope, filter);
    const index = sort === 'daysBehind' && filter.people === undefined ? LATE : LIST;
    const sql = `SELECT \`studentId\` FROM \`progress_documents\` FORCE INDEX (\`${index}\`)
      WHERE ${condition} ORDER BY ${ORDERS[sort](order, order === 'ASC' ? 'DESC' : 'ASC')} LIMIT ? OFFSET ?`;
    const rows: { studentId: string }[] = await reader.read(sql, [...values, limit, offset]);
    const found = await this.find(
      scope,
      reader,
      rows.map(({ studentId }) => studentId),
    );
    const byId = new Map(found.map((document) => [document.studentId, document]));
    return rows.flatMap(({ studentId }) => byId.get(studentId) ?? []);
  }

  async count(scope: Scope, reader: Reader, filter: ProgressFilter): Promise<number> {
    const { sql: condition, values } = conditionOf(scope, filter);
    const index = filter.people === undefined ? LATE : LIST;
    const sql = `SELECT COUNT(*) AS \`students\`
      FROM \`progress_documents\` FORCE INDEX (\`${index}\`) WHERE ${condition}`;
    const rows: { students: number | string }[] = await reader.read(sql, [...values]);
    return Number(rows[0]?.students ?? 0);
  }

  find(scope: Scope, reader: Reader, studentIds: readonly string[]): Promise<ProgressDocument[]> {
    return this.table.find(reader, scope.tenantId, 'studentId', studentIds);
  }

  /** Reads the entries of an index, and no record. */
  async chairs(scope: Scope, reader: Reader): Promise<string[]> {
    const sql = `SELECT DISTINCT \`chairId\` FROM \`progress_documents\` FORCE INDEX (\`${LATE}\`)
      WHERE \`tenantId\` = ? AND \`chairId\` IS NOT NULL`;
    const rows: { chairId: string }[] = await reader.read(sql, [scope.tenantId]);
    return rows.map(({ chairId }) => chairId);
  }

  async pacingCounts(scope: Scope, reader: Reader): Promise<PacingCounts> {
    const sql = `SELECT \`pacingStatus\`, COUNT(*) AS \`students\`
      FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_pacing\`)
      WHERE \`tenantId\` = ? GROUP BY \`pacingStatus\``;
    const rows: { pacingStatus: PacingStatus; students: number | string }[] = await reader.read(sql, [
      scope.tenantId,
    ]);
    const counted = new Map(rows.map(({ pacingStatus, students }) => [pacingStatus, Number(students)]));
    return countsBy((status) => counted.get(status) ?? 0);
  }

  /** Terms or programs, as many as asked for. */
  async cohorts(
    scope: Scope,
    reader: Reader,
    kind: CohortKind,
    filter: ProgressFilter,
    limit: number,
  ): Promise<Cohort[]> {
    const [column, order] = COHORT_ORDERS[kind];
    const { sql: condition, values } = conditionOf(scope, filter);
    const sql = `SELECT \`${column}\` AS \`name\`, ${PACING_SUMS}
      FROM \`progress_documents\` FORCE INDEX (\`${LATE}\`)
      WHERE ${condition} GROUP BY \`${column}\` ORDER BY ${order} LIMIT ?`;
    const rows: (Record<PacingStatus, number | string> & { name: string | null })[] = await reader.read(sql, [
      ...values,
      limit,
    ]);
    return rows.map((row) => ({ name: row.name, pacing: countsBy((status) => Number(row[status])) }));
  }

  /** How all students of a filter stand. */
  async pacingOf(scope: Scope, reader: Reader, filter: ProgressFilter): Promise<PacingCounts> {
    const { sql: condition, values } = conditionOf(scope, filter);
    const sql = `SELECT ${PACING_SUMS} FROM \`progress_documents\` FORCE INDEX (\`${LATE}\`)
      WHERE ${condition}`;
    const rows: Record<PacingStatus, number | string>[] = await reader.read(sql, [...values]);
    return countsBy((status) => Number(rows[0]?.[status] ?? 0));
  }
}

function countsBy(countOf: (status: PacingStatus) => number): PacingCounts {
  return Object.fromEntries(PACING_STATUSES.map((status) => [status, countOf(status)])) as PacingCounts;
}
