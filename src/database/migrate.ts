import type { DataSource } from 'typeorm';

import { StartupProblem } from '../errors/startup-problem.js';
import { allowLongStatements } from './connection/data-source-options.js';

const LOCK_SECONDS = 60;

/**
 * Brings the schema up to date. TypeORM takes no lock, so two processes that start at once on an empty database would
 * collide. Here the second one waits and then finds nothing to do.
 * @returns how many migrations ran
 */
export async function migrate(dataSource: DataSource): Promise<number> {
  const holder = dataSource.createQueryRunner();
  const endLongWork = allowLongStatements(dataSource.options);
  const lock = `integration-api:${String(dataSource.options.database)}`.slice(0, 64);
  try {
    const [row] = (await holder.query(`SELECT GET_LOCK(?, ${LOCK_SECONDS}) AS held`, [lock])) as {
      held: number | null;
    }[];
    if (Number(row?.held) !== 1)
      throw new StartupProblem(
        'Another process has been migrating the database for a minute; start again when it is done.',
      );
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.length;
  } finally {
    endLongWork();
    // A lost connection has released the lock already, and the first error is the one to report.
    await holder.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    await holder.release();
  }
}
