import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { Program } from '../../../bench/support/program.js';
import { ensureServerBinary } from '../../../src/database/private-server/server-binary.js';
import { runFlags } from '../../../src/database/private-server/server-flags.js';
import {
  layoutOf,
  prepareFolders,
  type ServerLayout,
} from '../../../src/database/private-server/server-layout.js';
import { ensureTemplate } from '../../../src/database/private-server/test-server.js';
import { until } from '../../support/until.js';

const DATABASE = 'service';
const START_LIMIT_MS = 60_000;
/** How long a list of sessions is used. */
const ROUNDS = 50;

export interface DatabaseOptions {
  /** The data directory of a stopped server, which is copied; without it there is no database yet. */
  readonly data?: string;
  /** Further options of the server, which override all others. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A database server that a test may kill, freeze and restart. Acknowledged commits are on its disk. */
export class DatabaseServer {
  private program: Program | undefined;
  private mayEnd = true;

  private constructor(
    private readonly binary: string,
    private readonly layout: ServerLayout,
    private readonly options: DatabaseOptions,
  ) {}

  static async prepare(folder: string, options: DatabaseOptions = {}): Promise<DatabaseServer> {
    const binary = await ensureServerBinary(() => undefined);
    const layout = layoutOf(folder);
    prepareFolders(layout);
    await cp(options.data ?? (await ensureTemplate(binary)), layout.data, { recursive: true });
    // Two servers must not share the identity that MySQL keeps in this file.
    await rm(join(layout.data, 'auto.cnf'), { force: true });
    return new DatabaseServer(binary.path, layout, options);
  }

  get url(): string {
    return `mysql://root@localhost/${DATABASE}?socketPath=${encodeURIComponent(this.layout.socket)}`;
  }

  get pid(): number {
    return this.program?.pid ?? 0;
  }

  /** Settles when the server has ended. */
  get ended(): Promise<unknown> {
    return this.program?.ended ?? Promise.resolve();
  }

  get data(): string {
    return this.layout.data;
  }

  /** Returns when it answers. */
  async start(): Promise<void> {
    const { flags = [], env = {} } = this.options;
    await rm(this.layout.socket, { force: true });
    const small = ['--loose-innodb-log-file-size=64M', '--loose-innodb-redo-log-capacity=64M'];
    const command: [string, ...string[]] = [this.binary, ...runFlags(this.layout, true), ...small, ...flags];
    const program = Program.start('the database', command, {
      log: this.layout.errorLog,
      env: { ...process.env, ...env },
    }).ignoreOutput();
    this.program = program;
    const isOver = async (): Promise<boolean> => !program.isRunning || (await this.answers());
    await until('the database answers', isOver, { within: START_LIMIT_MS });
    if (!program.isRunning) throw new Error(`The database did not start; see ${this.layout.errorLog}`);
  }

  /** Restarts it whenever it ends by itself, as systemd would, until it is stopped or killed. */
  keepRunning(): void {
    this.mayEnd = false;
    void this.startAgain();
  }

  async stop(): Promise<void> {
    this.mayEnd = true;
    await this.program?.stop('SIGTERM');
  }

  async kill(): Promise<void> {
    this.mayEnd = true;
    await this.program?.stop('SIGKILL');
  }

  /**
   * Freezes the server: it keeps its connections, and the system accepts new ones, but nothing is answered. One of its
   * threads stops the others, so they may continue until that one has got a processor.
   */
  async freeze(): Promise<void> {
    process.kill(this.pid, 'SIGSTOP');
    await until('all threads of the database have stopped', () => hasStopped(this.pid));
  }

  thaw(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  async ask(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 2000, dateStrings: true });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, values);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /**
   * Repeatedly ends the statements of all other sessions, as an operator or a limit of the server may, also between two
   * statements of a packet.
   * @returns the function that stops this and returns the number of kills
   */
  async killStatements(): Promise<() => Promise<number>> {
    const killer = await createConnection({ uri: this.url });
    let kills = 0;
    const over = new AbortController();
    const killAll = async (): Promise<void> => {
      const [sessions] = await killer.query<RowDataPacket[]>('SHOW PROCESSLIST');
      const others = sessions.filter(({ Id, db }) => db === DATABASE && Id !== killer.threadId);
      // Without checking the list in between: a listed statement would end before the next one of its packet begins.
      for (let round = 0; round < ROUNDS; round += 1)
        for (const { Id } of others) {
          // The session may have ended meanwhile.
          await killer.query('KILL QUERY ?', [Id]).catch(() => undefined);
          kills += 1;
        }
    };
    const killing = (async () => {
      while (!over.signal.aborted) await killAll();
    })();
    return async () => {
      over.abort();
      await killing;
      await killer.end();
      return kills;
    };
  }

  /**
   * Makes every statement on the table wait.
   * @returns the function that ends this
   */
  async lockTable(name: string): Promise<() => Promise<void>> {
    const holder = await createConnection({ uri: this.url });
    await holder.query(`LOCK TABLES \`${name}\` WRITE`);
    return () => holder.end();
  }

  private async startAgain(): Promise<void> {
    for (;;) {
      await this.program?.ended;
      if (this.mayEnd) return;
      // With a full disk the first attempt to start may fail.
      await this.start().catch(() => undefined);
    }
  }

  private async answers(): Promise<boolean> {
    const { socket: socketPath } = this.layout;
    const connection = await createConnection({ socketPath, user: 'root', connectTimeout: 2000 }).catch(
      () => undefined,
    );
    connection?.destroy();
    return connection !== undefined;
  }
}

/** Whether all threads of a process have stopped. */
async function hasStopped(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder);
  const states = await Promise.all(threads.map((thread) => readFile(join(folder, thread, 'status'), 'utf8')));
  return states.every((state) => /^State:\tT/m.test(state));
}
