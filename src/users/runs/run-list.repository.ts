import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { beginningWith } from '../../database/statements/like.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import type { Scope } from '../../tenancy/scope.js';
import { Run } from './run.entity.js';

/** The filter of the list of runs. */
export interface RunFilter {
  /** A part of the name, in any case. */
  readonly name?: string | undefined;
  readonly sender?: string | undefined;
  readonly withFailures?: boolean | undefined;
}

/** Which part of the list, in which order of their beginning. */
export interface RunRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** The largest total that the list shows exactly. */
const MOST_COUNTED = 10_000;
/** The most runs that are read for a filter, as a caller may give every call a name of its own. */
const MOST_SCANNED = 50_000;

/** Runs of a tenant, and how many there are; `isCapped` when there are more than were counted. */
export interface RunPage {
  readonly rows: Run[];
  readonly total: number;
  readonly isCapped: boolean;
}

function conditionOf({ tenantId }: Scope, { name, sender, withFailures }: RunFilter): [string, unknown[]] {
  const conditions: [string, unknown[]][] = [];
  if (name !== undefined) conditions.push(['LOCATE(?, LOWER(`name`)) > 0', [name.toLowerCase()]]);
  if (withFailures === true) conditions.push(['`failed` + `workflowFailed` > 0', []]);
  if (sender !== undefined)
    conditions.push([
      'EXISTS (SELECT 1 FROM `run_actors` AS `a` ' +
        'WHERE `a`.`tenantId` = ? AND `a`.`name` = `seen`.`name` AND `a`.`actor` = ?)',
      [tenantId, sender],
    ]);
  return [
    conditions.length === 0 ? '1 = 1' : conditions.map(([sql]) => sql).join(' AND '),
    conditions.flatMap(([, values]) => values),
  ];
}

/** The list of runs as administrators see it; `RunsRepository` writes the table. */
@Injectable()
export class RunListRepository {
  private readonly codec: RowCodec<Run>;

  constructor(@InjectRepository(Run) private readonly runs: Repository<Run>) {
    this.codec = new RowCodec<Run>(runs.metadata);
  }

  /** Reads a bounded number of rows, whatever the filter. */
  async page(scope: Scope, filter: RunFilter, { order, offset, limit }: RunRange): Promise<RunPage> {
    const [condition, values] = conditionOf(scope, filter);
    const isFiltered = values.length > 0 || filter.withFailures === true;
    const mostScanned = isFiltered ? MOST_SCANNED : MOST_COUNTED;
    const sorted = `ORDER BY \`startedAt\` ${order}, \`name\` ${order}`;
    const columns = isFiltered ? ', `failed`, `workflowFailed`' : '';
    const seen = `(SELECT \`name\`, \`startedAt\`${columns} FROM \`runs\` FORCE INDEX (\`ix_runs_started\`)
      WHERE \`tenantId\` = ? ${sorted} LIMIT ?) \`seen\``;
    const [counted]: { seen: string; found: string }[] = await this.runs.query(
      `SELECT COUNT(*) AS \`seen\`, COALESCE(SUM(${condition}), 0) AS \`found\` FROM ${seen}`,
      [...values, scope.tenantId, mostScanned + 1],
    );
    const names: { name: string }[] = await this.runs.query(
      `SELECT \`name\` FROM ${seen} WHERE ${condition} ${sorted} LIMIT ? OFFSET ?`,
      [scope.tenantId, mostScanned, ...values, limit, offset],
    );
    const found = Number(counted?.found ?? 0);
    return {
      rows: await this.ofNames(
        scope,
        names.map(({ name }) => name),
      ),
      total: Math.min(found, MOST_COUNTED),
      isCapped: Number(counted?.seen ?? 0) > mostScanned || found > MOST_COUNTED,
    };
  }

  /** The latest runs that began before this moment, the latest first. */
  async before({ tenantId }: Scope, moment: Date, limit: number): Promise<Run[]> {
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` FORCE INDEX (\`ix_runs_started\`)
      WHERE \`tenantId\` = ? AND \`startedAt\` < ? ORDER BY \`startedAt\` DESC, \`name\` DESC LIMIT ?`;
    const rows: Record<string, unknown>[] = await this.runs.query(sql, [tenantId, moment, limit]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** Runs whose names begin with this ASCII text; those last in the alphabet, so of a series the latest, first. */
  async beginning({ tenantId }: Scope, text: string, limit: number): Promise<Run[]> {
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`name\` LIKE ? ORDER BY \`name\` DESC LIMIT ?`;
    const rows: Record<string, unknown>[] = await this.runs.query(sql, [
      tenantId,
      beginningWith(text),
      limit,
    ]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** In the order of the names. */
  private async ofNames({ tenantId }: Scope, names: readonly string[]): Promise<Run[]> {
    if (names.length === 0) return [];
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` WHERE \`tenantId\` = ? AND \`name\` IN (?)`;
    const rows: Record<string, unknown>[] = await this.runs.query(sql, [tenantId, [...names]]);
    const byName = new Map(rows.map((row) => this.codec.fromRow(row)).map((run) => [run.name, run]));
    return names.flatMap((name) => byName.get(name) ?? []);
  }
}
