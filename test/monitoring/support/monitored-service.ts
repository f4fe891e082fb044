import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePorts } from '../../../bench/support/ports.js';
import { type Program, startService } from '../../../bench/support/program.js';
import type { Demo } from '../../../src/demo/demo.service.js';
import { DatabaseServer } from '../../faults/support/database-server.js';

/** Two processes of the built service with the demo university, on a database server of their own. */
export class MonitoredService {
  private constructor(
    readonly database: DatabaseServer,
    /** The host and port of each process. */
    readonly targets: readonly string[],
    readonly demo: Demo,
    private readonly programs: readonly Program[],
  ) {}

  static async start(folder: string): Promise<MonitoredService> {
    const database = await DatabaseServer.prepare(join(folder, 'db'));
    await database.start();
    const ports = await freePorts(2);
    const { PATH, HOME } = process.env;
    const environment = {
      PATH,
      HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DEMO: 'true',
      SANDBOXES: 'true',
      DATABASE_URL: database.url,
      SERVER_KEY: randomBytes(24).toString('hex'),
    };
    const programs: Program[] = [];
    // One after the other: the first one furnishes the database.
    for (const port of ports) {
      const at = join(folder, String(port));
      const env = { ...environment, PORT: String(port), DATA_DIR: at };
      const { program, ready } = startService('the service', { log: `${at}.log`, env });
      programs.push(program);
      await ready;
    }
    const demo = JSON.parse(await readFile(join(folder, String(ports[0]), 'demo.json'), 'utf8')) as Demo;
    const targets = ports.map((port) => `127.0.0.1:${port}`);
    return new MonitoredService(database, targets, demo, programs);
  }

  get baseUrls(): string[] {
    return this.targets.map((target) => `http://${target}`);
  }

  /** What each process answers to Prometheus. */
  metrics(): Promise<string[]> {
    return Promise.all(this.baseUrls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop('SIGKILL')));
    await this.database.kill();
  }
}
