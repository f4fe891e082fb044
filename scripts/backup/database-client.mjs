// The database's own programs for dumps and imports, and how they are connected to the database.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../programs/debian.mjs';
import { codeOf } from '../setup/child.mjs';
import { endWithUs } from '../setup/interruption.mjs';
import { run } from '../setup/setup.mjs';

/** A dump is best read by the family that wrote it, so the first that is there of both is taken. */
const NAMES = {
  dump: ['mariadb-dump', 'mysqldump'],
  client: ['mariadb', 'mysql'],
  binlog: ['mariadb-binlog', 'mysqlbinlog'],
};
const PACKAGES = ['mariadb-client', 'mysql-client'];

/**
 * The program for `dump`, `client` or `binlog`; undefined when there is none.
 * @param family what the server is: its own family's program is preferred
 */
export async function findClient(kind, family = 'mariadb') {
  const names = family === 'mysql' ? NAMES[kind].toReversed() : NAMES[kind];
  for (const name of names) {
    const { ok, output } = await run(name, ['--version']);
    // MariaDB's program for binary logs names no family.
    if (ok) return { name, isMariaDb: /mariadb/i.test(name + output) || /Ver 3\./.test(output) };
  }
  return undefined;
}

/**
 * @throws {Error} with a sentence for the terminal when there is no such program
 */
export async function needClient(kind, family) {
  const found = await findClient(kind, family);
  if (found !== undefined) return found;
  throw new Error(
    `${NAMES[kind].join(' or ')} is needed and is not on this machine.\n` +
      `Install it (on Debian: apt-get install mariadb-client), on any machine that reaches the database.`,
  );
}

/** For the tests, which may install it. @returns whether both programs are there */
export function ensureClient() {
  const isThere = async () => (await findClient('dump')) !== undefined;
  const reason = 'No mariadb-dump was found; installing the client with apt-get.';
  return ensureInstalled(isThere, PACKAGES, reason);
}

/**
 * Starts a client program on a database. The password is in a file that only the current user can read, because all
 * users of the machine can see the command line.
 * @param target without a place the program connects to no server
 */
export function startClient({ name, isMariaDb }, target, args, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'database-client-'));
  const file = join(folder, 'client.cnf');
  writeFileSync(file, optionFile(target, isMariaDb), { mode: 0o600 });
  // It must be the first argument.
  const child = spawn(name, [`--defaults-file=${file}`, ...args], {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  endWithUs(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = codeOf(child)
    .then((code) => {
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${said.trim()}`);
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }));
  // The reader of its output may fail first. The caller still gets the client's own error from `ended`.
  ended.catch(() => undefined);
  return { child, ended };
}

function optionFile({ host, port, user, password, socketPath, ssl }, isMariaDb) {
  const place = socketPath === undefined ? { host, port, protocol: 'tcp' } : { socket: socketPath };
  const lines = Object.entries({ ...place, user, password })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${quoted(value)}`);
  return ['[client]', ...lines, ...tlsLines(ssl, isMariaDb), ''].join('\n');
}

function quoted(value) {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

function tlsLines(ssl, isMariaDb) {
  if (ssl === undefined) return [];
  if (isMariaDb) return ['ssl', ...(ssl.rejectUnauthorized ? ['ssl-verify-server-cert'] : [])];
  return [`ssl-mode=${ssl.rejectUnauthorized ? 'VERIFY_IDENTITY' : 'REQUIRED'}`];
}
