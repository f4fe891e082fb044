import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Access } from '../load/caller.js';
import { createTenant } from '../support/new-tenant.js';
import { type Program, startService } from '../support/program.js';
import { type Cluster, type ClusterKind, DATABASE, prepareCluster } from './cluster.js';
import { type ClusterNode, type NodeSettings, SQL_PORT } from './cluster-node.js';
import { CHECK_USER, configuration, runHaproxy } from './haproxy.js';
import { ensureHaproxy } from './installation.js';
import { HERE } from './network.js';

const INSTANCES = ['instance1', 'instance2'];

/** How the instances reach the nodes. */
export type Way = 'haproxy' | 'host list';

/** Three nodes on machines of their own, and, where these are made, the proxy and two instances of the service. */
export class Site {
  private readonly programs: Program[] = [];
  private environment: NodeJS.ProcessEnv = {};

  private constructor(
    private readonly folder: string,
    readonly cluster: Cluster,
    private readonly haproxy: string,
  ) {}

  /** @param folder for everything that is stored; a server that runs as another user must reach it */
  static async make(
    kind: ClusterKind,
    folder: string,
    settings: NodeSettings,
    log: (line: string) => void,
  ): Promise<Site> {
    const cluster = await prepareCluster(kind, folder, settings, log);
    return new Site(folder, cluster, await ensureHaproxy(log));
  }

  get nodes(): readonly ClusterNode[] {
    return this.cluster.nodes;
  }

  /** One after the other: each gets its data from one that runs. */
  async startNodes(): Promise<void> {
    for (const [index, node] of this.nodes.entries()) await node.start(index === 0);
  }

  async startService(way: Way): Promise<Access> {
    const { user, password } = await this.createAccounts();
    const addresses = this.nodes.map(({ address }) => `${address}:${SQL_PORT}`);
    if (way === 'haproxy') await this.startHaproxy();
    const hosts = way === 'haproxy' ? `127.0.0.1:${SQL_PORT}` : addresses.join(',');
    const url = (list: string): string => `mysql://${user}:${password}@${list}/${DATABASE}`;
    // Exports and lists are read on another node than the one that is written to.
    this.environment = this.environmentFor(url(hosts), url(addresses.toReversed().join(',')));
    const baseUrls = await Promise.all(INSTANCES.map((name) => this.startInstance(name)));
    return { baseUrls, ...(await createTenant(this.environment, 'Cluster')) };
  }

  /** Starts the proxy before the nodes, on the port of a node. */
  async startHaproxy(): Promise<void> {
    const { nodes, check } = this.cluster;
    const text = configuration(SQL_PORT, nodes, check);
    this.programs.push(await runHaproxy(this.haproxy, this.folder, SQL_PORT, text));
  }

  /** One more university, whose data no other load touches. */
  async anotherTenant(access: Access, name: string): Promise<Access> {
    return { ...access, ...(await createTenant(this.environment, name)) };
  }

  /** One more instance, which reads on this node; without one on the node that is written to. */
  startReader(node: ClusterNode | undefined): Promise<string> {
    const { DATABASE_READ_URL, ...rest } = this.environment;
    const url = DATABASE_READ_URL?.replace(/@[^/]*/, `@${node?.address ?? ''}:${SQL_PORT}`);
    const environment = node === undefined ? rest : { ...rest, DATABASE_READ_URL: url };
    return this.startInstance(`reader-${node?.name ?? 'primary'}`, environment);
  }

  /** What the two instances have logged. */
  async logs(): Promise<string> {
    const texts = await Promise.all(
      INSTANCES.map((name) => readFile(join(this.folder, `${name}.log`), 'utf8')),
    );
    return texts.join('\n');
  }

  /** The node to which the service is connected. */
  async writer(): Promise<ClusterNode> {
    const counts = await Promise.all(
      this.nodes.map(async (node) => ({ node, used: await node.usersOf(DATABASE) })),
    );
    const [first] = counts.sort((one, other) => other.used - one.used);
    if (first === undefined) throw new Error('There are no nodes');
    return first.node;
  }

  /** Creates the database and its accounts. @returns that of the service */
  async createAccounts(): Promise<{ user: string; password: string; database: string }> {
    const [first] = this.nodes;
    const user = 'service';
    const password = randomBytes(12).toString('hex');
    for (const sql of [
      `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
      `CREATE USER ${user}@'${HERE}' IDENTIFIED BY '${password}'`,
      `GRANT ALL ON ${DATABASE}.* TO ${user}@'${HERE}'`,
      `CREATE USER ${CHECK_USER}@'${HERE}'`,
      ...this.cluster.seen.flatMap((table) =>
        [user, CHECK_USER].map((name) => `GRANT SELECT ON ${table} TO ${name}@'${HERE}'`),
      ),
    ])
      await first?.query(sql);
    return { user, password, database: DATABASE };
  }

  private environmentFor(databaseUrl: string, readUrl: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'info',
      DATA_DIR: join(this.folder, 'service'),
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: readUrl,
      SERVER_KEY: randomBytes(24).toString('hex'),
    };
  }

  private startInstance(name: string, env = this.environment): Promise<string> {
    const { program, ready } = startService(name, { log: join(this.folder, `${name}.log`), env });
    this.programs.push(program);
    return ready;
  }
}
