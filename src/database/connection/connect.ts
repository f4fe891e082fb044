import { join } from 'node:path';

import type { DataSourceOptions } from 'typeorm';

import type { Config } from '../../config/environment.js';
import { parseDatabaseUrls } from './connection-target.js';
import { dataSourceOptions, endPools } from './data-source-options.js';
import { probeServer } from './probe.js';
import { startPrivateServer } from '../private-server/private-server.js';

const PRIVATE_DATABASE = 'integration';

/** A database that answers, and the function that releases it. */
export interface ConnectedDatabase {
  /** The address as a DATABASE_URL, for further processes of this service. It contains the password. */
  readonly url: string;
  readonly options: DataSourceOptions;
  /** Closes connections that are open, and stops the private server when this process was its last user. */
  release(): Promise<void>;
}

/**
 * Connects to DATABASE_URL, or to the private server in the data directory, which is started if it does not run.
 * @throws {StartupProblem} when the database cannot be used
 */
export async function connectDatabase(
  config: Config,
  log: (line: string) => void,
): Promise<ConnectedDatabase> {
  // The replica is connected to at its first read, but an invalid address fails the start.
  if (config.databaseReadUrl !== undefined) parseDatabaseUrls(config.databaseReadUrl, 'DATABASE_READ_URL');
  if (config.databaseUrl !== undefined) {
    const targets = parseDatabaseUrls(config.databaseUrl);
    const server = await probeServer(targets, config.databaseSilenceSeconds);
    const options = dataSourceOptions(targets, server, config);
    return { url: config.databaseUrl, options, release: () => endPools(options) };
  }
  const server = await startPrivateServer({ directory: join(config.dataDir, 'mysql'), durable: true, log });
  const socketPath = encodeURIComponent(server.socketPath);
  const url = `mysql://${server.user}@localhost/${PRIVATE_DATABASE}?socketPath=${socketPath}`;
  const targets = parseDatabaseUrls(url);
  try {
    const options = dataSourceOptions(
      targets,
      await probeServer(targets, config.databaseSilenceSeconds),
      config,
    );
    const release = async (): Promise<void> => {
      try {
        await endPools(options);
      } finally {
        await server.stop();
      }
    };
    return { url, options, release };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
