import mysql2, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';

import type { Config } from '../../config/environment.js';
import type { ConnectionTargets } from './connection-target.js';
import { MIGRATIONS } from '../migrations/index.js';
import { formatSql, TIME_ZONE } from '../transaction/format-sql.js';
import { reportFailedStatement } from './failed-statement.js';
import { createServerPool } from './server-pool.js';
import type { ProbedServer } from './server-version.js';

/**
 * Every connection uses UTC, the same SQL mode on both server families, and READ COMMITTED. When two transactions race,
 * the loser must see the winner's row when it reads again. READ COMMITTED also avoids gap locks.
 */
export const SESSION_INIT = [
  "SET time_zone = '+00:00', innodb_lock_wait_timeout = 10, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE," +
    "NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
] as const;

/**
 * A Galera node receives the commits of other nodes before it applies them. With this setting every read and write
 * waits until they are applied, which matters after a fail-over and while two processes use different nodes.
 */
const GALERA_SESSION_INIT = 'SET SESSION wsrep_sync_wait = 7';

/** What an operator may set of a pool. */
type PoolConfig = Pick<Config, 'poolSize' | 'databaseSilenceSeconds'>;

/** The drivers whose statements may take long now, because the schema is changed. */
const longWorking = new WeakSet<object>();

/** The pools of the drivers that were not ended. */
const openPools = new WeakMap<object, Set<Pool>>();

function driverOf(options: DataSourceOptions): object {
  const driver: unknown = 'driver' in options ? options.driver : undefined;
  if (typeof driver !== 'object' || driver === null)
    throw new Error('These options have no driver of this service');
  return driver;
}

/**
 * Allows long statements on the connections of these options; those of a request are limited by `LONGEST_SILENCE_MS`.
 * @returns the function that restores the limit
 */
export function allowLongStatements(options: DataSourceOptions): () => void {
  const driver = driverOf(options);
  longWorking.add(driver);
  return () => longWorking.delete(driver);
}

/**
 * Ends the pools of these options that are open. Nest hands out no application whose start was refused, so nothing else
 * closes its connections, and they would keep the process alive.
 */
export async function endPools(options: DataSourceOptions): Promise<void> {
  const pools = openPools.get(driverOf(options)) ?? [];
  await Promise.all([...pools].map((pool) => pool.promise().end()));
}

/** Keeps the pool in {@link openPools} until it is ended. */
function noteOpen(pool: Pool, driver: object): void {
  const pools = openPools.get(driver) ?? new Set();
  openPools.set(driver, pools.add(pool));
  const end: Pool['end'] = pool.end.bind(pool);
  pool.end = (callback) => {
    pools.delete(pool);
    end(callback);
  };
}

/** mysql2 with the pool of this service, in the form that TypeORM takes. */
function driverFor(
  targets: ConnectionTargets,
  server: ProbedServer,
  silenceMs: number,
  forWriting: boolean,
): object {
  const driver = {
    ...mysql2,
    createPool(options: PoolOptions) {
      const pool = createServerPool(options, targets, {
        forWriting,
        silenceMs,
        sessionInit: server.galera ? [...SESSION_INIT, GALERA_SESSION_INIT] : SESSION_INIT,
        isLongWork: () => longWorking.has(driver),
      });
      pool.on('connection', (connection: PoolConnection) => {
        // Created once: TypeORM asks for it with each statement, and mysql2 would create a new one each time, which
        // takes 4 % of a single insert's CPU.
        const promised = connection.promise();
        connection.promise = () => promised;
        reportFailedStatement(connection);
      });
      noteOpen(pool, driver);
      return pool;
    },
  };
  return driver;
}

/**
 * The only place that builds connection options: the service, the command line, migrations and tests use it.
 * @param forWriting whether read-only nodes of a list are skipped
 */
export function dataSourceOptions(
  targets: ConnectionTargets,
  server: ProbedServer,
  { poolSize, databaseSilenceSeconds }: PoolConfig,
  forWriting = true,
): DataSourceOptions {
  const { user, ...place } = targets[0];
  const silenceMs = 1000 * databaseSilenceSeconds;
  return {
    type: server.family,
    ...place,
    username: user,
    timezone: TIME_ZONE,
    charset: 'utf8mb4_unicode_ci',
    poolSize,
    connectTimeout: 2 * silenceMs,
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: ['DATE'],
    synchronize: false,
    migrationsRun: false,
    logging: false,
    migrations: MIGRATIONS,
    driver: driverFor(targets, server, silenceMs, forWriting),
    extra: {
      // The packets of a `Transaction` need it. Only `formatSql` puts values into the text of a statement.
      multipleStatements: true,
      jsonStrings: true,
      queryFormat: formatSql,
      queueLimit: 5000,
      enableKeepAlive: true,
      // Recording a stack trace for each statement takes 4 % of a post's processor time, and the trace is not used.
      trace: false,
    },
  };
}
