// A backup and the digests of the same moment, while the service runs.
import { performance } from 'node:perf_hooks';
import { dump } from '../backup-file.mjs';
import { open } from '../database-connection.mjs';
import { columnsOf, digestsOf } from './digests.mjs';

/** Writers that hold rows longer than that are let continue, and the drill fails. */
const LOCK_SECONDS = 10;

/**
 * Writes a backup and returns the digests of its moment. All tables are locked against writes until both the program
 * of the backup and this process have begun their transactions: for some tenths of a second, in which writers wait and
 * readers do not.
 */
export async function dumpWithDigests(target, family, file) {
  const locker = await open(target);
  const reader = await open(target);
  try {
    const tables = [...(await columnsOf(locker, target.database)).keys()];
    if (tables.length === 0) throw new Error(`The database ${target.database} has no tables.`);
    await locker.query('SET SESSION lock_wait_timeout = ?', [LOCK_SECONDS]);
    await locker.query(`LOCK TABLES ${tables.map((table) => `\`${table}\` READ`).join(', ')}`);
    const lockedAt = performance.now();
    await reader.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    let lockedMs = 0;
    const unlock = () => {
      lockedMs = performance.now() - lockedAt;
      // The connection ends anyway if the statement fails.
      locker.query('UNLOCK TABLES').catch(() => locker.destroy());
    };
    const [digests] = await Promise.all([
      digestsOf(reader, target.database),
      dump(target, family, file, { begun: unlock }),
    ]);
    return { digests, lockedMs };
  } finally {
    locker.destroy();
    reader.destroy();
  }
}
