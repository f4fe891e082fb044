// The database that the service would use, for scripts.
import { catchSignals, isInterrupted } from '../setup/interruption.mjs';
import { ensureBuild } from '../setup/setup.mjs';

/**
 * Runs `work` with the database of DATABASE_URL (with a list, at the server that is written to), or with that of the
 * private server, which is started when it does not run.
 * @param work gets the address and the family of the server
 */
export async function withDatabase(work) {
  await ensureBuild();
  const [{ readConfig }, { connectDatabase }, { parseDatabaseUrls }, { NodeChoice }] = await Promise.all([
    import('#service/config/environment.js'),
    import('#service/database/connection/connect.js'),
    import('#service/database/connection/connection-target.js'),
    import('#service/database/connection/node-choice.js'),
  ]);
  const database = await connectDatabase(readConfig(process.env), () => undefined);
  try {
    const targets = parseDatabaseUrls(database.url);
    const choice = new NodeChoice(targets, true);
    // The database's own programs know one host only.
    if (targets.length > 1) await choice.choose();
    await work(choice.current, database.options.type);
  } finally {
    await database.release();
  }
}

/** Prints an error in one or two lines instead of a stack. A signal ends the work, which removes what it has made. */
export async function main(work) {
  catchSignals();
  try {
    await work();
  } catch (error) {
    process.stderr.write(isInterrupted ? 'Interrupted.\n' : `${error.message}\n`);
    process.exitCode = isInterrupted ? 130 : 1;
  }
}
