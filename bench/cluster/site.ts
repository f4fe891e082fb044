import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Access } from '../load/caller.js';
import { createTenant } from '../support/new-tenant.js';
import { freePorts } from '../support/ports.js';
import { type Program, startService } from '../support/program.js';
import { type Cluster, type ClusterKind, DATABASE, prepareCluster } from './cluster.js';
import type { ClusterNode } from './cluster-node.js';
import { CHECK_USER, configuration, runHaproxy } from './haproxy.js';
import { ensureHaproxy } from './installation.js';

const INSTANCES = 2;

/** How the instances reach the nodes. */
export type Way = 'haproxy' | 'host list';

/** Three nodes, the proxy before them, and two instances of the service, all on loopback. */
export class Site {
  private readonly programs: Program[] = [];
  private stopping: Promise<void> | undefined;
  private environment: NodeJS.ProcessEnv = {};

  private constructor(
    readonly folder: string,
    private readonly cluster: Cluster,
    private readonly haproxy: string,
  ) {}

  static async make(kind: ClusterKind, log: (line: string) => void): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'integration-api-cluster-'));
    // The nodes may run as another user, and create their folders below this one.
    await chmod(folder, 0o711);
    try {
      return new Site(folder, await prepareCluster(kind, folder, log), await ensureHaproxy(log));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get nodes(): readonly ClusterNode[] {
    return this.cluster.nodes;
  }

  /** One after the other: each gets its data from one that runs. */
  async startNodes(): Promise<void> {
    for (const [index, node] of this.nodes.entries()) await node.start(index === 0);
  }

  async startService(way: Way): Promise<Access> {
    const password = randomBytes(12).toString('hex');
    await this.createAccounts(password);
    const addresses = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    let hosts = addresses.join(',');
    if (way === 'haproxy') {
      const [port = 0] = await freePorts(1);
      const { nodes, check } = this.cluster;
      const text = configuration(port, nodes, check);
      this.programs.push(await runHaproxy(this.haproxy, this.folder, port, text));
      hosts = `127.0.0.1:${port}`;
    }
    const url = (list: string): string => `mysql://service:${password}@${list}/${DATABASE}`;
    // Exports and lists are read on another node than the one that is written to.
    this.environment = this.environmentFor(url(hosts), url(addresses.toReversed().join(',')));
    const baseUrls = await Promise.all(
      Array.from({ length: INSTANCES }, (_, index) => this.startInstance(`instance${index + 1}`)),
    );
    return { baseUrls, ...(await createTenant(this.environment, 'Cluster')) };
  }

  /** One more instance, which reads on this node; without one on the node that is written to. */
  startReader(node: ClusterNode | undefined): Promise<string> {
    const { DATABASE_READ_URL, ...rest } = this.environment;
    const url = DATABASE_READ_URL?.replace(/@[^/]*/, `@127.0.0.1:${node?.port ?? 0}`);
    const environment = node === undefined ? rest : { ...rest, DATABASE_READ_URL: url };
    return this.startInstance(`reader-${node?.name ?? 'primary'}`, environment);
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

  /** Ends everything and removes the data. @param keep whether the logs stay */
  stop(keep: boolean): Promise<void> {
    return (this.stopping ??= this.tidy(keep));
  }

  private async tidy(keep: boolean): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop('SIGKILL')));
    await Promise.all(this.nodes.map((node) => node.kill()));
    if (keep) process.stderr.write(`Logs and data are kept in ${this.folder}\n`);
    else await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private async createAccounts(password: string): Promise<void> {
    const [first] = this.nodes;
    for (const sql of [
      `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
      `CREATE USER service@'127.0.0.1' IDENTIFIED BY '${password}'`,
      `GRANT ALL ON ${DATABASE}.* TO service@'127.0.0.1'`,
      `CREATE USER ${CHECK_USER}@'127.0.0.1'`,
      ...this.cluster.seen.map((table) => `GRANT SELECT ON ${table} TO service@'127.0.0.1'`),
    ])
      await first?.query(sql);
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
