import { once } from 'node:events';

/** Ends the process that provides the databases, and with it the test server. */
export default async function globalTeardown(): Promise<void> {
  const child = globalThis.testDatabaseProcess;
  if (child?.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
