// The database that the service would use, for scripts.
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

/**
 * Does something with the database of DATABASE_URL, or of the private server, which is started when it does not run.
 * @param work takes its place and the family of its server
 */
export async function withDatabase(work) {
  ensureNode();
  await ensureModules();
  await ensureBuild();
  const [{ readConfig }, { connectDatabase }, { parseDatabaseUrl }] = await Promise.all([
    import('../dist/config/environment.js'),
    import('../dist/database/connect.js'),
    import('../dist/database/connection-target.js'),
  ]);
  const database = await connectDatabase(readConfig(process.env), () => undefined);
  try {
    await work(parseDatabaseUrl(database.url), database.options.type);
  } finally {
    await database.release();
  }
}

/** Says what went wrong in a line or two instead of a stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
