import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { startService } from '../../../bench/support/program.js';
import { BalancedProcesses } from '../../faults/support/balanced-processes.js';
import { settingsOfUnit } from '../../faults/support/balancer.js';
import { keepSecrets } from '../../support/evidence.js';

const PREVIOUS = process.env['PREVIOUS_VERSION'] ?? '';

/** Two processes of the previous version on a database of their own, behind HAProxy; each may be replaced. */
export class TwoVersions {
  private constructor(
    private readonly folder: string,
    private readonly databaseUrl: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly processes: BalancedProcesses,
    /** The places at which this version begins next. */
    private readonly replaced: Set<number>,
  ) {}

  static async start(): Promise<TwoVersions> {
    const folder = await mkdtemp(join(tmpdir(), 'two-versions-'));
    const url = new URL(process.env['TEST_DATABASE_URL_BASE'] ?? '');
    url.pathname = `/itest_two_versions_${process.pid}`;
    const { PATH, SERVER_KEY } = process.env;
    const fixed = { HOST: '127.0.0.1', DEMO: 'false', SANDBOXES: 'true', LOG_LEVEL: 'info' };
    const environment = { PATH, SERVER_KEY, DATABASE_URL: url.href, ...fixed, ...(await settingsOfUnit()) };
    const replaced = new Set<number>();
    const processes = await BalancedProcesses.start(folder, async (port, index) => {
      const name = `process${index}-${replaced.has(index) ? 'current' : 'previous'}`;
      const env = { ...environment, PORT: String(port), DATA_DIR: join(folder, name) };
      const options = { log: join(folder, `${name}.log`), env };
      const { program, ready } = startService(name, options, replaced.has(index) ? undefined : PREVIOUS);
      await ready;
      return program;
    });
    return new TwoVersions(folder, url.href, environment, processes, replaced);
  }

  /** Through the balancer. */
  get baseUrl(): string {
    return this.processes.baseUrl;
  }

  /** One of the processes, past the balancer. */
  direct(index: number): string {
    return this.processes.direct(index);
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
  replace(index: number): Promise<unknown> {
    this.replaced.add(index);
    return this.processes.restart(index);
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
    await this.processes.stop();
    await this.ask(`DROP DATABASE \`${new URL(this.databaseUrl).pathname.slice(1)}\``);
    await rm(this.folder, { recursive: true, force: true });
  }
}
