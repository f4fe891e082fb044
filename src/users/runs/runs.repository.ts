import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Scope } from '../../tenancy/scope.js';
import { RunActor } from './run-actor.entity.js';
import { Run } from './run.entity.js';

/** The counts of a run that a process has not written yet, and the actors. */
export interface CountedRun extends Run {
  readonly actors: Set<string>;
}

/** The run after which a page begins. */
export interface RunPlace {
  readonly startedAt: string;
  readonly name: string;
}

/** The columns that are added up. */
export const COUNTS = [
  'calls',
  'received',
  'inserted',
  'updated',
  'unchanged',
  'failed',
  'pending',
  'deprovisioned',
  'restored',
  'keptActive',
  'awaitingSource',
  'putBack',
  'workflowCalls',
  'workflowReceived',
  'workflowChanged',
  'workflowUnchanged',
  'workflowFailed',
  'workflowPeople',
] as const;

@Injectable()
export class RunsRepository {
  private readonly codec: RowCodec<Run>;

  constructor(@InjectRepository(Run) private readonly runs: Repository<Run>) {
    this.codec = new RowCodec<Run>(runs.metadata);
  }

  /** Adds the counts to the stored ones. The runs may be of several tenants. */
  async add(transaction: Transaction, runs: readonly CountedRun[]): Promise<void> {
    const sums = COUNTS.map((name) => `\`${name}\` = \`${name}\` + VALUES(\`${name}\`)`).join(', ');
    const sql = `INSERT INTO \`runs\` (${this.codec.columns}) VALUES ? ON DUPLICATE KEY UPDATE
      \`startedAt\` = LEAST(\`startedAt\`, VALUES(\`startedAt\`)),
      \`lastCallAt\` = GREATEST(\`lastCallAt\`, VALUES(\`lastCallAt\`)), ${sums}`;
    for (const statement of statementsOf(this.codec.toRows(runs))) await transaction.write(sql, [statement]);
    const actors = runs.flatMap((run) => [...run.actors].map((actor) => [run.tenantId, run.name, actor]));
    const insert =
      'INSERT INTO `run_actors` (`tenantId`, `name`, `actor`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `actor` = VALUES(`actor`)';
    for (const statement of statementsOf(actors)) await transaction.write(insert, [statement]);
  }

  /** The run that began last comes first. */
  async page({ tenantId }: Scope, after: RunPlace | undefined, limit: number): Promise<Run[]> {
    const behind = after === undefined ? '' : ' AND `startedAt` <= ? AND (`startedAt` < ? OR `name` < ?)';
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` FORCE INDEX (\`ix_runs_started\`)
      WHERE \`tenantId\` = ?${behind} ORDER BY \`startedAt\` DESC, \`name\` DESC LIMIT ?`;
    const at = after === undefined ? [] : [new Date(after.startedAt), new Date(after.startedAt), after.name];
    const rows: Record<string, unknown>[] = await this.runs.query(sql, [tenantId, ...at, limit]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** When the first run with rows about people began. */
  async firstStart({ tenantId }: Pick<Scope, 'tenantId'>): Promise<Date | undefined> {
    const sql = `SELECT \`startedAt\` FROM \`runs\` FORCE INDEX (\`ix_runs_started\`)
      WHERE \`tenantId\` = ? AND \`received\` > 0 ORDER BY \`startedAt\` LIMIT 1`;
    const [row]: { startedAt: Date }[] = await this.runs.query(sql, [tenantId]);
    return row?.startedAt;
  }

  async find({ tenantId }: Scope, name: string): Promise<Run | undefined> {
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` WHERE \`tenantId\` = ? AND \`name\` = ?`;
    const [row]: Record<string, unknown>[] = await this.runs.query(sql, [tenantId, name]);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }

  /** Those of these runs that are known, in no order. */
  async those({ tenantId }: Scope, names: readonly string[]): Promise<Run[]> {
    if (names.length === 0) return [];
    const sql = `SELECT ${this.codec.columns} FROM \`runs\` WHERE \`tenantId\` = ? AND \`name\` IN (?)`;
    const rows: Record<string, unknown>[] = await this.runs.query(sql, [tenantId, names]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** Stores why a call to finish the run was refused, and the run itself where no counts of it are written yet. */
  async noteRefusedFinish(run: Run): Promise<void> {
    const sql = `INSERT INTO \`runs\` (${this.codec.columns}) VALUES ?
      ON DUPLICATE KEY UPDATE \`refusedFinish\` = VALUES(\`refusedFinish\`)`;
    await this.runs.query(sql, [this.codec.toRows([run])]);
  }

  async forgetRefusedFinish({ tenantId }: Scope, name: string): Promise<void> {
    const sql = 'UPDATE `runs` SET `refusedFinish` = NULL WHERE `tenantId` = ? AND `name` = ?';
    await this.runs.query(sql, [tenantId, name]);
  }

  /** The actors of each of these runs, in order. */
  async actorsOf({ tenantId }: Scope, names: readonly string[]): Promise<Map<string, string[]>> {
    const actors = new Map<string, string[]>(names.map((name) => [name, []]));
    if (names.length === 0) return actors;
    const sql =
      'SELECT `name`, `actor` FROM `run_actors` WHERE `tenantId` = ? AND `name` IN (?) ORDER BY `name`, `actor`';
    const rows: RunActor[] = await this.runs.query(sql, [tenantId, names]);
    for (const { name, actor } of rows) actors.get(name)?.push(actor);
    return actors;
  }
}
