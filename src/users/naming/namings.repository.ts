import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { PeopleSet } from '../model/people-set.js';
import { Naming } from './naming.entity.js';
import { NamingEpoch } from './naming-epoch.entity.js';

const PART_BYTES = 8;
/** In one transaction; in memory these are some megabytes. */
const MOST_FOLDED = 5000;
const FIRST_EPOCH = 1;
/** The run of what was named in runs of long ago; no caller can give a run this name. */
const EARLIER_RUNS = '*';
const COLUMNS =
  '(`tenantId`, `sender`, `run`, `epoch`, `part`, `at`, `rowCount`, `keyless`, `sent`, `named`)';

const OF_TENANT = 'SELECT `run` FROM `finished_runs` WHERE `tenantId` = ?';
const UNDONE = `${OF_TENANT} AND \`undoneAt\` IS NOT NULL`;
const UNDONE_OR_OPEN = `${OF_TENANT} AND (\`undoneAt\` IS NOT NULL OR \`state\` <> 'done')`;

/** Rows of one sender. */
export interface NamedRows extends Pick<Naming, 'rowCount' | 'keyless'> {
  readonly sent: PeopleSet;
  /** Without those who were sent. */
  readonly named: PeopleSet;
}

/** What is known of a run without reading whom it named. */
export type RunRows = Pick<Naming, 'sender' | 'rowCount' | 'keyless'>;

/** What a run has named within one epoch. */
export type NamedRun = Pick<Naming, 'tenantId' | 'sender' | 'run' | 'epoch'>;

/** What a sender has named in runs, or without one. */
export interface NamedSender extends Pick<Naming, 'tenantId' | 'sender'> {
  readonly isOfRuns: boolean;
}

/** The driver returns a sum as text. */
interface Sums extends Pick<Naming, 'sender'> {
  readonly rowCount: number | string;
  readonly keyless: number | string;
}

/** Which namings are meant. */
export interface WhichNamings {
  readonly sender?: string;
  readonly notSender?: string;
  readonly run?: string;
  readonly notRun?: string;
  readonly after?: number;
  readonly until?: number;
}

@Injectable()
export class NamingsRepository {
  constructor(
    @InjectRepository(Naming) private readonly namings: Repository<Naming>,
    @InjectRepository(NamingEpoch) private readonly epochs: Repository<NamingEpoch>,
  ) {}

  private get single(): Reader {
    return new SingleStatements(this.namings.manager);
  }

  /** Undefined where no one has named people yet. */
  async epochOf({ tenantId }: Pick<Scope, 'tenantId'>, reader = this.single): Promise<number | undefined> {
    const sql = 'SELECT `epoch` FROM `naming_epochs` WHERE `tenantId` = ?';
    const [row] = await reader.read<NamingEpoch>(sql, [tenantId]);
    return row?.epoch;
  }

  /**
   * Raises the epoch, and waits for namings that are being written; others wait for the end of the transaction.
   * @returns the epoch until now
   */
  async cut({ tenantId }: Pick<Scope, 'tenantId'>, transaction: Transaction): Promise<number> {
    const sql =
      'INSERT INTO `naming_epochs` (`tenantId`, `epoch`) VALUES (?, ?) ' +
      'ON DUPLICATE KEY UPDATE `epoch` = `epoch` + 1';
    await transaction.execute(sql, [tenantId, FIRST_EPOCH + 1]);
    return ((await this.epochOf({ tenantId }, transaction)) ?? FIRST_EPOCH + 1) - 1;
  }

  /** Stores a naming, in a statement of its own. @returns its epoch */
  async add(scope: Pick<Scope, 'tenantId'>, sender: string, run: string, rows: NamedRows): Promise<number> {
    const { tenantId } = scope;
    const sql =
      `INSERT INTO \`namings\` ${COLUMNS} SELECT ?, ?, ?, LAST_INSERT_ID(\`epoch\`), ?, ?, ?, ?, ?, ? ` +
      'FROM `naming_epochs` WHERE `tenantId` = ? LOCK IN SHARE MODE';
    const { rowCount, keyless, sent, named } = rows;
    const part = randomBytes(PART_BYTES);
    const values = [
      tenantId,
      sender,
      run,
      part,
      wallTime(),
      rowCount,
      keyless,
      sent.stored(),
      named.stored(),
      tenantId,
    ];
    for (;;) {
      const { affectedRows, insertId }: ResultSetHeader = await this.namings.query(sql, values);
      if (affectedRows > 0) return insertId;
      const begin = 'INSERT IGNORE INTO `naming_epochs` (`tenantId`, `epoch`) VALUES (?, ?)';
      await this.epochs.query(begin, [tenantId, FIRST_EPOCH]);
    }
  }

