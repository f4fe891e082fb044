import type { Connection, PoolOptions } from 'mysql2';
import mysql2 from 'mysql2';
import type { DataSourceOptions } from 'typeorm';

import type { ConnectionTarget } from './connection-target.js';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';
import type { ServerVersion } from './server-version.js';

/**
 * Every connection works in UTC, in the same SQL mode on both server families, and reads what others committed:
 * a loser of a race must see the winner's row when it looks again (READ COMMITTED), which also avoids gap locks.
 */
const SESSION_INIT = [
  `SET time_zone = '+00:00', innodb_lock_wait_timeout = 10, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
] as const;

const mysql2WithSessionInit = {
  ...mysql2,
  createPool(options: PoolOptions) {
    const pool = mysql2.createPool(options);
    pool.on('connection', (connection: Connection) => {
      // A connection that dies here also fails the query that asked for it; that error is the one to report.
      for (const statement of SESSION_INIT) connection.query(statement, () => undefined);
    });
    return pool;
  },
};

/** The only place where connection options are written: the service, the terminal, migrations and tests all use it. */
export function dataSourceOptions(
  target: ConnectionTarget,
  server: ServerVersion,
  poolSize: number,
): DataSourceOptions {
  const { user, ...place } = target;
  return {
    type: server.family,
    ...place,
    username: user,
    timezone: 'Z',
    charset: 'utf8mb4_unicode_ci',
    poolSize,
    connectTimeout: 2000,
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: ['DATE'],
    synchronize: false,
    migrationsRun: false,
    logging: false,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    driver: mysql2WithSessionInit,
    // For PendingStatements. Values never become part of a statement's text, see CONTRIBUTING.
    extra: { multipleStatements: true, jsonStrings: true, queueLimit: 5000, enableKeepAlive: true },
  };
}
