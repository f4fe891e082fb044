import type { INestApplication } from '@nestjs/common';

import { type Config, readEnvironment } from './config/environment.js';
import { baseUrlOf, PublicUrl } from './config/public-url.js';
import { describeUnread } from './config/unknown-variables.js';
import { connectDatabase, type ConnectedDatabase, privateFolder } from './database/connection/connect.js';
import { keepCompiledCode, writeCompiledCode } from './startup/compiled-code.js';
import { offerDemo, portOf, say, sayReady, sayStopping } from './startup/announce.js';
import { drain } from './startup/drain.js';
import { explainStart } from './startup/explain-start.js';
import { forgetAddress, keepAddress } from './startup/kept-address.js';
import { growHeapFreely } from './startup/heap.js';
import { preflight } from './startup/preflight.js';
import { problemOfListening } from './startup/port.js';

/** Resolves at the first SIGINT or SIGTERM; the caller waits for it after the start. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        resolve();
      });
  });
}

/** The port was free a moment ago, but another program may have been first. */
async function listenAt(app: INestApplication, config: Config): Promise<void> {
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    throw problemOfListening(error, config) ?? error;
  }
}

async function listen(config: Config, database: ConnectedDatabase): Promise<INestApplication> {
  const { createApplication } = await import('./bootstrap.js');
  const { BackgroundRunsService } = await import('./background/background-runs.service.js');
  const app = await createApplication(config, database.options);
  try {
    await listenAt(app, config);
    const baseUrl = baseUrlOf(config, portOf(app));
    // The system chose the port, so neither the environment nor PORT names it.
    if (config.port === 0) app.get(PublicUrl).isAt(baseUrl);
    if (config.demo) await offerDemo(config, app, baseUrl);
    await keepAddress(config, app.get(PublicUrl).value);
    await app.get(BackgroundRunsService).start();
    sayReady(baseUrl);
    writeCompiledCode();
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** Without DATABASE_URL the private server is started, and a line says so. */
function startPrivate(config: Config): Promise<ConnectedDatabase> {
  say(`DATABASE_URL is not set: the private database in ${privateFolder(config)} is used.`);
  return connectDatabase(config, say);
}

async function serve(stop: Promise<void>): Promise<void> {
  const environment = readEnvironment(process.env);
  if (environment.unread.length > 0) say(describeUnread(environment.unread));
  if (environment.problems.length === 0) keepCompiledCode(environment.config.dataDir);
  // Loading the modules takes as long as starting the private server, so both happen at once.
  const modules = environment.problems.length === 0 ? import('./bootstrap.js') : Promise.resolve();
  modules.catch(() => undefined);
  const { config, database: found } = await preflight(environment, say);
  const database = found ?? (await startPrivate(config));
  try {
    await modules;
    const app = await listen(config, database);
    await stop;
    sayStopping();
    await drain(app, config.drainSeconds);
    await forgetAddress(config);
    await app.close();
  } finally {
    await database.release();
  }
}

async function main(): Promise<number> {
  growHeapFreely();
  // The reader of standard output may end before the service does; requests in flight are still finished.
  process.stdout.on('error', () => undefined);
  const stop = stopSignal();
  try {
    await serve(stop);
    return 0;
  } catch (error) {
    const { text, exitCode } = explainStart(error);
    process.stderr.write(`${text}\n`);
    return exitCode;
  } finally {
    const { finishOutput } = await import('./logging/json-logger.js');
    await finishOutput();
  }
}

process.exit(await main());
