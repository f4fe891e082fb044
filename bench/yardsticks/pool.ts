import { createPool, type Pool } from 'mysql2';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';

/** Of the service and of every yardstick alike. */
export const POOL_SIZE = 10;

/** Connections as the service has them: as many, in UTC, and reading what others committed. */
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
