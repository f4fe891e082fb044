import { join } from 'node:path';

import type { DataSourceOptions } from 'typeorm';

import type { Config } from '../../config/environment.js';
import { type ConnectionTarget, parseDatabaseUrls } from './connection-target.js';
import { dataSourceOptions, endPools } from './data-source-options.js';
import { probeServer } from './probe.js';
import { startPrivateServer } from '../private-server/private-server.js';
import { layoutOf } from '../private-server/server-layout.js';
import { runningServer } from '../private-server/server-process.js';

const PRIVATE_DATABASE = 'integration';

/** A database that answers, and the function that releases it. */
export interface ConnectedDatabase {
  /** The address as a DATABASE_URL, for further processes of this service. It contains the password. */
  readonly url: string;
  readonly options: DataSourceOptions;
  /** The server that was found: of a list, the one that may be written to. */
  readonly target: ConnectionTarget;
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
    const server = await probeServer(targets, { silenceSeconds: config.databaseSilenceSeconds });
    const options = dataSourceOptions(targets, server, config);
    return { url: config.databaseUrl, options, target: server.target, release: () => endPools(options) };
  }
  return connectPrivate(config, log);
}

/** The folder of the private server. */
export function privateFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mysql');
}

/** The address of the private database; undefined while its server does not run. */
export function runningPrivateUrl(config: Pick<Config, 'dataDir'>): string | undefined {
  const running = runningServer(layoutOf(privateFolder(config)));
  return running === undefined ? undefined : privateUrl(running.socketPath);
}

/** Its user has no password; the socket's folder is accessible to the current user only. */
function privateUrl(socketPath: string): string {
  return `mysql://root@localhost/${PRIVATE_DATABASE}?socketPath=${encodeURIComponent(socketPath)}`;
}

async function connectPrivate(config: Config, log: (line: string) => void): Promise<ConnectedDatabase> {
  const server = await startPrivateServer({ directory: privateFolder(config), durable: true, log });
  const url = privateUrl(server.socketPath);
  const targets = parseDatabaseUrls(url);
  try {
    const found = await probeServer(targets, { silenceSeconds: config.databaseSilenceSeconds });
    const options = dataSourceOptions(targets, found, config);
    const release = async (): Promise<void> => {
      try {
        await endPools(options);
      } finally {
        await server.stop();
      }
    };
    return { url, options, target: found.target, release };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
