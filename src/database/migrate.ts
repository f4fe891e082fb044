import type { DataSource } from 'typeorm';

import { StartupProblem } from '../errors/startup-problem.js';
import { allowLongStatements } from './connection/data-source-options.js';
import { withNamedLock } from './named-lock.js';

const LOCK_SECONDS = 60;

/**
 * Brings the schema up to date. TypeORM takes no lock, so two processes that start at once on an empty database would
 * collide. Here the second one waits and then finds nothing to do.
 * @returns how many migrations ran
 * @throws {StartupProblem} when another process has been migrating for a minute
 */
export async function migrate(dataSource: DataSource): Promise<number> {
  const endLongWork = allowLongStatements(dataSource.options);
  try {
    const applied = await withNamedLock(dataSource, 'integration-api', LOCK_SECONDS, () =>
      dataSource.runMigrations({ transaction: 'each' }),
    );
    if (applied === undefined)
      throw new StartupProblem(
        'Another process has been migrating the database of DATABASE_URL for a minute',
        'start again when it is done',
      );
    return applied.length;
  } finally {
    endLongWork();
  }
}
