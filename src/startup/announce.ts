import { channel } from 'node:diagnostics_channel';
import type { AddressInfo, Server } from 'node:net';

import type { INestApplication } from '@nestjs/common';

import type { Config } from '../config/environment.js';
import { withNamedLock } from '../database/named-lock.js';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The port that an application listens on; PORT may leave the choice to the system. */
export function portOf(app: INestApplication): number {
  return ((app.getHttpServer() as Server).address() as AddressInfo).port;
}

/**
 * Creates the demo tenant in an empty database; of several processes that start on it at once, one does. The code is
 * loaded only then, so that other starts are not slower.
 */
export async function offerDemo(config: Config, app: INestApplication, baseUrl: string): Promise<void> {
  const [{ DataSource }, { TenancyService }] = await Promise.all([
    import('typeorm'),
    import('../tenancy/tenants/tenancy.service.js'),
  ]);
  const tenancy = app.get(TenancyService);
  if (await tenancy.hasTenants()) return;
  await withNamedLock(app.get(DataSource), 'integration-api-demo', 0, async () => {
    if (!(await tenancy.hasTenants())) await makeDemo(config, app, baseUrl);
  });
}

async function makeDemo(config: Config, app: INestApplication, baseUrl: string): Promise<void> {
  const [{ LazyModuleLoader }, { DemoModule }, { DemoService }, { demoCalls }] = await Promise.all([
    import('@nestjs/core'),
    import('../demo/demo.module.js'),
    import('../demo/demo.service.js'),
    import('../tenancy/tenants/demo-tenant.js'),
  ]);
  const module = await app.get(LazyModuleLoader).load(() => DemoModule);
  const demo = await module.get(DemoService).create();
  say(`A demo tenant was created; its credentials are in ${config.dataDir}/demo.json.`);
  say(`  key    ${demo.apiKey}\n  secret ${demo.apiSecret}\nTry:`);
  for (const call of demoCalls(demo, baseUrl)) say(call);
  say(
    `Administration (opens once, within 72 hours; then log in as admin@demo.example.edu):\n  ${demo.invitation}`,
  );
}

/** Prints that the service is ready, once, when it answers every request. */
export function sayReady(baseUrl: string): void {
  const seconds = (performance.now() / 1000).toFixed(1);
  say(`Ready at ${baseUrl} (reference: ${baseUrl}/docs, ${seconds} s after the start).`);
  // scripts/start.mjs builds the pages only now.
  channel('integration-api.ready').publish({ baseUrl });
}

export function sayStopping(): void {
  say('Stopping: requests in flight are finished first.');
}
