import { createPool, type Pool } from 'mysql2';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';

/** The pool size of the service and of every yardstick. */
export const POOL_SIZE = 10;

/** Connections like those of the service: as many, in UTC, READ COMMITTED. */
export function openPool(databaseUrl: string): Pool {
  const pool = createPool({
    ...parseDatabaseUrl(databaseUrl),
    connectionLimit: POOL_SIZE,
    timezone: 'Z',
    charset: 'utf8mb4_unicode_ci',
    jsonStrings: true,
  });
  pool.on('connection', (connection) => {
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
  });
  return pool;
}
