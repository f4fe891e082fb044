import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import type { Writer } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Sentence } from '../../texts/sentence.js';
import { unheld } from '../../tenancy/retention/unheld.js';
import { withoutKey } from './describe-failure.js';
import { FailedRow } from './failed-row.entity.js';

const UNHELD = unheld('failed_rows', ['userId']);

export type NewFailedRow = Omit<FailedRow, 'id'>;

/** Whose failed rows: those of a run, of a person, or of both. */
export interface FailedRowFilter {
  readonly run?: string | undefined;
  readonly userId?: string | undefined;
  readonly cause?: string | undefined;
}

/** What several rows of a run failed of. */
export interface FailureCause {
  readonly code: string;
  readonly field: string | null;
  readonly cause: string;
  /** The cause with its values; undefined for rows of a version that did not keep them. */
  readonly said: Sentence | undefined;
  readonly rows: number;
}

type CauseRow = Omit<FailureCause, 'said' | 'rows'> & { rows: number | string; said: string | null };

/** Rows of one cause have one sentence. */
const SAID = "MIN(CAST(JSON_EXTRACT(`sentences`, '$.cause') AS CHAR))";

function causeOf({ code, field, cause, said, rows }: CauseRow): FailureCause {
  // Rows of former versions have their externalId in it.
  const sentence = said === null ? undefined : withoutKey(JSON.parse(said) as Sentence);
  return { code, field, cause, said: sentence, rows: Number(rows) };
}

type Condition = readonly [sql: string, value: unknown];

function conditionsOf({ tenantId }: Pick<Scope, 'tenantId'>, filter: FailedRowFilter): Condition[] {
  const conditions: Condition[] = [
    ['`tenantId` = ?', tenantId],
    ['`run` = ?', filter.run],
    ['`userId` = ?', filter.userId],
    ['`cause` = ?', filter.cause],
  ];
  return conditions.filter(([, value]) => value !== undefined);
}

function indexFor({ userId }: FailedRowFilter): string {
  return userId === undefined ? 'ix_failed_rows_run' : 'ix_failed_rows_user';
}

@Injectable()
export class FailedRowsRepository {
  private readonly table: BatchTable<FailedRow>;
  private readonly codec: RowCodec<FailedRow>;

  constructor(@InjectRepository(FailedRow) private readonly rows: Repository<FailedRow>) {
    this.table = new BatchTable(rows, ['id']);
    this.codec = new RowCodec<FailedRow>(rows.metadata);
  }

  async add(writer: Writer, rows: readonly NewFailedRow[]): Promise<void> {
    // With an id of null the server numbers the row.
    await this.table.put(
      writer,
      rows.map((row) => ({ ...row, id: null as unknown as number })),
    );
  }

  /** How many rows of a run are kept, or without a run of calls that named none since then. */
  async count(tenantId: string, run: string | null, since: Date): Promise<number> {
    const [sql, values] =
      run === null
        ? ['FORCE INDEX (`ix_failed_rows_at`) WHERE `tenantId` = ? AND `at` >= ? AND `run` IS NULL', [since]]
        : ['FORCE INDEX (`ix_failed_rows_run`) WHERE `tenantId` = ? AND `run` = ?', [run]];
    const [row]: { kept: number | string }[] = await this.rows.query(
      `SELECT COUNT(*) AS \`kept\` FROM \`failed_rows\` ${sql}`,
      [tenantId, ...values],
    );
    return Number(row?.kept ?? 0);
  }

  /** A part of the list, in the order in which the rows arrived, and how many there are. */
  async page(
    scope: Scope,
    filter: FailedRowFilter,
    { order, offset, limit }: { order: 'ASC' | 'DESC'; offset: number; limit: number },
  ): Promise<{ rows: FailedRow[]; total: number }> {
    const conditions = conditionsOf(scope, filter);
    const from = `FROM \`failed_rows\` FORCE INDEX (\`${indexFor(filter)}\`)
      WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
    const values = conditions.map(([, value]) => value);
    const [counted]: { rows: number | string }[] = await this.rows.query(
      `SELECT COUNT(*) AS \`rows\` ${from}`,
      values,
    );
    const found: Record<string, unknown>[] = await this.rows.query(
      `SELECT ${this.codec.columns} ${from} ORDER BY \`id\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    return { rows: found.map((row) => this.codec.fromRow(row)), total: Number(counted?.rows ?? 0) };
  }

  /** The rows of a run after this one, in the order in which they arrived. */
  async after(scope: Scope, filter: FailedRowFilter, id: number, limit: number): Promise<FailedRow[]> {
    const conditions = conditionsOf(scope, filter);
    const sql = `SELECT ${this.codec.columns} FROM \`failed_rows\` FORCE INDEX (\`${indexFor(filter)}\`)
      WHERE ${conditions.map(([one]) => one).join(' AND ')} AND \`id\` > ? ORDER BY \`id\` LIMIT ?`;
    const values = conditions.map(([, value]) => value);
    const found: Record<string, unknown>[] = await this.rows.query(sql, [...values, id, limit]);
    return found.map((row) => this.codec.fromRow(row));
  }

