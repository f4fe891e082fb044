import { setTimeout as sleep } from 'node:timers/promises';

import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  type RowDataPacket,
} from 'mysql2/promise';

import type { CallCounts } from '../load/caller.js';
import type { Step, Transaction } from './history/appends.js';
import { History, type Outcome } from './history/history.js';

/** Appended to where they are, and read and written anew as a whole. */
const KEYS = ['list1', 'list2', 'list3', 'list4', 'register1', 'register2'];
const ANSWER_WITHIN_MS = 20_000;
/** Between two transactions of a worker: the lists are read as a whole, and checked against each other. */
const PAUSE_MS = 25;
/** The part of the transactions that are large. */
const LARGE = 0.2;
const BALLAST = 'x'.repeat(200_000);
/** The server has rolled back: deadlock or failed certification, lock wait, the primary of a group has changed. */
const ROLLED_BACK = new Set([1205, 1213, 3101]);

/** Where transactions are sent, and how they lock. */
export interface Target {
  readonly connection: ConnectionOptions;
  /** Statements of a new session. */
  readonly session: readonly string[];
  /** After the SELECT of a list. */
  readonly lock: string;
  /** Of the place, without `@`. */
  readonly name: string;
}

/** The statements that create the lists, and a table for what makes some transactions as large as an upload. */
export const LISTS = [
  'CREATE TABLE ballast (name VARCHAR(20) PRIMARY KEY, v LONGTEXT NOT NULL)',
  'CREATE TABLE lists (k VARCHAR(20) PRIMARY KEY, v LONGTEXT NOT NULL)',
  `INSERT INTO lists VALUES ${KEYS.map((key) => `('${key}', '')`).join(', ')}`,
];

/** @param transaction its name @returns the name of its target */
export function targetOf(transaction: string): string {
  return transaction.split('@')[1] ?? '';
}

export function listOf(text: unknown): string[] {
  return String(text).split(' ').filter(Boolean);
}

/** Transactions that read and append to a few lists, by several workers, until they are stopped. */
export class ListLoad {
  readonly history = new History<Transaction>();
  private stopped = false;
  private made = 0;
  private readonly running: Promise<void>[] = [];

  constructor(private readonly counts: CallCounts) {}

  start(target: Target, workers: number): void {
    for (let index = 0; index < workers; index += 1) this.running.push(this.work(target));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async work(target: Target): Promise<void> {
    while (!this.stopped) {
      const connection = await connect(target);
      if (connection === undefined) {
        await sleep(200);
        continue;
      }
      await this.useUntilLost(connection, target);
      connection.destroy();
    }
  }

  private async useUntilLost(connection: Connection, target: Target): Promise<void> {
    for (let isUsable = true; isUsable && !this.stopped;) {
      isUsable = await this.transact(connection, target);
      await sleep(PAUSE_MS);
    }
  }

  /** @returns false when the connection is not to be used any more */
  private async transact(connection: Connection, target: Target): Promise<boolean> {
    const name = `t${(this.made += 1)}@${target.name}`;
    const steps: Step[] = [];
    const invokedAt = performance.now();
    const { outcome, isUsable } = await attempt(connection, name, target.lock, steps);
    const endedAt = performance.now();
    this.history.operations.push({ action: { name, steps }, outcome, invokedAt, endedAt });
    this.counts.longestWaitMs = Math.max(this.counts.longestWaitMs, endedAt - invokedAt);
    if (outcome === 'ok') this.counts.acknowledge(1);
    return isUsable;
  }
}

async function connect(target: Target): Promise<Connection | undefined> {
  try {
    const connection = await createConnection({ ...target.connection, connectTimeout: 2000 });
    connection.on('error', () => undefined);
    for (const sql of target.session) await connection.query({ sql, timeout: ANSWER_WITHIN_MS });
    return connection;
  } catch {
    return undefined;
  }
}

/** @param steps what was done, also by a transaction that failed */
async function attempt(
  connection: Connection,
  name: string,
  lock: string,
  steps: Step[],
): Promise<{ outcome: Outcome; isUsable: boolean }> {
  const query = (sql: string, values: unknown[] = []) =>
    connection.query<RowDataPacket[]>({ sql, values, timeout: ANSWER_WITHIN_MS });
  let isCommitting = false;
  try {
    await query('BEGIN');
    for (const key of KEYS.filter(() => Math.random() < 0.4)) {
      const [[row]] = await query(`SELECT v FROM lists WHERE k = ?${lock}`, [key]);
      const list = listOf(row?.['v']);
      steps.push({ kind: 'read', key, list });
      if (Math.random() < 0.4) continue;
      const value = `${name}.${key}`;
      steps.push({ kind: 'append', key, value });
      if (key.startsWith('list'))
        await query("UPDATE lists SET v = CONCAT(v, ' ', ?) WHERE k = ?", [value, key]);
      else await query('UPDATE lists SET v = ? WHERE k = ?', [[...list, value].join(' '), key]);
    }
    if (Math.random() < LARGE) await query('INSERT INTO ballast VALUES (?, ?)', [name, BALLAST]);
    isCommitting = true;
    await query('COMMIT');
    return { outcome: 'ok', isUsable: true };
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
    const isRolledBack = ROLLED_BACK.has(errno);
    if (isRolledBack && (await query('ROLLBACK').catch(() => undefined)) !== undefined)
      return { outcome: 'failed', isUsable: true };
    return { outcome: isCommitting && !isRolledBack ? 'unknown' : 'failed', isUsable: false };
  }
}
