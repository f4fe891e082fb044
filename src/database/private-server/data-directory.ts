import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PrivateServerError } from './private-server-error.js';
import { lastLines, runCommand, type CommandResult } from './run-command.js';
import type { ServerBinary, ServerFamily } from './server-binary.js';
import { mariadbBootstrapFlags, mysqlInitFlags } from './server-flags.js';
import type { ServerLayout } from './server-layout.js';

const FAMILY_FILE = 'server-family';
const UNFINISHED = '.unfinished-';

/**
 * The family that created the data directory, because the other one cannot read it; undefined before the first start.
 */
export function familyOf(data: string): ServerFamily | undefined {
  const file = join(data, FAMILY_FILE);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').trim() === 'mysql' ? 'mysql' : 'mariadb';
}

/**
 * Creates `data` if it is missing. The files are created in another folder that is then renamed, so that `data` is
 * always complete. Call it under the directory's lock.
 */
export async function ensureDataDirectory(
  binary: ServerBinary,
  layout: ServerLayout,
  data = layout.data,
): Promise<void> {
  await removeUnfinished(data);
  if (existsSync(data)) return;
  const unfinished = `${data}${UNFINISHED}${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  const { ok, output } = await initialise(binary, layout, unfinished);
  if (!ok) {
    throw new PrivateServerError(`${binary.path} could not initialise ${data}:\n${lastLines(output, 10)}`);
  }
  await writeFile(join(unfinished, FAMILY_FILE), `${binary.family}\n`);
  flushToDisk(unfinished);
  await rename(unfinished, data);
  flushEntry(dirname(data));
}

async function removeUnfinished(data: string): Promise<void> {
  const parent = dirname(data);
  const prefix = `${basename(data)}${UNFINISHED}`;
  const leftovers = readdirSync(parent).filter((name) => name.startsWith(prefix));
  // A server that outlived the process that started it may still be writing there, hence the retries.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
  await Promise.all(leftovers.map((name) => rm(join(parent, name), options)));
}

async function initialise(binary: ServerBinary, layout: ServerLayout, data: string): Promise<CommandResult> {
  if (binary.family === 'mysql') return runCommand(binary.path, mysqlInitFlags(layout, data));
  const input = bootstrapSql(await findShareFolder(binary));
  return runCommand(binary.path, mariadbBootstrapFlags(layout, data), { input });
}

/** The system tables, and a root user without a password, who can only connect over the private socket. */
function bootstrapSql(share: string): string {
  const names = ['system_tables', 'performance_tables', 'system_tables_data'];
  const scripts = names.map((name) => readFileSync(join(share, sqlFile(share, name)), 'utf8'));
  // Accounts for this machine's host name are of no use to a server without a network.
  const statements = scripts
    .join('\n')
    .split('\n')
    .filter((line) => !line.includes('@current_hostname'));
  return ['create database mysql;', 'use mysql;', 'set @auth_root_socket=NULL;', ...statements, ''].join(
    '\n',
  );
}

/** MariaDB 11 renamed these files. */
function sqlFile(share: string, name: string): string {
  const renamed = `mariadb_${name}.sql`;
  return existsSync(join(share, renamed)) ? renamed : `mysql_${name}.sql`;
}

async function findShareFolder(binary: ServerBinary): Promise<string> {
  const { output } = await runCommand(binary.path, ['--no-defaults', '--verbose', '--help']);
  const charsets = /^character-sets-dir\s+(\S.*)$/m.exec(output)?.[1];
  const prefix = dirname(dirname(binary.path));
  const candidates = [
    ...(charsets ? [dirname(charsets)] : []),
    ...[prefix, '/usr'].flatMap((root) => ['mysql', 'mariadb', ''].map((name) => join(root, 'share', name))),
  ];
  const share = candidates.find((folder) => existsSync(join(folder, sqlFile(folder, 'system_tables'))));
  if (!share) throw new PrivateServerError(`The SQL scripts that belong to ${binary.path} were not found.`);
  return share;
}

// The server does not flush every file that it creates, and they must reach the disk before the rename does.
function flushToDisk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushToDisk(path);
    else flushEntry(path);
  }
  flushEntry(folder);
}

function flushEntry(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