  /** The causes of a run's failures; the one with the most rows comes first. */
  async causes({ tenantId }: Scope, run: string, most: number): Promise<FailureCause[]> {
    const sql = `SELECT \`code\`, \`field\`, \`cause\`, COUNT(*) AS \`rows\`,
        MIN(\`id\`) AS \`first\`, ${SAID} AS \`said\`
      FROM \`failed_rows\` FORCE INDEX (\`ix_failed_rows_run\`) WHERE \`tenantId\` = ? AND \`run\` = ?
      GROUP BY \`code\`, \`field\`, \`cause\` ORDER BY \`rows\` DESC, \`first\` LIMIT ?`;
    const found: CauseRow[] = await this.rows.query(sql, [tenantId, run, most]);
    return found.map(causeOf);
  }

  /** The causes of most failures of these runs together; the one with the most rows comes first. */
  async causesOfAll({ tenantId }: Scope, runs: readonly string[], most: number): Promise<FailureCause[]> {
    if (runs.length === 0) return [];
    const sql = `SELECT MIN(\`code\`) AS \`code\`, MIN(\`field\`) AS \`field\`, \`cause\`, COUNT(*) AS \`rows\`,
        ${SAID} AS \`said\`
      FROM \`failed_rows\` FORCE INDEX (\`ix_failed_rows_run\`) WHERE \`tenantId\` = ? AND \`run\` IN (?)
      GROUP BY \`cause\` ORDER BY \`rows\` DESC, \`cause\` LIMIT ?`;
    const found: CauseRow[] = await this.rows.query(sql, [tenantId, [...runs], most]);
    return found.map(causeOf);
  }

  /** How many rows of each of these runs failed of each of these causes, in the order of the causes. */
  async countsByRun(
    { tenantId }: Scope,
    runs: readonly string[],
    causes: readonly string[],
  ): Promise<Map<string, number[]>> {
    if (runs.length === 0 || causes.length === 0) return new Map();
    // The server compares, as in the list of one cause: it takes some letters for the same.
    const sums = causes.map((_, index) => `SUM(\`cause\` = ?) AS \`cause${index}\``).join(', ');
    const sql = `SELECT \`run\`, ${sums} FROM \`failed_rows\` FORCE INDEX (\`ix_failed_rows_run\`)
      WHERE \`tenantId\` = ? AND \`run\` IN (?) GROUP BY \`run\``;
    const found: Record<string, unknown>[] = await this.rows.query(sql, [...causes, tenantId, [...runs]]);
    return new Map(
      found.map((row) => [String(row['run']), causes.map((_, index) => Number(row[`cause${index}`]))]),
    );
  }

  /** How many rows {@link deleteOlder} would delete, up to `most`. */
  async countOlder(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.rows.query(
      `SELECT COUNT(*) AS \`found\`
        FROM (SELECT 1 FROM \`failed_rows\` WHERE \`tenantId\` = ? AND \`at\` < ? AND ${UNHELD} LIMIT ?) \`old\``,
      [tenantId, before, most],
    );
    return Number(counted?.found ?? 0);
  }

  /** @returns how many rows were deleted; fewer than `limit` when no older ones are left */
  async deleteOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const sql = `DELETE FROM \`failed_rows\` WHERE \`tenantId\` = ? AND \`at\` < ? AND ${UNHELD}
      ORDER BY \`at\` LIMIT ?`;
    const result: ResultSetHeader = await this.rows.query(sql, [tenantId, before, limit]);
    return result.affectedRows;
  }
}
