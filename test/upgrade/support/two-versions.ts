import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { freePorts } from '../../../bench/support/ports.js';
import { Program } from '../../../bench/support/program.js';
import { settingsOfUnit, startBalancer } from '../../faults/support/balancer.js';
import { keepSecrets } from '../../support/evidence.js';
import { PROJECT_ROOT } from '../../support/service-process.js';

const PREVIOUS = process.env['PREVIOUS_VERSION'] ?? '';

export type Version = 'previous' | 'current';

/** Two processes of the previous version on a database of their own, behind HAProxy; each may be replaced. */
export class TwoVersions {
  private readonly programs: Program[] = [];
  private balancer: Program | undefined;

  private constructor(
    private readonly folder: string,
    private readonly databaseUrl: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly port: number,
    private readonly ports: readonly number[],
  ) {}

  static async start(): Promise<TwoVersions> {
    const folder = await mkdtemp(join(tmpdir(), 'two-versions-'));
    const url = new URL(process.env['TEST_DATABASE_URL_BASE'] ?? '');
    url.pathname = `/itest_two_versions_${process.pid}`;
    const { PATH, SERVER_KEY } = process.env;
    const fixed = { HOST: '127.0.0.1', DEMO: 'false', SANDBOXES: 'true', LOG_LEVEL: 'info' };
    const environment = { PATH, SERVER_KEY, DATABASE_URL: url.href, ...fixed, ...(await settingsOfUnit()) };
    const [port = 0, ...ports] = await freePorts(3);
    const site = new TwoVersions(folder, url.href, environment, port, ports);
    // One after the other: the first one migrates.
    await site.begin(0, 'previous');
    await site.begin(1, 'previous');
    site.balancer = await startBalancer(folder, port, ports);
    return site;
  }

  /** Through the balancer. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** One of the processes, past the balancer. */
  direct(index: number): string {
    return `http://127.0.0.1:${this.ports[index] ?? 0}`;
  }

  /** Runs a terminal command of the previous version, which migrates nothing further. */
  async cli(...words: string[]): Promise<Record<string, string>> {
    const argv = [join(PREVIOUS, 'dist/cli/main.js'), ...words, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, argv, {
      env: { ...this.environment, DATA_DIR: join(this.folder, 'cli') },
    });
    const answer = JSON.parse(stdout) as Record<string, string>;
    keepSecrets('apiSecret', [answer['apiSecret'] ?? '']);
    return answer;
  }

  /** Replaces a process by one of this version, as a restart of its unit does. @returns how the old one ended */
  async replace(index: number): Promise<unknown> {
    const old = this.programs[index];
    if (old === undefined) throw new Error(`There is no process ${index}`);
    process.kill(old.pid, 'SIGTERM');
    const ended = await old.ended;
    await this.begin(index, 'current');
    return ended;
  }

  async ask(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
    const connection = await createConnection({ uri: this.databaseUrl });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, values);
      return rows;
    } finally {
      await connection.end();
    }
  }

  async stop(): Promise<void> {
    await this.balancer?.stop('SIGKILL');
    await Promise.all(this.programs.map((program) => program.stop('SIGKILL')));
    await this.ask(`DROP DATABASE \`${new URL(this.databaseUrl).pathname.slice(1)}\``);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async begin(index: number, version: Version): Promise<void> {
    const name = `process${index}-${version}`;
    const program = Program.start(
      name,
      [process.execPath, join(version === 'previous' ? PREVIOUS : PROJECT_ROOT, 'dist/main.js')],
      {
        log: join(this.folder, `${name}.log`),
        env: {
          ...this.environment,
          PORT: String(this.ports[index] ?? 0),
          DATA_DIR: join(this.folder, name),
        },
      },
    );
    this.programs[index] = program;
    await program.said(/^Ready at (\S+)/);
  }
}
