import type { Pool, PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';

interface PoolMaker {
  createPool: (options: PoolOptions) => Pool;
}

function isPoolMaker(driver: unknown): driver is PoolMaker {
  return typeof driver === 'object' && driver !== null && 'createPool' in driver;
}

/**
 * Notes the pools that an application with these options opens. Nest does not hand out an application whose start is
 * refused, so its connections can only be closed here.
 */
export function openedPools(options: DataSourceOptions): readonly Pool[] {
  const driver: unknown = 'driver' in options ? options.driver : undefined;
  if (!isPoolMaker(driver)) throw new Error('These options have no driver of this service');
  const pools: Pool[] = [];
  const create = driver.createPool.bind(driver);
  driver.createPool = (wish) => {
    const pool = create(wish);
    pools.push(pool);
    return pool;
  };
  return pools;
}
