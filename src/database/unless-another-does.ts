import type { DataSource } from 'typeorm';

/**
 * Does the work unless another process on this database is doing it at the moment. It holds a connection meanwhile,
 * and with a connection that is lost the lock is gone.
 */
export async function unlessAnotherDoes(
  dataSource: DataSource,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const holder = dataSource.createQueryRunner();
  const lock = `${name}:${String(dataSource.options.database)}`.slice(0, 64);
  try {
    const [row] = (await holder.query('SELECT GET_LOCK(?, 0) AS held', [lock])) as { held: number | null }[];
    if (Number(row?.held) !== 1) return;
    try {
      await work();
    } finally {
      // A lost connection has released the lock already, and the first error is the one to report.
      await holder.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    }
  } finally {
    await holder.release();
  }
}
