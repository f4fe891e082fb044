import { chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { lastLines, runCommand } from '../../src/database/private-server/run-command.js';
import { Program, UNPRIVILEGED } from '../support/program.js';
import { Disk } from './disk.js';
import { type Machine, onMachine } from './network.js';

const START_LIMIT_MS = 120_000;
const POLL_MS = 100;
/** Where the service connects to, on the address of the node's machine. */
export const SQL_PORT = 3306;

/** What all nodes of a run have in common. */
export interface NodeSettings {
  /** Of `innodb_flush_log_at_trx_commit`. */
  readonly flush: string;
  /** The library by which a node gets a clock of its own; undefined when its clock stays right. */
  readonly fakeClock: string | undefined;
}

/** One node of a cluster: a server process on a machine of its own, with a disk of its own. */
export abstract class ClusterNode {
  protected program: Program | undefined;
  protected readonly root: string;
  private disk: Disk | undefined;

  constructor(
    readonly machine: Machine,
    private readonly folder: string,
    private readonly settings: NodeSettings,
    private readonly asUnprivileged: boolean,
  ) {
    this.root = join(folder, machine.name);
  }

  get name(): string {
    return this.machine.name;
  }

  get address(): string {
    return this.machine.address;
  }

  /** @param template an initialised data directory */
  async prepare(template: string): Promise<void> {
    this.disk = await Disk.make(this.root);
    await cp(template, join(this.root, 'data'), { recursive: true });
    // MySQL keeps the server's identity in this file.
    await rm(join(this.root, 'data/auto.cnf'), { force: true });
    await mkdir(join(this.root, 'tmp'));
    await this.stepClock(0);
    if (this.asUnprivileged) await runCommand('chown', ['-R', `${UNPRIVILEGED}:${UNPRIVILEGED}`, this.root]);
  }

  /**
   * Starts the node and returns when it has joined the cluster.
   * @param isFirst whether it creates the cluster
   */
  abstract start(isFirst?: boolean): Promise<void>;

  /** Starts the server of a node that has ended. It may not be part of the cluster yet. */
  abstract startServer(): Promise<void>;

  /** How far the node has applied the transactions of the cluster. */
  abstract position(): Promise<string>;

  kill(): Promise<void> {
    return this.program?.stop('SIGKILL') ?? Promise.resolve();
  }

  get isRunning(): boolean {
    return this.program?.isRunning === true;
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

  /** What was not synced to the disk is lost. The server has ended then. */
  async losePower(): Promise<void> {
    await this.disk?.losePower();
    await this.kill();
    await this.disk?.comeBack();
  }

  /** Puts its clock this many seconds before or behind the right time, within a second. */
  async stepClock(seconds: number): Promise<void> {
    const text = `${seconds < 0 ? '' : '+'}${seconds}\n`;
    await writeFile(this.clock, text);
    if (this.asUnprivileged) await chown(this.clock, UNPRIVILEGED, UNPRIVILEGED);
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

  protected run([file, ...args]: [string, ...string[]], path = process.env['PATH']): Program {
    const identity = this.asUnprivileged ? [`--setuid=${UNPRIVILEGED}`, `--setgid=${UNPRIVILEGED}`] : [];
    const clock = this.clockVariables();
    const [enter = '', ...words] = [...onMachine(this.machine), ...identity, '--', ...clock, file, ...args];
    return Program.start(this.name, [enter, ...words], {
      log: this.log,
      env: { ...process.env, PATH: path },
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
    return join(this.folder, `${this.name}.log`);
  }

  /** Options that servers of both families know. */
  protected get commonFlags(): string[] {
    return [
      '--no-defaults',
      `--datadir=${join(this.root, 'data')}`,
      `--tmpdir=${join(this.root, 'tmp')}`,
      `--socket=${this.socket}`,
      `--pid-file=${join(this.root, 'pid')}`,
      `--port=${SQL_PORT}`,
      `--bind-address=${this.address}`,
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--max-connections=300',
      '--innodb-use-native-aio=0',
      '--innodb-buffer-pool-size=256M',
      `--innodb-flush-log-at-trx-commit=${this.settings.flush}`,
    ];
  }

  private get clock(): string {
    return join(this.folder, `${this.name}.clock`);
  }

  /** Words before the server's program. Time that passes stays right: only the time of day moves. */
  private clockVariables(): string[] {
    const { fakeClock } = this.settings;
    if (fakeClock === undefined) return [];
    return [
      'env',
      `LD_PRELOAD=${fakeClock}`,
      `FAKETIME_TIMESTAMP_FILE=${this.clock}`,
      'FAKETIME_CACHE_DURATION=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
      // With newer C libraries it takes waits by the monotonic clock for ones that would hang, and ends each at once:
      // MySQL is busy with that, and takes minutes to start.
      'FAKETIME_FORCE_MONOTONIC_FIX=0',
    ];
  }

  private async lastWords(): Promise<string> {
    return lastLines(await readFile(this.log, 'utf8'), 15);
  }
}
