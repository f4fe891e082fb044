import mysql from 'mysql2/promise';

import { StartupProblem } from '../../errors/startup-problem.js';
import {
  type ConnectionTarget,
  type ConnectionTargets,
  describeTarget,
  type UrlVariable,
} from './connection-target.js';
import { NodeChoice } from './node-choice.js';
import { isGaleraNode } from './node-state.js';
import { parseServerVersion, type ProbedServer } from './server-version.js';

const ANSWER_MS = 5000;
const UNKNOWN_DATABASE = 1049;
const DENIED = new Set([1044, 1045, 1698, 1130]);

function detailsOf(error: unknown): { errno?: unknown; code?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}

function errnoOf(error: unknown): number | undefined {
  const { errno } = detailsOf(error);
  return typeof errno === 'number' ? errno : undefined;
}

function codeOf(error: unknown): string {
  const { code } = detailsOf(error);
  return typeof code === 'string' ? code : 'no answer';
}

function explain(
  error: unknown,
  target: ConnectionTarget,
  variable: UrlVariable = 'DATABASE_URL',
): StartupProblem {
  const place = describeTarget(target);
  if (DENIED.has(errnoOf(error) ?? 0)) {
    return new StartupProblem(
      `The database at ${place} refuses the user or password of ${variable}; correct it and start again.`,
    );
  }
  return new StartupProblem(
    `The database at ${place} cannot be reached (${codeOf(error)}); check ${variable} and that the server runs.`,
  );
}

async function connect(
  target: ConnectionTarget,
  withDatabase: boolean,
  answerMs: number,
): Promise<mysql.Connection> {
  const { database, ...server } = target;
  return mysql.createConnection({
    ...server,
    ...(withDatabase ? { database } : {}),
    connectTimeout: answerMs,
  });
}

async function createDatabase(target: ConnectionTarget, answerMs: number): Promise<mysql.Connection> {
  const connection = await connect(target, false, answerMs);
  try {
    await connection.query({
      sql: `CREATE DATABASE IF NOT EXISTS \`${target.database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
      timeout: answerMs,
    });
    await connection.changeUser({ database: target.database });
    return connection;
  } catch {
    connection.destroy();
    throw new StartupProblem(
      `The database "${target.database}" does not exist and this user may not create it; create it and start again.`,
    );
  }
}

/**
 * Connects once, creates the database if it is missing and the user has the right, and returns the server's version.
 * @param silenceSeconds a server that answers nothing for so long, and for at least five, is given up
 * @throws {StartupProblem} when the server is unreachable, refuses the user, or is older than MySQL 8.4 or MariaDB
 * 10.11
 */
export async function probeServer(targets: ConnectionTargets, silenceSeconds = 0): Promise<ProbedServer> {
  const answerMs = Math.max(ANSWER_MS, 1000 * silenceSeconds);
  if (targets.length === 1) return probe(targets[0], answerMs);
  const choice = new NodeChoice(targets, true);
  const isFound = await choice.choose();
  // If no node can be used, the error of the first one is reported, unless that node answers after all.
  const server = await probe(choice.current, answerMs);
  if (isFound) return server;
  throw new StartupProblem(
    `None of the database servers ${targets.map(describeTarget).join(', ')} can be written to; ` +
      'check DATABASE_URL and their state.',
  );
}

/**
 * The same for a server that is only read: the database is not created.
 * @throws {StartupProblem} when the server is unreachable, refuses the user, or is too old
 */
export async function probeReplica(targets: ConnectionTargets): Promise<ProbedServer> {
  const choice = new NodeChoice(targets, false);
  if (targets.length > 1) await choice.choose();
  try {
    return await askServer(await connect(choice.current, true, ANSWER_MS), ANSWER_MS);
  } catch (error) {
    throw error instanceof StartupProblem ? error : explain(error, choice.current, 'DATABASE_READ_URL');
  }
}

async function probe(target: ConnectionTarget, answerMs: number): Promise<ProbedServer> {
  let connection: mysql.Connection;
  try {
    connection = await connect(target, true, answerMs);
  } catch (error) {
    if (errnoOf(error) !== UNKNOWN_DATABASE) throw explain(error, target);
    connection = await createDatabase(target, answerMs);
  }
  try {
    return await askServer(connection, answerMs);
  } catch (error) {
    // A Galera node without a quorum accepts every connection but answers no statement.
    throw error instanceof StartupProblem ? error : explain(error, target);
  }
}

async function askServer(connection: mysql.Connection, answerMs: number): Promise<ProbedServer> {
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>({
      sql: 'SELECT VERSION() AS version',
      timeout: answerMs,
    });
    const version = parseServerVersion(String(rows[0]?.['version']));
    if (!version.supported) {
      throw new StartupProblem(
        `The database server is version ${version.text}; MySQL 8.4 or MariaDB 10.11 is the oldest that works.`,
      );
    }
    return { ...version, galera: await isGaleraNode(connection, answerMs) };
  } finally {
    // An orderly end would wait for the statements that were not answered.
    connection.destroy();
  }
}