  /** The rows of a run, by sender. */
  async rowsOf({ tenantId }: Pick<Scope, 'tenantId'>, run: string, reader = this.single): Promise<RunRows[]> {
    const sql =
      'SELECT `sender`, SUM(`rowCount`) AS `rowCount`, SUM(`keyless`) AS `keyless` FROM `namings` ' +
      'WHERE `tenantId` = ? AND `run` = ? GROUP BY `sender`';
    const rows = await reader.read<Sums>(sql, [tenantId, run]);
    return rows.map(({ sender, rowCount, keyless }) => ({
      sender,
      rowCount: Number(rowCount),
      keyless: Number(keyless),
    }));
  }

  /** Whom these namings have named. */
  async peopleOf(
    { tenantId }: Pick<Scope, 'tenantId'>,
    which: WhichNamings,
    reader = this.single,
  ): Promise<PeopleSet> {
    const { conditions, parameters } = conditionsOf(which);
    const sql = `SELECT \`sent\`, \`named\` FROM \`namings\` WHERE \`tenantId\` = ?${conditions}`;
    const rows = await reader.read<Pick<Naming, 'sent' | 'named'>>(sql, [tenantId, ...parameters]);
    return unionOf(rows.flatMap(({ sent, named }) => [sent, named]));
  }

  /** Those of these runs that have named this person. */
  async runsThatNamed(
    { tenantId }: Pick<Scope, 'tenantId'>,
    id: string,
    runs: readonly string[],
  ): Promise<string[]> {
    if (runs.length === 0) return [];
    const sql =
      'SELECT `run`, `sent`, `named` FROM `namings` FORCE INDEX (`ix_namings_run`) ' +
      'WHERE `tenantId` = ? AND `run` IN (?)';
    const rows = await this.single.read<Pick<Naming, 'run' | 'sent' | 'named'>>(sql, [tenantId, [...runs]]);
    return rows
      .filter(({ sent, named }) => PeopleSet.from(sent).has(id) || PeopleSet.from(named).has(id))
      .map(({ run }) => run);
  }

  /** Whom a sender has sent in runs, but for one run and those that were finished and undone. */
  async sentBy(
    { tenantId }: Pick<Scope, 'tenantId'>,
    { sender, notRun, until }: Required<Pick<WhichNamings, 'sender' | 'notRun' | 'until'>>,
  ): Promise<PeopleSet> {
    const sql =
      "SELECT `sent` FROM `namings` WHERE `tenantId` = ? AND `sender` = ? AND `run` <> '' AND `run` <> ? " +
      `AND \`epoch\` <= ? AND \`run\` NOT IN (${UNDONE})`;
    const rows = await this.single.read<Pick<Naming, 'sent'>>(sql, [
      tenantId,
      sender,
      notRun,
      until,
      tenantId,
    ]);
    return unionOf(rows.map(({ sent }) => sent));
  }

  /** Runs whose namings are in more parts than so many. */
  async inMoreParts(most: number): Promise<NamedRun[]> {
    const sql =
      'SELECT `tenantId`, `sender`, `run`, `epoch` FROM `namings` FORCE INDEX (`ix_namings_epoch`) ' +
      'GROUP BY `tenantId`, `epoch`, `sender`, `run` HAVING COUNT(*) > ? LIMIT 100';
    return this.single.read<NamedRun>(sql, [most]);
  }

