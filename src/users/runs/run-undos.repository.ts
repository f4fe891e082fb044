import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { RowCodec } from '../../database/statements/row-codec.js';
import type { Scope } from '../../tenancy/scope.js';
import { RunUndo } from './run-undo.entity.js';

/** So many are read of a run. */
const MOST_READ = 50;

/** The undos of a run and of parts of it. */
@Injectable()
export class RunUndosRepository {
  private readonly codec: RowCodec<RunUndo>;

  constructor(@InjectRepository(RunUndo) private readonly undos: Repository<RunUndo>) {
    this.codec = new RowCodec<RunUndo>(undos.metadata);
  }

  /** @returns what {@link end} is called with */
  async begin(
    { tenantId, actor }: Scope,
    run: string,
    { part, at }: Pick<RunUndo, 'part' | 'at'>,
  ): Promise<number> {
    const sql = 'INSERT INTO `run_undos` (`tenantId`, `run`, `at`, `actor`, `part`) VALUES (?)';
    const json = part === null ? null : JSON.stringify(part);
    const { insertId }: { insertId: number } = await this.undos.query(sql, [
      [tenantId, run, at, actor, json],
    ]);
    return insertId;
  }

  async end(
    { tenantId }: Scope,
    id: number,
    { putBack, kept, isFinished }: Pick<RunUndo, 'putBack' | 'kept' | 'isFinished'>,
  ): Promise<void> {
    const sql =
      'UPDATE `run_undos` SET `putBack` = ?, `kept` = ?, `isFinished` = ? WHERE `id` = ? AND `tenantId` = ?';
    await this.undos.query(sql, [putBack, kept, isFinished, id, tenantId]);
  }

  /** Whether all or a part of each of these runs was undone; the others are not in the map. */
  async undone({ tenantId }: Scope, runs: readonly string[]): Promise<Map<string, 'all' | 'part'>> {
    if (runs.length === 0) return new Map();
    const sql = `SELECT \`run\`, MAX(\`part\` IS NULL AND \`isFinished\` = 1) AS \`isWhole\`
      FROM \`run_undos\` FORCE INDEX (\`ix_run_undos_run\`)
      WHERE \`tenantId\` = ? AND \`run\` IN (?) GROUP BY \`run\``;
    const rows: { run: string; isWhole: number | string }[] = await this.undos.query(sql, [
      tenantId,
      [...runs],
    ]);
    return new Map(rows.map(({ run, isWhole }) => [run, Number(isWhole) === 1 ? 'all' : 'part']));
  }

  /** When the last undo of all of each of these runs began that left nothing; the others are not in the map. */
  async leftNothing({ tenantId }: Scope, runs: readonly string[]): Promise<Map<string, Date>> {
    if (runs.length === 0) return new Map();
    const sql = `SELECT \`run\`, MAX(\`at\`) AS \`at\` FROM \`run_undos\` FORCE INDEX (\`ix_run_undos_run\`)
      WHERE \`tenantId\` = ? AND \`run\` IN (?) AND \`part\` IS NULL AND \`isFinished\` = 1 AND \`kept\` = 0
      GROUP BY \`run\``;
    const rows: Pick<RunUndo, 'run' | 'at'>[] = await this.undos.query(sql, [tenantId, [...runs]]);
    return new Map(rows.map(({ run, at }) => [run, at]));
  }

  /** The latest first. */
  async ofRun({ tenantId }: Scope, run: string): Promise<RunUndo[]> {
    const sql = `SELECT ${this.codec.columns} FROM \`run_undos\` FORCE INDEX (\`ix_run_undos_run\`)
      WHERE \`tenantId\` = ? AND \`run\` = ? ORDER BY \`id\` DESC LIMIT ?`;
    const rows: Record<string, unknown>[] = await this.undos.query(sql, [tenantId, run, MOST_READ]);
    return rows.map((row) => this.codec.fromRow(row));
  }
}
