import { channel } from 'node:diagnostics_channel';
import type { AddressInfo, Server } from 'node:net';

import type { INestApplication } from '@nestjs/common';

import { BadEnvironment, type Config, readConfig } from './config/environment.js';
import { connectDatabase, type ConnectedDatabase } from './database/connect.js';
import { describeDatabaseError } from './database/database-errors.js';
import { PrivateServerError } from './database/private-server/private-server-error.js';
import { StartupProblem } from './errors/startup-problem.js';

const NOT_LISTENING = new Set(['EACCES', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND']);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One line for the operator; the stack only for what nobody foresaw. */
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
  if (code !== undefined && NOT_LISTENING.has(code))
    return `The service cannot listen on ${place} (${code}); set PORT or HOST.`;
  return (
    describeDatabaseError(error) ??
    `The service could not start: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'}`
  );
}

/** Resolves when the process is told to stop. A signal that comes while it starts is obeyed as soon as it has. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        resolve();
      });
  });
}

function baseUrlOf(config: Config, app: INestApplication): string {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`;
}

/** An empty database gets a demo. Its code is loaded only then, so that other starts do not wait for it. */
async function offerDemo(config: Config, app: INestApplication): Promise<void> {
  const { TenancyService } = await import('./tenancy/tenancy.service.js');
  if (await app.get(TenancyService).hasTenants()) return;
  const [{ LazyModuleLoader }, { DemoModule }, { DemoService }, { demoCalls }] = await Promise.all([
    import('@nestjs/core'),
    import('./demo/demo.module.js'),
    import('./demo/demo.service.js'),
    import('./tenancy/demo-tenant.js'),
  ]);
  const module = await app.get(LazyModuleLoader).load(() => DemoModule);
  const baseUrl = baseUrlOf(config, app);
  const demo = await module.get(DemoService).make(baseUrl);
  say(`A demo tenant was made; ${config.dataDir}/demo.json keeps its credentials.`);
  say(`  key    ${demo.apiKey}\n  secret ${demo.apiSecret}\nTry:`);
  for (const call of demoCalls(demo, baseUrl)) say(call);
  say(
    `Administration (opens once, within 72 hours; then log in as admin@demo.example.edu):\n  ${demo.invitation}`,
  );
}

async function listen(config: Config, database: ConnectedDatabase): Promise<INestApplication> {
  const { createApplication } = await import('./bootstrap.js');
  const app = await createApplication(config, database.options);
  try {
    await app.listen(config.port, config.host);
    if (config.demo) await offerDemo(config, app);
  } catch (error) {
    await app.close();
    throw error;
  }
  const baseUrl = baseUrlOf(config, app);
  const seconds = (performance.now() / 1000).toFixed(1);
  say(`Ready at ${baseUrl} (reference: ${baseUrl}/docs, ${seconds} s after the start).`);
  // scripts/start.mjs has work that may wait until now.
  channel('integration-api.ready').publish({ baseUrl });
  return app;
}

async function serve(config: Config, stop: Promise<void>): Promise<void> {
  // Loading the modules takes as long as starting the private server, so both happen at once.
  const modules = import('./bootstrap.js');
  modules.catch(() => undefined);
  const database = await connectDatabase(config, say);
  try {
    await modules;
    const app = await listen(config, database);
    await stop;
    say('Stopping: requests in flight are finished first.');
    await app.close();
  } finally {
    await database.release();
  }
}

async function main(): Promise<number> {
  const stop = stopSignal();
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    await serve(config, stop);
    return 0;
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    return 1;
  }
}

process.exit(await main());
