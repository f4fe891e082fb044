import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import { RowCodec, quotedNames } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AccountType } from '../model/account.js';
import { FinishedRun, type FinishState } from './finished-run.entity.js';

type Row = Readonly<Record<string, unknown>>;
type OfTenant = Pick<Scope, 'tenantId'>;

/** What finishing a run has done to absent people so far. */
export type AbsenceResult = Pick<FinishedRun, 'deprovisioned' | 'held' | 'kept'>;

/** A run that named everyone of its account types, as it was stored. */
export interface CompleteRun extends Pick<FinishedRun, 'run' | 'sender' | 'at'> {
  /** Separated by commas. */
  readonly accountTypes: string;
}

@Injectable()
export class FinishedRunsRepository {
  private readonly codec: RowCodec<FinishedRun>;

  constructor(@InjectRepository(FinishedRun) private readonly runs: Repository<FinishedRun>) {
    this.codec = new RowCodec<FinishedRun>(runs.metadata);
  }

  async find(
    { tenantId }: OfTenant,
    run: string,
    reader: Reader = this.single,
  ): Promise<FinishedRun | undefined> {
    const sql = `SELECT ${this.codec.columns} FROM \`finished_runs\` WHERE \`tenantId\` = ? AND \`run\` = ?`;
    const [row] = await reader.read<Row>(sql, [tenantId, run]);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }

  /** Those of these runs that were finished. */
  async those({ tenantId }: OfTenant, runs: readonly string[]): Promise<FinishedRun[]> {
    if (runs.length === 0) return [];
    const columns = quotedNames(this.codec.columnsBut(['named', 'absences']));
    const sql = `SELECT ${columns} FROM \`finished_runs\` WHERE \`tenantId\` = ? AND \`run\` IN (?)`;
    const rows = await this.single.read<Row>(sql, [tenantId, runs]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** The sender's last run before this one that was complete for the account type; undone ones do not count. */
  async lastComplete(
    { tenantId }: OfTenant,
    {
      sender,
      accountType,
      before,
    }: { readonly sender: string; readonly accountType: AccountType; readonly before: number },
  ): Promise<FinishedRun | undefined> {
    const sql =
      `SELECT ${this.codec.columns} FROM \`finished_runs\` WHERE \`tenantId\` = ? AND \`sender\` = ? ` +
      "AND `epoch` < ? AND FIND_IN_SET(?, `accountTypes`) AND `state` <> 'begun' AND `undoneAt` IS NULL " +
      'ORDER BY `epoch` DESC LIMIT 1';
    const [row] = await this.single.read<Row>(sql, [tenantId, sender, before, accountType]);
    return row === undefined ? undefined : this.codec.fromRow(row);
  }

  /**
   * The first epoch among the last complete runs of all senders and account types, after this moment: what was named
   * since is compared by epoch. The largest number without any.
   */
  async firstLastComplete({ tenantId }: OfTenant, after: Date): Promise<number> {
    const sql =
      'SELECT MIN(`last`) AS `epoch` FROM (SELECT MAX(`epoch`) AS `last` FROM `finished_runs` WHERE `tenantId` = ? ' +
      'AND `accountTypes` IS NOT NULL AND `undoneAt` IS NULL AND `at` > ? GROUP BY `sender`, `accountTypes`) `each`';
    const [row] = await this.single.read<{ epoch: number | null }>(sql, [tenantId, after]);
    return row?.epoch ?? Number.MAX_SAFE_INTEGER;
  }

  /** The complete runs that were finished after this moment, the latest first; undone ones do not count. */
  completeSince({ tenantId }: OfTenant, after: Date): Promise<CompleteRun[]> {
    const sql =
      'SELECT `run`, `sender`, `accountTypes`, `at` FROM `finished_runs` FORCE INDEX (`ix_finished_runs_at`) ' +
      'WHERE `tenantId` = ? AND `at` > ? AND `accountTypes` IS NOT NULL AND `undoneAt` IS NULL ' +
      'ORDER BY `at` DESC, `epoch` DESC';
    return this.single.read<CompleteRun>(sql, [tenantId, after]);
  }

  /** Locks a run that is being finished. @returns whether it was undone meanwhile */
  async isUndone({ tenantId }: OfTenant, transaction: Transaction, run: string): Promise<boolean> {
    const sql = 'SELECT `undoneAt` FROM `finished_runs` WHERE `tenantId` = ? AND `run` = ? FOR UPDATE';
    const [row] = await transaction.read<Pick<FinishedRun, 'undoneAt'>>(sql, [tenantId, run]);
    return row !== undefined && row.undoneAt !== null;
  }

  async add(transaction: Transaction, run: FinishedRun): Promise<void> {
    const sql = `INSERT INTO \`finished_runs\` (${this.codec.columns}) VALUES ?`;
    await transaction.write(sql, [this.codec.toRows([run])]);
  }

  /** Goes on to the next state. @returns whether this call did it, and no other one before */
  async advance(
    { tenantId }: OfTenant,
    transaction: Transaction,
    run: string,
    from: FinishState,
    to: Partial<FinishedRun> & Pick<FinishedRun, 'state'>,
  ): Promise<boolean> {
    const { affected } = await transaction.entities((manager) =>
      manager.update(FinishedRun, { tenantId, run, state: from, undoneAt: IsNull() }, to),
    );
    return (affected ?? 0) > 0;
  }

  /** Adds what a batch of absent people became. */
  async addDeprovisioned(
    { tenantId }: OfTenant,
    transaction: Transaction,
    run: string,
    people: number,
  ): Promise<void> {
    if (people === 0) return;
    const sql =
      'UPDATE `finished_runs` SET `deprovisioned` = `deprovisioned` + ? WHERE `tenantId` = ? AND `run` = ?';
    await transaction.write(sql, [people, tenantId, run]);
  }

  /** An undone run is none that later ones are compared with. */
  async markUndone({ tenantId }: OfTenant, run: string, at: Date): Promise<void> {
    await this.runs.update({ tenantId, run }, { undoneAt: at });
  }

  /** Forgets whom old runs have named, where a later one of the same account types is compared with. */
  async forgetPeople(before: Date): Promise<void> {
    const sql =
      'UPDATE `finished_runs` `f` JOIN (SELECT `tenantId`, `sender`, `accountTypes`, MAX(`epoch`) AS `epoch` ' +
      "FROM `finished_runs` WHERE `accountTypes` IS NOT NULL AND `undoneAt` IS NULL AND `state` <> 'begun' " +
      'AND `at` < ? ' +
      'GROUP BY `tenantId`, `sender`, `accountTypes`) `last` USING (`tenantId`, `sender`, `accountTypes`) ' +
      'SET `named` = NULL, `absences` = NULL ' +
      'WHERE `f`.`epoch` < `last`.`epoch` AND `f`.`at` < ? AND `f`.`named` IS NOT NULL';
    await this.runs.query(sql, [before, before]);
  }

  private get single(): Reader {
    return new SingleStatements(this.runs.manager);
  }
}
