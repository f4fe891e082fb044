import type { DataSource } from 'typeorm';

/** Connections of one process to the database, and how many steps wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function lengthOf(pool: unknown, list: string): number {
  const length = memberOf(memberOf(pool, list), 'length');
  return typeof length === 'number' ? length : Number.NaN;
}

/**
 * Reads private lists of mysql2, which has no other way. If an upgrade renames them, a figure is NaN and a test
 * fails.
 */
export function poolUseOf({ driver }: DataSource): PoolUse {
  const pool = memberOf(driver, 'pool');
  const idle = lengthOf(pool, '_freeConnections');
  return {
    used: lengthOf(pool, '_allConnections') - idle,
    idle,
    waiting: lengthOf(pool, '_connectionQueue'),
  };
}
