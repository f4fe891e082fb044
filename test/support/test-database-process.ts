/**
 * Jest loads its global hooks as CommonJS and cannot import the project's ES modules there, so this runs as
 * a child process of theirs: it provides the databases, writes their address as one line to stdout, and
 * cleans up when its stdin closes, which also happens when Jest is killed.
 */
import { createConnection } from 'mysql2/promise';
import { once } from 'node:events';

import { startTestServer } from '../../src/database/private-server/test-server.js';
import { borrowDatabase } from './kept-database.js';

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const workers = Number(process.argv[2]);

// Signals reach the whole process group. The workers need their database until Jest is done with them, and a process
// that ended now would leave the server behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const stdinClosed = once(process.stdin.resume(), 'close');
const server = namedServer() ?? (await keptServer()) ?? (await privateServer());
try {
  await createDatabases(server.url, workers);
  process.stdout.write(`${server.url}\n`);
  await stdinClosed;
} finally {
  await server.stop();
}

function namedServer(): Server | undefined {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, stop: () => Promise.resolve() } : undefined;
}

async function keptServer(): Promise<Server | undefined> {
  const path = process.env.KEPT_DATABASE;
  const kept = path ? await borrowDatabase(path) : undefined;
  if (kept === undefined) return undefined;
  return { url: kept.url, stop: () => kept.giveBack() };
}

async function privateServer(): Promise<Server> {
  const server = await startTestServer(console.error);
  const url = `mysql://root@localhost/?socketPath=${encodeURIComponent(server.socketPath)}`;
  return { url, stop: () => server.stop() };
}

async function createDatabases(url: string, count: number): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  const names = Array.from({ length: count }, (_, index) => `itest_${index + 1}`);
  const statements = names.flatMap((name) => [
    `DROP DATABASE IF EXISTS ${name}`,
    `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  ]);
  await connection.query(statements.join(';'));
  await connection.end();
}
