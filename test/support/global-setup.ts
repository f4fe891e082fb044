import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

declare global {
  /** Set by Jest's global set-up for its global tear-down, which runs in the same process. */
  var testDatabaseProcess: ChildProcess | undefined;
}

/**
 * Provides one database per worker; workers find the server's address in TEST_DATABASE_URL_BASE. The folder
 * TEST_EVIDENCE gets the output of services and the secrets that must not be in it.
 */
export default async function globalSetup(config: { maxWorkers: number; rootDir: string }): Promise<void> {
  process.env.TEST_EVIDENCE = mkdtempSync(join(tmpdir(), 'integration-api-evidence-'));
  const program = join(config.rootDir, 'test/support/test-database-process.ts');
  const workers = Math.max(2, config.maxWorkers);
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--import', join(config.rootDir, 'test/jest/typescript.mjs'), program, String(workers)],
    { cwd: config.rootDir, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  globalThis.testDatabaseProcess = child;
  const url = await Promise.race([firstLine(child), once(child, 'exit').then(() => undefined)]);
  if (!url) throw new Error('The test database could not be started; the reason is above.');
  process.env.TEST_DATABASE_URL_BASE = url;
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (!child.stdout) return undefined;
  for await (const line of createInterface({ input: child.stdout })) return line;
  return undefined;
}
