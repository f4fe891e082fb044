import { setTimeout as delay } from 'node:timers/promises';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { type Config, readConfig } from '../config/environment.js';
import { connectDatabase } from '../database/connection/connect.js';
import { JsonLogger } from '../logging/json-logger.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { portOf } from '../startup/announce.js';
import { explainStart } from '../startup/explain-start.js';
import { growHeapFreely } from '../startup/heap.js';
import { PrimaryLink } from './primary-link.js';
import { stopAccepting } from './stop-accepting.js';

/** For uploads that take long; whoever still has one then goes on with another worker. */
const LONGEST_DRAIN_MS = 10 * 60_000;

async function listen(config: Config): Promise<NestExpressApplication> {
  const database = await connectDatabase(config, () => undefined);
  const { createApplication } = await modules;
  const app = await createApplication(config, database.options);
  app.useLogger(new JsonLogger(config.logLevel, { worker: process.pid }));
  await app.listen(config.port, config.host);
  return app;
}

/** Answers until the primary has it drained or stopped. */
async function serve(app: NestExpressApplication, primary: PrimaryLink): Promise<void> {
  const metrics = app.get(MetricsService);
  primary.connect(metrics);
  await primary.tell({ kind: 'ready', port: portOf(app) });
  const drained = primary.drain.then(() => stopAccepting(app.getHttpServer()));
  const late = primary.drain.then(() => delay(LONGEST_DRAIN_MS));
  await Promise.race([drained, late, primary.stop]);
  await app.close();
  // It ends by the primary's answer: a connection that is on its way here is then known and given to another worker.
  await primary.tell({ kind: 'finished', measurements: await metrics.measure() });
}

growHeapFreely();

// A terminal and a service manager send them to every process; the primary says what is to be done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const primary = new PrimaryLink();
const modules = import('../bootstrap.js');
modules.catch(() => undefined);
await primary.tell({ kind: 'hears' });
const config: Config = { ...readConfig(process.env), ...(await primary.begin) };
try {
  await serve(await listen(config), primary);
} catch (error) {
  await primary.tell({ kind: 'failed', reason: explainStart(error, config) });
  process.exit(1);
}
