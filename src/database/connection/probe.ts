import type mysql from 'mysql2/promise';

import { StartupProblem } from '../../errors/startup-problem.js';
import {
  type ConnectionTarget,
  type ConnectionTargets,
  describeTarget,
  type UrlVariable,
} from './connection-target.js';
import { NodeChoice } from './node-choice.js';
import { isGaleraNode } from './node-state.js';
import { ANSWER_MS, openConnection, type TimeLeft, timeLeftOf } from './one-connection.js';
import { parseServerVersion, type ProbedServer } from './server-version.js';

/** How long the first node of a list may take to give the reason why none can be used. */
const REASON_MS = 2000;
const UNKNOWN_DATABASE = 1049;
const DENIED = new Set([1045, 1698, 1130]);
/** Also of a database that does not exist, for a user without rights on it. */
const NO_RIGHTS = 1044;
const SILENT = new Set(['ETIMEDOUT', 'PROTOCOL_SEQUENCE_TIMEOUT']);

/** A server that was found, and whether it has the database. */
export interface FoundServer extends ProbedServer {
  readonly target: ConnectionTarget;
  readonly hasDatabase: boolean;
}

export interface ProbeOptions {
  /** A server that answers nothing for so long, and for at least two and a half seconds, is given up. */
  readonly silenceSeconds?: number;
  /** Whether a missing database is created; default true. */
  readonly mayCreate?: boolean;
}

interface Probe {
  readonly answerMs: number;
  readonly mayCreate: boolean;
}

function detailsOf(error: unknown): { errno?: unknown; code?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}

function errnoOf(error: unknown): number | undefined {
  const { errno } = detailsOf(error);
  return typeof errno === 'number' ? errno : undefined;
}

function reasonOf(error: unknown, answerMs: number): string {
  const { code } = detailsOf(error);
  if (typeof code !== 'string') return 'no answer';
  return SILENT.has(code) ? `no answer within ${answerMs / 1000} s` : code;
}

function explain(
  error: unknown,
  target: ConnectionTarget,
  answerMs: number,
  variable: UrlVariable,
): StartupProblem {
  const place = describeTarget(target);
  if (errnoOf(error) === NO_RIGHTS) {
    return new StartupProblem(
      `The user of ${variable} has no rights on the database "${target.database}" at ${place}`,
      'create the database if it is missing, and give the user every right on it',
    );
  }
  if (DENIED.has(errnoOf(error) ?? 0)) {
    return new StartupProblem(
      `The database at ${place} refuses the user or password of ${variable}`,
      'correct it and start again',
    );
  }
  return new StartupProblem(
    `The database at ${place} cannot be reached (${reasonOf(error, answerMs)})`,
    `check ${variable} and that the server runs`,
  );
}

async function createDatabase(target: ConnectionTarget, left: TimeLeft): Promise<mysql.Connection> {
  const connection = await openConnection(target, left, false);
  try {
    await connection.query({
      sql: `CREATE DATABASE IF NOT EXISTS \`${target.database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
      timeout: left(),
    });
    await connection.changeUser({ database: target.database });
    return connection;
  } catch {
    connection.destroy();
    throw new StartupProblem(
      `The database "${target.database}" of DATABASE_URL does not exist and this user may not create it`,
      'create it and start again',
    );
  }
}

/**
 * Connects once, creates the database if it is missing and the user has the right, and returns the server that is used
 * with its version.
 * @throws {StartupProblem} when the server is unreachable, refuses the user, or is older than MySQL 8.4 or MariaDB
 * 10.11
 */
export async function probeServer(
  targets: ConnectionTargets,
  { silenceSeconds = 0, mayCreate = true }: ProbeOptions = {},
): Promise<FoundServer> {
  const answerMs = Math.max(ANSWER_MS, 1000 * silenceSeconds);
  if (targets.length === 1) return probe(targets[0], { answerMs, mayCreate });
  const choice = new NodeChoice(targets, true);
  // If no node can be used, the error of the first one is reported, unless that node answers.
  const first = probe(targets[0], { answerMs: REASON_MS, mayCreate: false });
  first.catch(() => undefined);
  if (await choice.choose()) return probe(choice.current, { answerMs, mayCreate });
  await first;
  throw new StartupProblem(
    `None of the database servers ${targets.map(describeTarget).join(', ')} can be written to`,
    'check DATABASE_URL and their state',
  );
}

/**
 * The same for a server that is only read: the database is not created.
 * @throws {StartupProblem} when the server is unreachable, refuses the user, or is too old
 */
export async function probeReplica(targets: ConnectionTargets): Promise<ProbedServer> {
  const choice = new NodeChoice(targets, false);
  if (targets.length > 1) await choice.choose();
  const left = timeLeftOf(ANSWER_MS);
  try {
    return await askServer(await openConnection(choice.current, left), left, 'DATABASE_READ_URL');
  } catch (error) {
    throw error instanceof StartupProblem
      ? error
      : explain(error, choice.current, ANSWER_MS, 'DATABASE_READ_URL');
  }
}

async function probe(target: ConnectionTarget, { answerMs, mayCreate }: Probe): Promise<FoundServer> {
  const left = timeLeftOf(answerMs);
  try {
    const { connection, hasDatabase } = await connect(target, left, mayCreate);
    return { ...(await askServer(connection, left, 'DATABASE_URL')), target, hasDatabase };
  } catch (error) {
    // A Galera node without a quorum accepts every connection but answers no statement.
    throw error instanceof StartupProblem ? error : explain(error, target, answerMs, 'DATABASE_URL');
  }
}

async function connect(
  target: ConnectionTarget,
  left: TimeLeft,
  mayCreate: boolean,
): Promise<{ connection: mysql.Connection; hasDatabase: boolean }> {
  try {
    return { connection: await openConnection(target, left), hasDatabase: true };
  } catch (error) {
    if (errnoOf(error) !== UNKNOWN_DATABASE) throw error;
    if (mayCreate) return { connection: await createDatabase(target, left), hasDatabase: true };
    return { connection: await openConnection(target, left, false), hasDatabase: false };
  }
}

async function askServer(
  connection: mysql.Connection,
  left: TimeLeft,
  variable: UrlVariable,
): Promise<ProbedServer> {
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>({
      sql: 'SELECT VERSION() AS version',
      timeout: left(),
    });
    const version = parseServerVersion(String(rows[0]?.['version']));
    if (!version.supported) {
      throw new StartupProblem(
        `The database server of ${variable} is version ${version.text}`,
        'upgrade it, as MySQL 8.4 or MariaDB 10.11 is the oldest that works',
      );
    }
    return { ...version, galera: await isGaleraNode(connection, left()) };
  } finally {
    // An orderly end would wait for the statements that were not answered.
    connection.destroy();
  }
}
