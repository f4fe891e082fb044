import mysql from 'mysql2/promise';

import { TIME_ZONE } from '../transaction/format-sql.js';
import type { ConnectionTarget } from './connection-target.js';

/**
 * How long a server may take to answer before there is a pool, in all that it is asked. A start that fails is to say so
 * within five seconds, also on a busy machine.
 */
export const ANSWER_MS = 2500;
const MISSING_TABLE = 1146;

/** Sends a statement without values, and returns the rows. */
export type Ask = (sql: string) => Promise<mysql.RowDataPacket[]>;

/** The milliseconds that are left, at least one: mysql2 takes 0 for no limit. */
export type TimeLeft = () => number;

export function timeLeftOf(ms: number): TimeLeft {
  const end = performance.now() + ms;
  return () => Math.max(1, Math.ceil(end - performance.now()));
}

/** @param withDatabase false where the database may not exist */
export function openConnection(
  { database, ...server }: ConnectionTarget,
  left: TimeLeft,
  withDatabase = true,
): Promise<mysql.Connection> {
  return mysql.createConnection({
    ...server,
    ...(withDatabase ? { database } : {}),
    timezone: TIME_ZONE,
    connectTimeout: left(),
  });
}

/** Asks a server over a connection of its own, which is closed afterwards. */
export async function withConnection<T>(
  target: ConnectionTarget,
  work: (ask: Ask) => Promise<T>,
  withDatabase = true,
): Promise<T> {
  const left = timeLeftOf(ANSWER_MS);
  const connection = await openConnection(target, left, withDatabase);
  try {
    return await work(async (sql) => {
      const [rows] = await connection.query<mysql.RowDataPacket[]>({ sql, timeout: left() });
      return rows;
    });
  } finally {
    // An orderly end would wait for the statements that were not answered.
    connection.destroy();
  }
}

/** Whether the server refused a statement because a table does not exist. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && error.errno === MISSING_TABLE;
}
