import type { INestApplication } from '@nestjs/common';

import { type Config, readConfig } from './config/environment.js';
import { connectDatabase, type ConnectedDatabase } from './database/connection/connect.js';
import { baseUrlOf, PublicUrl } from './config/public-url.js';
import { offerDemo, portOf, say, sayReady, sayStopping } from './startup/announce.js';
import { drain } from './startup/drain.js';
import { explainStart } from './startup/explain-start.js';
import { forgetAddress, keepAddress } from './startup/kept-address.js';
import { growHeapFreely } from './startup/heap.js';

/** Resolves at the first SIGINT or SIGTERM; the caller waits for it after the start. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        resolve();
      });
  });
}

async function listen(config: Config, database: ConnectedDatabase): Promise<INestApplication> {
  const { createApplication } = await import('./bootstrap.js');
  const { BackgroundRunsService } = await import('./background/background-runs.service.js');
  const app = await createApplication(config, database.options);
  try {
    await app.listen(config.port, config.host);
    const baseUrl = baseUrlOf(config, portOf(app));
    // The system chose the port, so neither the environment nor PORT names it.
    if (config.port === 0) app.get(PublicUrl).isAt(baseUrl);
    if (config.demo) await offerDemo(config, app, baseUrl);
    await keepAddress(config, app.get(PublicUrl).value);
    await app.get(BackgroundRunsService).start();
    sayReady(baseUrl);
  } catch (error) {
    await app.close();
    throw error;
  }
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
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    await serve(config, stop);
    return 0;
  } catch (error) {
    process.stderr.write(`${explainStart(error, config)}\n`);
    return 1;
  } finally {
    const { finishOutput } = await import('./logging/json-logger.js');
    await finishOutput();
  }
}

process.exit(await main());
