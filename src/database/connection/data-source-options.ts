import mysql2, { type PoolConnection, type PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';

import type { ConnectionTargets } from './connection-target.js';
import { MIGRATIONS } from '../migrations/index.js';
import { formatSql, TIME_ZONE } from '../transaction/format-sql.js';
import { tellFailedStatement } from './failed-statement.js';
import { createServerPool } from './server-pool.js';
import type { ProbedServer } from './server-version.js';

/**
 * Every connection works in UTC, in the same SQL mode on both server families, and reads what others committed:
 * a loser of a race must see the winner's row when it looks again (READ COMMITTED), which also avoids gap locks.
 */
const SESSION_INIT = [
  `SET time_zone = '+00:00', innodb_lock_wait_timeout = 10, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
] as const;

/**
 * A node of Galera has received what others committed before it has applied it. With this, whatever reads or writes first waits
 * until all of that is there: after a fail-over, and while two processes do not use the same node yet.
 */
const GALERA_SESSION_INIT = 'SET SESSION wsrep_sync_wait = 7';

/** The drivers whose statements may take long at the moment. */
const longWorking = new WeakSet<object>();

/**
 * Lets the statements of these options' connections take long, which those of a request may not: see
 * `LONGEST_SILENCE_MS`.
 * @returns what ends that
 */
export function allowLongStatements(options: DataSourceOptions): () => void {
  const driver: unknown = 'driver' in options ? options.driver : undefined;
  if (typeof driver !== 'object' || driver === null) throw new Error('These options have no driver of ours');
  longWorking.add(driver);
  return () => longWorking.delete(driver);
}

/** mysql2 with the pool that these servers need, in the form in which TypeORM takes it. */
function driverFor(targets: ConnectionTargets, server: ProbedServer, forWriting: boolean): object {
  const driver = {
    ...mysql2,
    createPool(options: PoolOptions) {
      const pool = createServerPool(options, targets, {
        forWriting,
        sessionInit: server.galera ? [...SESSION_INIT, GALERA_SESSION_INIT] : SESSION_INIT,
        isLongWork: () => longWorking.has(driver),
      });
      pool.on('connection', (connection: PoolConnection) => {
        // TypeORM asks for it with each statement, and each time it is loaded and made anew: 4 % of a single insert's CPU.
        const promised = connection.promise();
        connection.promise = () => promised;
        tellFailedStatement(connection);
      });
      return pool;
    },
  };
  return driver;
}

/**
 * The only place where connection options are written: the service, the terminal, migrations and tests all use it.
 * @param forWriting whether a node of a list that only reads is passed over
 */
export function dataSourceOptions(
  targets: ConnectionTargets,
  server: ProbedServer,
  poolSize: number,
  forWriting = true,
): DataSourceOptions {
  const { user, ...place } = targets[0];
  return {
    type: server.family,
    ...place,
    username: user,
    timezone: TIME_ZONE,
    charset: 'utf8mb4_unicode_ci',
    poolSize,
    connectTimeout: 2000,
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: ['DATE'],
    synchronize: false,
    migrationsRun: false,
    logging: false,
    migrations: MIGRATIONS,
    driver: driverFor(targets, server, forWriting),
    extra: {
      // For the packets of a `Transaction`. Nothing but `formatSql` makes values a part of a statement's text.
      multipleStatements: true,
      jsonStrings: true,
      queryFormat: formatSql,
      queueLimit: 5000,
      enableKeepAlive: true,
      // A stack for each statement, in case it fails, is 4 % of a post's processor time, and is not read.
      trace: false,
    },
  };
}
