import { DataSource } from 'typeorm';

import type { Config } from '../config/environment.js';
import { connectDatabase, type ConnectedDatabase } from '../database/connection/connect.js';
import { migrate } from '../database/migrate.js';
import { baseUrlOf, PublicUrl } from '../config/public-url.js';
import { offerDemo, say, sayReady, sayStopping } from '../startup/announce.js';
import { forgetAddress, keepAddress } from '../startup/kept-address.js';
import { TenantsRepository } from '../tenancy/tenants.repository.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { Crew } from './crew.js';
import type { WorkerTask } from './messages.js';
import { ENTITIES } from '../schema.js';

/** The private server allows 200; some are left for the terminal. */
const PRIVATE_CONNECTIONS = 180;

/** One more than there are workers, as a restart has both an old one and a new one. */
function taskOf(config: Config, { url }: ConnectedDatabase): Omit<WorkerTask, 'sweeps'> {
  const share = Math.floor(PRIVATE_CONNECTIONS / (config.workers + 1));
  const poolSize = config.databaseUrl === undefined ? Math.min(config.poolSize, share) : config.poolSize;
  return { databaseUrl: url, poolSize };
}

/** Brings the schema up to date before any worker looks at it. @returns whether the database has no tenant yet */
async function prepare({ options }: ConnectedDatabase): Promise<boolean> {
  const dataSource = await new DataSource({ ...options, entities: ENTITIES }).initialize();
  try {
    await migrate(dataSource);
    return !(await new TenantsRepository(dataSource.getRepository(Tenant)).exists());
  } finally {
    await dataSource.destroy();
  }
}

/** @param publicUrl where its links lead: it does not listen */
async function makeDemo(
  config: Config,
  { options }: ConnectedDatabase,
  baseUrl: string,
  publicUrl: string,
): Promise<void> {
  const { createApplication } = await import('../bootstrap.js');
  const app = await createApplication({ ...config, sweeps: false }, options);
  try {
    await app.init();
    app.get(PublicUrl).isAt(publicUrl);
    await offerDemo(config, app, baseUrl);
  } finally {
    await app.close();
  }
}

/** Answers from several processes under one port until it is told to stop; SIGHUP restarts one after the other. */
export async function serveWithWorkers(config: Config, stop: Promise<void>): Promise<void> {
  const connecting = connectDatabase(config, say);
  const preparing = connecting.then(prepare);
  // The workers load their modules meanwhile.
  const crew = new Crew(
    config,
    Promise.all([connecting, preparing]).then(([database]) => taskOf(config, database)),
  );
  const publicUrl = new PublicUrl(config);
  let isReady = false;
  process.on('SIGHUP', () => {
    if (isReady) void crew.restart();
  });
  try {
    const [database, isEmpty, port] = await Promise.all([connecting, preparing, crew.start()]);
    const baseUrl = baseUrlOf(config, port);
    if (config.port === 0) publicUrl.isAt(baseUrl);
    else publicUrl.listensOn(port);
    if (config.demo && isEmpty) await makeDemo(config, database, baseUrl, publicUrl.value);
    await keepAddress(config, publicUrl.value);
    sayReady(baseUrl);
    isReady = true;
    await stop;
    sayStopping();
    await forgetAddress(config, publicUrl.value);
  } finally {
    await crew.stop();
    await release(connecting, preparing);
  }
}

/** Once nobody uses it, the migration of a start that failed included. */
async function release(connecting: Promise<ConnectedDatabase>, preparing: Promise<unknown>): Promise<void> {
  const [database] = await Promise.allSettled([connecting, preparing]);
  if (database.status === 'fulfilled') await database.value.release();
}
