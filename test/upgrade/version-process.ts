import { join } from 'node:path';

import { startService } from '../../bench/support/program.js';

/** A built version of the service, which may be stopped before it is ready. */
export interface VersionProcess {
  /** Its address; rejected when the process ends before it is ready. */
  readonly ready: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts the service of a folder, on the server key of the tests. */
export function startVersion(
  folder: string,
  databaseUrl: string,
  dataDir: string,
  demo = false,
): VersionProcess {
  const { SERVER_KEY, PATH } = process.env;
  const data = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: String(demo) };
  const env = { PATH, SERVER_KEY, ...data, PORT: '0' };
  const log = join(dataDir, 'service.log');
  const { program, ready } = startService(`The version in ${folder}`, { log, env }, folder);
  return { ready, stop: () => program.stop('SIGTERM') };
}
