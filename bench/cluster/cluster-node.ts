import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { lastLines, runCommand } from '../../src/database/private-server/run-command.js';
import { Program, UNPRIVILEGED } from '../support/program.js';

const START_LIMIT_MS = 120_000;
const POLL_MS = 100;

/** One node of a cluster: a server process with its own data. */
export abstract class ClusterNode {
  protected program: Program | undefined;
  protected readonly root: string;

  constructor(
    readonly name: string,
    parent: string,
    /** Where the service connects to. */
    readonly port: number,
    private readonly asUnprivileged: boolean,
  ) {
    this.root = join(parent, name);
  }

  /** @param template an initialised data directory */
  async prepare(template: string): Promise<void> {
    await mkdir(this.root, { mode: 0o700 });
    await cp(template, join(this.root, 'data'), { recursive: true });
    // MySQL keeps the server's identity in this file.
    await rm(join(this.root, 'data/auto.cnf'), { force: true });
    await mkdir(join(this.root, 'tmp'));
    if (this.asUnprivileged && process.getuid?.() === 0)
      await runCommand('chown', ['-R', `${UNPRIVILEGED}:${UNPRIVILEGED}`, this.root]);
  }

  /**
   * Starts the node and returns when it has joined the cluster.
   * @param isFirst whether it creates the cluster
   */
  abstract start(isFirst?: boolean): Promise<void>;

  /** How far the node has applied the transactions of the cluster. */
  abstract position(): Promise<string>;

  /** What an operator does so that a node that runs, and was left out of the cluster, is part of it again. */
  comeBack(): Promise<void> {
    return Promise.resolve();
  }

  kill(): Promise<void> {
    return this.program?.stop('SIGKILL') ?? Promise.resolve();
  }

  get pid(): number {
    return this.program?.pid ?? 0;
  }

  /** Its connections stay open, and nothing is answered. */
  freeze(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.pid, 'SIGCONT');
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

  /** How many sessions use the database. */
  async usersOf(database: string): Promise<number> {
    const sessions = await this.query('SHOW PROCESSLIST').catch(() => []);
    return sessions.filter(({ db }) => db === database).length;
  }

  protected run(command: [string, ...string[]], path = process.env['PATH']): Program {
    return Program.start(this.name, command, {
      log: this.log,
      env: { ...process.env, PATH: path },
      asUnprivileged: this.asUnprivileged,
    });
  }

  /** @param isReached asked until it is true; a node that ended never reaches it */
  protected async until(isReached: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await isReached().catch(() => false))) {
      if (this.program?.isRunning !== true || performance.now() > deadline)
        throw new Error(`${this.name} did not start; its log ends with:\n${await this.lastWords()}`);
      await sleep(POLL_MS);
    }
  }

  protected get socket(): string {
    return join(this.root, 'mysql.sock');
  }

  protected get log(): string {
    return join(this.root, '..', `${this.name}.log`);
  }

  /** Options that servers of both families know. */
  protected get commonFlags(): string[] {
    return [
      '--no-defaults',
      `--datadir=${join(this.root, 'data')}`,
      `--tmpdir=${join(this.root, 'tmp')}`,
      `--socket=${this.socket}`,
      `--pid-file=${join(this.root, 'pid')}`,
      `--port=${this.port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--max-connections=300',
      '--innodb-use-native-aio=0',
      '--innodb-buffer-pool-size=256M',
      // The other nodes have every acknowledged commit; so has a node that lost only its process.
      '--innodb-flush-log-at-trx-commit=2',
    ];
  }

  private async lastWords(): Promise<string> {
    return lastLines(await readFile(this.log, 'utf8'), 15);
  }
}
