import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';
import { mayStandAnywhere } from '../../users/model/names/unspaced-words.js';
import { PACING_STATUSES, type PacingStatus } from '../progress-enums.js';

export type PacingCounts = Readonly<Record<PacingStatus, number>>;

const ORDERS = {
  lastName: ['sortName', 'studentId'],
  studentId: ['studentId'],
  changedAt: ['changedAt', 'studentId'],
} as const;

export type ProgressSort = keyof typeof ORDERS;
export const PROGRESS_SORTS = Object.keys(ORDERS) as ProgressSort[];

/** The filter of a list of students; people match by one of these IDs, or by all of these words. */
export interface ProgressFilter {
  readonly pacing?: PacingStatus | undefined;
  readonly programId?: string | undefined;
  readonly people?: { readonly studentIds: readonly string[]; readonly words: readonly string[] } | undefined;
}

export interface ProgressRange {
  readonly sort: ProgressSort;
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function startingWith(word: string): string {
  return `${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A word begins the last or the first name, or one of several in them; digits also begin an ID. In a script without
 * spaces it may be any part of the whole name.
 */
function wordCondition(word: string): Condition {
  const like = startingWith(word);
  const isNumber = /^\d+$/.test(word);
  const isAnywhere = mayStandAnywhere(word);
  const parts: [sql: string, value: string][] = [
    ['`sortName` LIKE ?', like],
    ['`sortName` LIKE ?', `% ${like}`],
    ...(isNumber ? [['`studentId` LIKE ?', like] as [string, string]] : []),
    // 王小明 for "王, 小明".
    ...(isAnywhere ? [["REPLACE(`sortName`, ', ', '') LIKE ?", `%${like}`] as [string, string]] : []),
  ];
  return { sql: `(${parts.map(([sql]) => sql).join(' OR ')})`, values: parts.map(([, value]) => value) };
}

function peopleCondition({ studentIds, words }: NonNullable<ProgressFilter['people']>): Condition {
  const conditions = words.map(wordCondition);
  const byName = conditions.map(({ sql }) => sql).join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  return studentIds.length === 0
    ? { sql: `(${byName})`, values }
    : { sql: `(\`studentId\` IN (?) OR (${byName}))`, values: [studentIds, ...values] };
}

function conditionOf({ tenantId }: Scope, { pacing, programId, people }: ProgressFilter): Condition {
  const parts: Condition[] = [
    { sql: '`tenantId` = ?', values: [tenantId] },
    ...(pacing === undefined ? [] : [{ sql: '`pacingStatus` = ?', values: [pacing] }]),
    ...(programId === undefined ? [] : [{ sql: '`programId` = ?', values: [programId] }]),
    ...(people === undefined ? [] : [peopleCondition(people)]),
  ];
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

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
    const by = ORDERS[sort].map((column) => `\`${column}\` ${order}`).join(', ');
    const sql = `SELECT \`studentId\` FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_list\`)
      WHERE ${condition} ORDER BY ${by} LIMIT ? OFFSET ?`;
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
    const sql = `SELECT COUNT(*) AS \`students\`
      FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_list\`) WHERE ${condition}`;
    const rows: { students: number | string }[] = await reader.read(sql, [...values]);
    return Number(rows[0]?.students ?? 0);
  }

  find(scope: Scope, reader: Reader, studentIds: readonly string[]): Promise<ProgressDocument[]> {
    return this.table.find(reader, scope.tenantId, 'studentId', studentIds);
  }

  async pacingCounts(scope: Scope, reader: Reader): Promise<PacingCounts> {
    const sql = `SELECT \`pacingStatus\`, COUNT(*) AS \`students\`
      FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_pacing\`)
      WHERE \`tenantId\` = ? GROUP BY \`pacingStatus\``;
    const rows: { pacingStatus: PacingStatus; students: number | string }[] = await reader.read(sql, [
      scope.tenantId,
    ]);
    const counted = new Map(rows.map(({ pacingStatus, students }) => [pacingStatus, Number(students)]));
    return Object.fromEntries(
      PACING_STATUSES.map((status) => [status, counted.get(status) ?? 0]),
    ) as PacingCounts;
  }
}
