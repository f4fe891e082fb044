import type { DataSource } from 'typeorm';

/**
 * Does the work while this process has a lock of that name, of which the server gives out one for each database. It
 * takes a connection of the pool until the work ends; when that connection is lost, the lock is free.
 * @returns what the work returned; undefined when another process still had the lock after so many seconds
 */
export async function withNamedLock<T>(
  dataSource: DataSource,
  name: string,
  waitSeconds: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const holder = dataSource.createQueryRunner();
  const lock = `${name}:${String(dataSource.options.database)}`.slice(0, 64);
  try {
    const [row] = (await holder.query('SELECT GET_LOCK(?, ?) AS held', [lock, waitSeconds])) as {
      held: number | null;
    }[];
    if (Number(row?.held) !== 1) return undefined;
    try {
      return await work();
    } finally {
      // A lost connection has released the lock already, and the first error is the one to report.
      await holder.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    }
  } finally {
    await holder.release();
  }
}
