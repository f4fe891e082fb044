import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DataSource } from 'typeorm';

import { poolUseOf } from '../../../src/metrics/pool-use.js';
import { TestService } from '../service.js';
import { remaining } from './remaining.js';
import { startedProcesses } from './started-processes.js';
import { WorkerDatabase } from './worker-database.js';

/** How many connections earlier files of this worker have left, which have failed for them. */
let reportedConnections = 0;

/**
 * What a spec file leaves behind: processes, connections and databases, temporary files, and rows of tenants that do
 * not exist. It is found and removed when the file has ended, and so are the file's tenants with all their rows.
 */
export class LeftBehind {
  private constructor(
    private readonly temporary: string,
    private readonly running: ReadonlySet<number>,
  ) {}

  /** Gives the file that begins a temporary folder that is empty, which processes that it starts have as well. */
  static async begin(): Promise<LeftBehind> {
    const { TEST_EVIDENCE = '', JEST_WORKER_ID = '' } = process.env;
    const temporary = join(TEST_EVIDENCE, `tmp-${JEST_WORKER_ID}`);
    mkdirSync(temporary, { recursive: true });
    // A cache of programs that are started from TypeScript, which would compile themselves again for each file.
    process.env['SWC_NODE_CACHE_DIR'] ??= join(tmpdir(), `swc-node-${process.getuid?.() ?? ''}`);
    process.env['TMPDIR'] = temporary;
    (await TestService.startedOfWorker())?.takeLogger();
    return new LeftBehind(temporary, new Set(startedProcesses(temporary).map(({ pid }) => pid)));
  }

  /** @returns a sentence for each thing that was left */
  async remove(): Promise<string[]> {
    const processes = await this.processes();
    const files = this.files();
    const service = await TestService.startedOfWorker();
    await service?.endFile();
    const database = await WorkerDatabase.open(process.env['DATABASE_URL'] ?? '');
    try {
      return [
        ...processes,
        ...files,
        ...(await connections(database, service)),
        ...(await databases(database)),
        ...(await rows(database)),
      ];
    } finally {
      await database.close();
    }
  }

  private async processes(): Promise<string[]> {
    const left = await remaining(() =>
      Promise.resolve(startedProcesses(this.temporary).filter(({ pid }) => !this.running.has(pid))),
    );
    return left.map(({ pid, command }) => {
      process.kill(pid, 'SIGKILL');
      return `a process that runs: ${command}`;
    });
  }

  private files(): string[] {
    return readdirSync(this.temporary).map((name) => {
      rmSync(join(this.temporary, name), { recursive: true, force: true });
      return `a temporary file or folder: ${name}`;
    });
  }
}

async function connections(database: WorkerDatabase, service: TestService | undefined): Promise<string[]> {
  const left = await remaining(async () => {
    const open = await database.connections();
    return open.length > ownOf(service) + reportedConnections ? open : [];
  });
  const surplus = left.length - ownOf(service) - reportedConnections;
  if (left.length === 0) return [];
  reportedConnections += surplus;
  return [`connections to the database, ${surplus} of these: ${left.join('; ')}`];
}

/** Of the shared application: those of its pool, and the one on which it asks whether the server answers. */
function ownOf(service: TestService | undefined): number {
  if (service === undefined) return 0;
  const { used, idle } = poolUseOf(service.app.get(DataSource));
  return used + idle + 1;
}

async function databases(database: WorkerDatabase): Promise<string[]> {
  const left = await database.databases();
  for (const name of left) await database.drop(name);
  return left.map((name) => `a database: ${name}`);
}

async function rows(database: WorkerDatabase): Promise<string[]> {
  const orphans = await database.orphans();
  await database.empty();
  return orphans.map(
    ({ table, tenantId }) => `rows in ${table} of the tenant ${tenantId}, which does not exist`,
  );
}
