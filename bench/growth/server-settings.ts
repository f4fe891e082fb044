import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection, RowDataPacket } from 'mysql2/promise';

export type Settings = Readonly<Record<string, number>>;

const MIB = 1024 ** 2;
const CALM_PAGES = 200;
const CALM_WITHIN_MS = 180_000;
/** For seeding, which is not measured. A crash would lose data. */
const FAST: Settings = { innodb_flush_log_at_trx_commit: 0, ...memory(3072, 1024) };
/** Writes pages as fast as the disk can. */
const FLUSHING: Settings = {
  innodb_max_dirty_pages_pct: 0,
  innodb_io_capacity_max: 40_000,
  innodb_io_capacity: 20_000,
};

/**
 * A buffer pool and a redo log of these sizes, by the names of both server families; those that are unknown are left
 * out.
 */
export function memory(poolMiB: number, logMiB: number): Settings {
  return {
    innodb_buffer_pool_size: poolMiB * MIB,
    innodb_redo_log_capacity: logMiB * MIB,
    innodb_log_file_size: logMiB * MIB,
  };
}

async function valuesOf(connection: Connection, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const sql = 'SHOW GLOBAL VARIABLES WHERE Variable_name IN (?)';
  const [rows] = await connection.query<RowDataPacket[]>(sql, [names]);
  const found = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
  // Where the newer name is known, the older one is read-only.
  if (found.has('innodb_redo_log_capacity')) found.delete('innodb_log_file_size');
  return found;
}

/** Runs `work` with other settings of the server. */
export async function withSettings<T>(
  connection: Connection,
  settings: Settings,
  work: () => Promise<T>,
): Promise<T> {
  const before = await valuesOf(connection, Object.keys(settings));
  const set = async (name: string, value: number): Promise<void> => {
    await connection.query(`SET GLOBAL ${name} = ?`, [value]);
  };
  for (const name of before.keys()) await set(name, settings[name] ?? 0);
  try {
    return await work();
  } finally {
    for (const [name, value] of [...before].reverse()) await set(name, Number(value));
  }
}

/**
 * Runs unmeasured work with fast settings, and returns when all pages are written, so that later measurements do not
 * pay for it.
 */
export async function unmeasured<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  return withSettings(connection, FAST, async () => {
    const result = await work();
    await withSettings(connection, FLUSHING, () => untilCalm(connection));
    return result;
  });
}

async function untilCalm(connection: Connection): Promise<void> {
  const deadline = Date.now() + CALM_WITHIN_MS;
  while (Date.now() < deadline) {
    const sql = "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'";
    const [[row]] = await connection.query<RowDataPacket[]>(sql);
    if (Number(row?.['Value']) < CALM_PAGES) return;
    await sleep(200);
  }
}

/** Reads every index once, so that as much as fits is in memory, as on a server that has run for days. */
export async function warmUp(connection: Connection, database: string): Promise<void> {
  const sql =
    'SELECT DISTINCT `TABLE_NAME` AS `table`, `INDEX_NAME` AS `index` FROM ' +
    '`information_schema`.`STATISTICS` WHERE `TABLE_SCHEMA` = ?';
  const [rows] = await connection.query<RowDataPacket[]>(sql, [database]);
  for (const { table, index } of rows as unknown as { table: string; index: string }[])
    await connection.query('SELECT COUNT(*) FROM ??.?? FORCE INDEX (??)', [database, table, index]);
}
