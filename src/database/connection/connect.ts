import { join } from 'node:path';

import type { DataSourceOptions } from 'typeorm';

import type { Config } from '../../config/environment.js';
import { parseDatabaseUrls } from './connection-target.js';
import { dataSourceOptions } from './data-source-options.js';
import { probeServer } from './probe.js';
import { startPrivateServer } from '../private-server/private-server.js';

const PRIVATE_DATABASE = 'integration';

/** A database that answers, and how to let go of it. */
export interface ConnectedDatabase {
  /** As a DATABASE_URL, for further processes of this service. Holds the password. */
  readonly url: string;
  readonly options: DataSourceOptions;
  /** Stops the private server when this process was its last user; does nothing for a DATABASE_URL. */
  release(): Promise<void>;
}

/**
 * DATABASE_URL, or the private server in the data directory, started when it does not run yet.
 * @throws {StartupProblem}
 */
export async function connectDatabase(
  config: Config,
  log: (line: string) => void,
): Promise<ConnectedDatabase> {
  // The replica is connected to when it is first read; an address that cannot be understood ends the start already.
  if (config.databaseReadUrl !== undefined) parseDatabaseUrls(config.databaseReadUrl, 'DATABASE_READ_URL');
  if (config.databaseUrl !== undefined) {
    const targets = parseDatabaseUrls(config.databaseUrl);
    return {
      url: config.databaseUrl,
      options: dataSourceOptions(targets, await probeServer(targets), config.poolSize),
      release: () => Promise.resolve(),
    };
  }
  const server = await startPrivateServer({ directory: join(config.dataDir, 'mysql'), durable: true, log });
  const url = `mysql://${server.user}@localhost/${PRIVATE_DATABASE}?socketPath=${encodeURIComponent(server.socketPath)}`;
  const targets = parseDatabaseUrls(url);
  try {
    return {
      url,
      options: dataSourceOptions(targets, await probeServer(targets), config.poolSize),
      release: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
