import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Connection, createConnection } from 'mysql2/promise';

import { type PrivateServer, startPrivateServer } from '../../src/database/private-server/private-server.js';
import { POOL_SIZE } from '../yardsticks/pool.js';
import { Child, typescript } from './child.js';
import { Client } from './client.js';
import { createTenant, type NewTenant, runCli } from './new-tenant.js';
import { Probe } from './probe.js';

const root = join(import.meta.dirname, '../..');

/** The SERVER_KEY of the service. */
export const SERVER_KEY = 'bench-server-key-bench-server-key-0000';

/** A tenant, and a client with its credential. */
export interface Tenant extends NewTenant {
  readonly client: Client;
}

/** A database server of its own with the flags of production, and the processes that are measured. */
export class Bench {
  private readonly children: Child[] = [];
  private readonly probes: Probe[] = [];
  private readonly endings: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly directory: string,
    private readonly server: PrivateServer,
    private readonly keep: boolean,
  ) {}

  static async start(keep: boolean): Promise<Bench> {
    const directory = await mkdtemp(join(tmpdir(), 'integration-api-bench-'));
    const server = await startPrivateServer({
      directory: join(directory, 'mysql'),
      durable: true,
      log: (line) => process.stderr.write(`${line}\n`),
    });
    return new Bench(directory, server, keep);
  }

  get databasePid(): number {
    return Number(readFileSync(join(this.directory, 'mysql/mysqld.pid'), 'utf8'));
  }

  databaseUrl(name: string): string {
    return `mysql://${this.server.user}@localhost/${name}?socketPath=${encodeURIComponent(this.server.socketPath)}`;
  }

  /** A connection to a database, which is made when it is missing; it ends when the benchmark does. */
  async connect(name = 'service'): Promise<Connection> {
    const { socketPath, user } = this.server;
    const connection = await createConnection({ socketPath, user, timezone: 'Z' });
    this.onStop(() => connection.end());
    await connection.query(
      `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    );
    await connection.changeUser({ database: name });
    return connection;
  }

  /** The built service, as `npm start` runs it, which makes its database. @param nodeOptions of its process */
  startService(database = 'service', nodeOptions: readonly string[] = []): Promise<Child> {
    return this.track(
      Child.start(
        [...nodeOptions, join(root, 'dist/main.js')],
        this.serviceEnvironment(database),
        /^Ready at (\S+)/,
      ),
    );
  }

  /** Starts a program of this folder in place of the service. */
  async startYardstick(file: string, database: string): Promise<Child> {
    await this.connect(database);
    const program = join(root, 'bench/yardsticks', file);
    return this.track(
      Child.start([...typescript(program), this.databaseUrl(database)], process.env, /^Ready at (\S+)/),
    );
  }

  /** Another caller of this service. */
  async startProbe(service: Child): Promise<Probe> {
    const probe = await Probe.start(service.address);
    this.probes.push(probe);
    return probe;
  }

  /** A new tenant of this service. */
  async createTenant(service: Child, name: string, database = 'service'): Promise<Tenant> {
    const tenant = await createTenant(this.serviceEnvironment(database), name);
    return { ...tenant, client: new Client(service.address, tenant.headers) };
  }

  /** A further key of a tenant. */
  createKey(tenantId: string, scope: string, ...more: string[]): Promise<Record<string, string>> {
    return this.cli('key', 'create', '--tenant', tenantId, '--label', 'more', '--scopes', scope, ...more);
  }

  /** Runs a terminal command of the service. @returns its JSON */
  cli(...words: string[]): Promise<Record<string, string>> {
    return runCli(this.serviceEnvironment('service'), words);
  }

  /** Registers work to be done before the database stops. */
  onStop(ending: () => Promise<void>): void {
    this.endings.push(ending);
  }

  /** Stops all processes, and removes the data unless it is to be kept. */
  stop(): Promise<void> {
    return (this.stopping ??= this.tidy());
  }

  private async tidy(): Promise<void> {
    for (const ending of this.endings) await ending();
    await Promise.all(this.probes.map((probe) => probe.stop()));
    await Promise.all(this.children.map((child) => child.stop()));
    await this.server.stop();
    if (this.keep) process.stderr.write(`The data is kept in ${this.directory}\n`);
    else await rm(this.directory, { recursive: true, force: true });
  }

  private async track(starting: Promise<Child>): Promise<Child> {
    const child = await starting;
    this.children.push(child);
    return child;
  }

  /** The environment of a process of the service or of a terminal command. */
  serviceEnvironment(database: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'info',
      DATA_DIR: join(this.directory, 'service'),
      DATABASE_URL: this.databaseUrl(database),
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      SERVER_KEY,
    };
  }
}
