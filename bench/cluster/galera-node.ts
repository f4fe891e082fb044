import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { lastLines } from '../../src/database/private-server/run-command.js';
import type { Installation } from './installation.js';
import { UNPRIVILEGED, Program } from '../support/program.js';

const START_LIMIT_MS = 120_000;
const POLL_MS = 100;

export interface NodePorts {
  readonly sql: number;
  readonly group: number;
  /** For the state that a node missed, and for all of it. */
  readonly missed: number;
  readonly whole: number;
}

/** One node of the cluster: a server process with its own data. */
export class GaleraNode {
  private program: Program | undefined;
  private readonly root: string;

  constructor(
    readonly name: string,
    parent: string,
    readonly ports: NodePorts,
    private readonly cluster: string,
    private readonly installation: Installation,
  ) {
    this.root = join(parent, name);
  }

  /** @param template an initialised data directory */
  async prepare(template: string): Promise<void> {
    await mkdir(this.root, { mode: 0o700 });
    await cp(template, join(this.root, 'data'), { recursive: true });
    await mkdir(join(this.root, 'tmp'));
    if (process.getuid?.() === 0) await give(this.root);
  }

  /**
   * Starts the node and returns when it has joined the cluster.
   * @param isFirst whether it creates the cluster
   */
  async start(isFirst = false): Promise<void> {
    const { server, path } = this.installation;
    await rm(this.socket, { force: true });
    const flags = [...this.flags(), ...(isFirst ? ['--wsrep-new-cluster'] : await this.recoveredPosition())];
    this.program = this.run([server.path, ...flags], path).ignoreOutput();
    const deadline = Date.now() + START_LIMIT_MS;
    while ((await this.state()) !== 'Synced') {
      if (!this.program.isRunning || Date.now() > deadline)
        throw new Error(`${this.name} did not start; its log ends with:\n${await this.lastWords()}`);
      await sleep(POLL_MS);
    }
  }

  kill(): Promise<void> {
    return this.program?.stop('SIGKILL') ?? Promise.resolve();
  }

  /** Sends a statement as the server's administrator. */
  async query(sql: string, values: unknown[] = [], database?: string): Promise<RowDataPacket[]> {
    const connection = await createConnection({
      socketPath: this.socket,
      user: 'root',
      connectTimeout: 2000,
      ...(database === undefined ? {} : { database }),
    });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, values);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  async status(name: string): Promise<string> {
    const [row] = await this.query('SHOW GLOBAL STATUS WHERE Variable_name = ?', [name]);
    return String(row?.['Value']);
  }

  /** How the node last got the transactions that it had missed. */
  async howItCameBack(): Promise<string> {
    const log = await readFile(this.log, 'utf8');
    const last = log.slice(log.lastIndexOf('Initializing allowlist'));
    return /rsync SST completed on joiner/.test(last) ? 'all of the data (SST)' : 'what it had missed (IST)';
  }

  private run(command: [string, ...string[]], path: string): Program {
    return Program.start(this.name, command, {
      log: this.log,
      env: { ...process.env, PATH: path },
      asUnprivileged: true,
    });
  }

  /** Recovers the position of a killed node from its tables, so that it needs only the transactions that it missed. */
  private async recoveredPosition(): Promise<string[]> {
    const { server, path } = this.installation;
    if (!existsSync(join(this.root, 'data/grastate.dat'))) return [];
    const recovery = this.run([server.path, ...this.flags(), '--wsrep-recover'], path).ignoreOutput();
    await recovery.ended;
    const found = [...(await readFile(this.log, 'utf8')).matchAll(/Recovered position: *(\S+:\d+)/g)].at(-1);
    return found?.[1] === undefined ? [] : [`--wsrep-start-position=${found[1]}`];
  }

  private state(): Promise<string> {
    return this.status('wsrep_local_state_comment').catch(() => 'no answer');
  }

  private get socket(): string {
    return join(this.root, 'mysql.sock');
  }

  private get log(): string {
    return join(this.root, '..', `${this.name}.log`);
  }

  private async lastWords(): Promise<string> {
    return lastLines(await readFile(this.log, 'utf8'), 15);
  }

  private flags(): string[] {
    const { sql, group, missed, whole } = this.ports;
    const provider = [
      `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
      `ist.recv_addr=127.0.0.1:${missed}`,
      'gcache.size=256M',
      // Without it the node could not be a donor after its return.
      'gcache.recover=yes',
    ];
    return [
      '--no-defaults',
      `--datadir=${join(this.root, 'data')}`,
      `--tmpdir=${join(this.root, 'tmp')}`,
      `--socket=${this.socket}`,
      `--pid-file=${join(this.root, 'pid')}`,
      `--port=${sql}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--max-connections=300',
      '--innodb-use-native-aio=0',
      '--innodb-buffer-pool-size=256M',
      '--innodb-log-file-size=64M',
      // Galera's three conditions: rows in the log, no table lock for generated numbers, InnoDB.
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--default-storage-engine=InnoDB',
      // The other nodes have every acknowledged commit; so has a node that lost only its process.
      '--innodb-flush-log-at-trx-commit=2',
      '--wsrep-on=ON',
      `--wsrep-provider=${this.installation.galera}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      '--wsrep-cluster-name=integration',
      `--wsrep-cluster-address=${this.cluster}`,
      `--wsrep-node-name=${this.name}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${whole}`,
    ];
  }
}

async function give(folder: string): Promise<void> {
  await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await give(path);
    else await chown(path, UNPRIVILEGED, UNPRIVILEGED);
  }
}