  /** Puts the parts of a run together. */
  async foldRun(transaction: Transaction, { tenantId, sender, run, epoch }: NamedRun): Promise<void> {
    const which = '`tenantId` = ? AND `sender` = ? AND `run` = ? AND `epoch` = ?';
    await this.replace(transaction, which, [tenantId, sender, run, epoch], { tenantId, sender, run });
  }

  /** Senders who have named people before this moment; those without a run apart. */
  async sendersBefore(before: Date): Promise<NamedSender[]> {
    const sql =
      "SELECT `tenantId`, `sender`, `run` <> '' AS `isOfRuns` FROM `namings` WHERE `at` < ? " +
      'GROUP BY `tenantId`, `sender`, `isOfRuns` HAVING COUNT(*) > 1 LIMIT 1000';
    const rows = await this.single.read<Omit<NamedSender, 'isOfRuns'> & { isOfRuns: number }>(sql, [before]);
    return rows.map((row) => ({ ...row, isOfRuns: row.isOfRuns === 1 }));
  }

  /**
   * Puts together what a sender has named before this moment, up to an epoch before which no one asks when it was. It
   * counts as named at the last of its epochs. Runs that were undone, or are being finished, stay apart.
   */
  async foldOld(transaction: Transaction, sender: NamedSender, before: Date, until: number): Promise<void> {
    const { tenantId, isOfRuns } = sender;
    const which =
      `\`tenantId\` = ? AND \`sender\` = ? AND \`run\` ${isOfRuns ? '<>' : '='} '' AND \`at\` < ? ` +
      `AND \`epoch\` <= ? AND \`run\` NOT IN (${UNDONE_OR_OPEN})`;
    const into = { tenantId, sender: sender.sender, run: isOfRuns ? EARLIER_RUNS : '' };
    await this.replace(transaction, which, [tenantId, sender.sender, before, until, tenantId], into);
  }

  private async replace(
    transaction: Transaction,
    which: string,
    parameters: readonly unknown[],
    { tenantId, sender, run }: Pick<Naming, 'tenantId' | 'sender' | 'run'>,
  ): Promise<void> {
    const lock = `SELECT * FROM \`namings\` WHERE ${which} LIMIT ${MOST_FOLDED} FOR UPDATE`;
    const rows = await transaction.read<Naming>(lock, parameters);
    if (rows.length < 2) return;
    const keys = rows.map((row) => [row.sender, row.run, row.epoch, row.part]);
    await transaction.write(
      'DELETE FROM `namings` WHERE `tenantId` = ? AND (`sender`, `run`, `epoch`, `part`) IN (?)',
      [tenantId, keys],
    );
    const sum = (name: 'rowCount' | 'keyless'): number => rows.reduce((total, row) => total + row[name], 0);
    const epoch = Math.max(...rows.map((row) => row.epoch));
    const at = new Date(Math.max(...rows.map((row) => row.at.getTime())));
    const sent = unionOf(rows.map((row) => row.sent));
    const named = unionOf(rows.map((row) => row.named)).without(sent);
    const folded = [
      tenantId,
      sender,
      run,
      epoch,
      randomBytes(PART_BYTES),
      at,
      sum('rowCount'),
      sum('keyless'),
      sent.stored(),
      named.stored(),
    ];
    await transaction.write(`INSERT INTO \`namings\` ${COLUMNS} VALUES ?`, [[folded]]);
  }
}

function unionOf(stored: readonly Buffer[]): PeopleSet {
  const people = new PeopleSet();
  for (const set of stored) people.addAll(PeopleSet.from(set));
  return people;
}

const CONDITIONS = {
  sender: '`sender` = ?',
  notSender: '`sender` <> ?',
  run: '`run` = ?',
  notRun: '`run` <> ?',
  after: '`epoch` > ?',
  until: '`epoch` <= ?',
} as const satisfies Partial<Record<keyof WhichNamings, string>>;

function conditionsOf(which: WhichNamings): {
  conditions: string;
  parameters: unknown[];
} {
  const asked: [string, unknown][] = Object.entries(which);
  const names = asked.map(([name]) => ` AND ${CONDITIONS[name as keyof typeof CONDITIONS]}`);
  return { conditions: names.join(''), parameters: asked.map(([, value]) => value) };
}
