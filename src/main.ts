import type { AddressInfo } from 'node:net';

import type { INestApplication } from '@nestjs/common';

import { BadEnvironment, type Config, readConfig } from './config/environment.js';
import { connectDatabase, type ConnectedDatabase } from './database/connect.js';
import { PrivateServerError } from './database/private-server/private-server-error.js';
import { StartupProblem } from './errors/startup-problem.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function explainStart(error: unknown, config: Config | undefined): string {
  if (
    error instanceof BadEnvironment ||
    error instanceof StartupProblem ||
    error instanceof PrivateServerError
  )
    return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const place = `${config?.host ?? ''}:${config?.port ?? ''}`;
  if (code === 'EADDRINUSE')
    return `Port ${config?.port ?? ''} is taken by another program; stop it, or start with another PORT.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `Listening on ${place} is not permitted here (${code}); set PORT or HOST.`;
  return `The service could not start: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'}`;
}

const ORPHAN_CHECK_MS = 500;

/** npm does not pass a SIGTERM on to what it runs; a service that it started notices that npm has gone. */
function stopWhenOrphaned(stop: () => Promise<void>): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, ORPHAN_CHECK_MS).unref();
}

/** A process that was told to stop finishes its requests, then its database, once. */
function stopOnSignals(app: INestApplication, database: ConnectedDatabase): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    say('Stopping: requests in flight are finished first.');
    await app.close();
    await database.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  stopWhenOrphaned(stop);
}

async function listen(config: Config, database: ConnectedDatabase): Promise<void> {
  const [{ createApplication }, { TenancyService }, { createDemoTenant, demoCalls }] = await Promise.all([
    import('./bootstrap.js'),
    import('./tenancy/tenancy.service.js'),
    import('./tenancy/demo-tenant.js'),
  ]);
  const app = await createApplication(config, database.options);
  try {
    const demo = config.demo ? await createDemoTenant(app.get(TenancyService), config.dataDir) : undefined;
    await app.listen(config.port, config.host);
    stopOnSignals(app, database);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    const baseUrl = `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`;
    if (demo !== undefined) {
      say(
        `A demo tenant was made; ${config.dataDir}/demo.json keeps its credentials.\n  key    ${demo.apiKey}\n  secret ${demo.apiSecret}\nTry:`,
      );
      for (const call of demoCalls(demo, baseUrl)) say(call);
    }
    say(
      `Ready at ${baseUrl} (reference: ${baseUrl}/docs, ${(performance.now() / 1000).toFixed(1)} s after the start).`,
    );
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function main(): Promise<void> {
  let config: Config | undefined;
  let database: ConnectedDatabase | undefined;
  try {
    config = readConfig(process.env);
    // Loading the modules takes as long as starting the private server, so both happen at once.
    const modules = import('./bootstrap.js');
    modules.catch(() => undefined);
    database = await connectDatabase(config, say);
    await modules;
    await listen(config, database);
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    await database?.release();
    process.exit(1);
  }
}

await main();
