import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Access } from '../../../bench/load/caller.js';
import { createTenant, type NewTenant, runCli } from '../../../bench/support/new-tenant.js';
import { freePorts } from '../../../bench/support/ports.js';
import { type Program, startService } from '../../../bench/support/program.js';
import { roomiestParent } from '../../../src/database/private-server/test-server.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { FaultyProcess } from '../../support/faulty-process.js';
import { clientsAt, TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';
import { type DatabaseOptions, DatabaseServer } from './database-server.js';

/** What is waited for happens by chance, some times in a minute. */
const LOGGED_LIMIT_MS = 120_000;

export interface SiteOptions {
  readonly database?: DatabaseOptions;
  /** The folder of the database's files, when it is not on the RAM disk. */
  readonly databaseFolder?: string;
  /** Whether the service reaches its database through a {@link DatabaseProxy}. */
  readonly isProxied?: boolean;
  /** Of the service. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A database with one tenant, made once for all tests of a worker. */
interface Furnished {
  readonly data: string;
  readonly tenant: NewTenant;
  readonly serverKey: string;
}

function environmentFor(database: DatabaseServer, serverKey: string, folder: string): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DATA_DIR: join(folder, 'service'),
    DATABASE_URL: database.url,
    SERVER_KEY: serverKey,
  };
}

async function furnish(): Promise<Furnished> {
  const { TEST_EVIDENCE, JEST_WORKER_ID = '' } = process.env;
  if (TEST_EVIDENCE === undefined) throw new Error('Start these tests with `npm run test:faults`.');
  const parent = join(TEST_EVIDENCE, `worker-${JEST_WORKER_ID}`);
  const file = join(parent, 'furnished.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Furnished;
  const database = await DatabaseServer.prepare(join(parent, 'db'));
  await database.start();
  const serverKey = randomBytes(24).toString('hex');
  const tenant = await createTenant(environmentFor(database, serverKey, parent), 'Faults');
  await database.stop();
  const furnished = { data: database.data, tenant, serverKey };
  await writeFile(file, JSON.stringify(furnished));
  return furnished;
}

/** The service as it runs, on a database server of its own, with one tenant. */
export class FaultSite {
  private program: Program | undefined;

  private constructor(
    readonly folder: string,
    readonly database: DatabaseServer,
    readonly access: Access,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly proxyBetween: DatabaseProxy | undefined,
  ) {}

  static async start(options: SiteOptions = {}): Promise<FaultSite> {
    const folder = await mkdtemp(join(roomiestParent(), 'integration-api-faults-'));
    const { data, tenant, serverKey } = await furnish();
    const [port = 0] = await freePorts(1);
    const databaseFolder = options.databaseFolder ?? join(folder, 'db');
    const database = await DatabaseServer.prepare(databaseFolder, { ...options.database, data });
    await database.start();
    const proxy = options.isProxied === true ? await DatabaseProxy.start(database.url) : undefined;
    const environment = {
      ...environmentFor(database, serverKey, folder),
      ...(proxy === undefined ? {} : { DATABASE_URL: proxy.url }),
      PORT: String(port),
      ...options.env,
    };
    const access = { ...tenant, baseUrls: [`http://127.0.0.1:${port}`] };
    const site = new FaultSite(folder, database, access, environment, proxy);
    await site.startService();
    return site;
  }

  get baseUrl(): string {
    return this.access.baseUrls[0] ?? '';
  }

  /** Posts to the integration API, once. @param body lines, or else what becomes JSON */
  post(path: string, body: object | string, { headers }: NewTenant = this.access): Promise<Response> {
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    return fetch(`${this.baseUrl}/api/v1/integration${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  get proxy(): DatabaseProxy {
    if (this.proxyBetween === undefined) throw new Error('The service reaches its database directly');
    return this.proxyBetween;
  }

  get serviceLog(): string {
    return join(this.folder, 'service.log');
  }

  /** Creates a tenant that the load does not use. */
  newTenant(name: string): Promise<NewTenant> {
    return createTenant({ ...this.environment, LD_PRELOAD: '' }, name);
  }

  /** Creates tenants in this process: a terminal command takes as long as a start of the service. */
  async newTenants(count: number): Promise<TestTenant[]> {
    const { DATABASE_URL = '', SERVER_KEY = '' } = this.environment;
    const maker = await TestService.start({ DATABASE_URL, SERVER_KEY });
    const tenants: TestTenant[] = [];
    while (tenants.length < count) {
      const made = await maker.tenant();
      tenants.push({ ...made, ...clientsAt(this.baseUrl, made) });
    }
    await maker.stop();
    return tenants;
  }

  /** Waits until so many lines of the service's log contain all of these words. */
  async untilLogged(words: readonly string[], count = 1): Promise<void> {
    const isLogged = async (): Promise<boolean> => {
      const lines = (await readFile(this.serviceLog, 'utf8')).split('\n');
      return lines.filter((line) => words.every((word) => line.includes(word))).length >= count;
    };
    await until(`the log has ${count} times: ${words.join(', ')}`, isLogged, { within: LOGGED_LIMIT_MS });
  }

  /** Runs a terminal command, with the machine's own clock. */
  async cli(...words: readonly string[]): Promise<void> {
    await runCli({ ...this.environment, LD_PRELOAD: '' }, words);
  }

  get service(): Program {
    if (this.program === undefined) throw new Error('The service was not started');
    return this.program;
  }

  /** Starts the service and returns when it listens, at the same address as before. */
  async startService(): Promise<void> {
    const { program, ready } = startService('the service', { log: this.serviceLog, env: this.environment });
    this.program = program;
    await ready;
  }

  /** Another process on the same database. Returns when it listens. */
  async startBeside(port: number, env: Readonly<Record<string, string>>): Promise<Program> {
    const folder = join(this.folder, `beside-${port}`);
    const own = { ...this.environment, PORT: String(port), DATA_DIR: folder, ...env };
    const { program, ready } = startService('the service', { log: `${folder}.log`, env: own });
    await ready;
    return program;
  }

  /** A process on the same database that kills itself, or another process, at a fault point. */
  faultyProcess(victim?: number): FaultyProcess {
    return new FaultyProcess({
      ...this.environment,
      ...(victim === undefined ? {} : { FAULT_VICTIM: String(victim) }),
    });
  }

  /** @param keep whether the logs stay, to be read by a person */
  async stop(keep = process.env['FAULTS_KEEP'] !== undefined): Promise<void> {
    await this.program?.stop('SIGKILL');
    await this.proxyBetween?.cut();
    await this.database.kill();
    if (keep) process.stderr.write(`Logs and data are kept in ${this.folder}\n`);
    else await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
