import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Ends the process that provides the databases, and with it the test server; then searches what was printed. */
export default async function globalTeardown(config: { rootDir: string }): Promise<void> {
  await stopDatabase();
  const folder = process.env.TEST_EVIDENCE ?? '';
  const program = join(config.rootDir, 'test/support/leak-check-process.ts');
  const words = [
    '--no-warnings',
    '--import',
    join(config.rootDir, 'test/jest/typescript.mjs'),
    program,
    folder,
  ];
  const { status } = spawnSync(process.execPath, words, { cwd: config.rootDir, stdio: ['ignore', 2, 2] });
  // Jest keeps this exit code when every test has passed. An exception would suppress the report of the tests.
  if (status !== 0) process.exitCode = 1;
  rmSync(folder, { recursive: true });
}

async function stopDatabase(): Promise<void> {
  const child = globalThis.testDatabaseProcess;
  if (child?.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
