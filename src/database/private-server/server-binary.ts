import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installServerPackage } from './install-server-package.js';
import { PrivateServerError } from './private-server-error.js';
import { runCommand } from './run-command.js';

export type ServerFamily = 'mysql' | 'mariadb';

export interface ServerBinary {
  readonly path: string;
  readonly family: ServerFamily;
  readonly version: string;
}

const NAMES = ['mysqld', 'mariadbd'];
const USUAL_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/local/bin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
];
const HOMEBREW_KEGS = ['/opt/homebrew/opt', '/usr/local/opt', '/home/linuxbrew/.linuxbrew/opt'];

/** Finds a server program, of the given family if one is given; the variable MYSQLD names one directly. */
export async function findServerBinary(
  family?: ServerFamily,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServerBinary | undefined> {
  for (const path of candidatePaths(env)) {
    const binary = await inspectBinary(path);
    if (binary && (!family || binary.family === family)) return binary;
  }
  return undefined;
}

/** Finds a server program, or installs the distribution's if the machine and the user's rights allow it. */
export async function ensureServerBinary(
  log: (line: string) => void,
  family?: ServerFamily,
): Promise<ServerBinary> {
  const found = await findServerBinary(family);
  if (found) return found;
  if (family && (await findServerBinary())) throw new PrivateServerError(otherFamilyMessage(family));
  if (process.env.MYSQLD) {
    throw new PrivateServerError(`MYSQLD is set to ${process.env.MYSQLD}, which is no database server.`);
  }
  const installed = (await installServerPackage(log)) ? await findServerBinary() : undefined;
  if (!installed) throw new PrivateServerError(missingServerMessage());
  if (family && installed.family !== family) throw new PrivateServerError(otherFamilyMessage(family));
  return installed;
}

/** Parses the answer of `mysqld --version`; undefined when it is no server that is known here. */
export function parseVersion(output: string): Omit<ServerBinary, 'path'> | undefined {
  const version = /(?:Ver|from) (\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (!version) return undefined;
  return { family: /mariadb/i.test(output) ? 'mariadb' : 'mysql', version };
}

export function candidatePaths(env: NodeJS.ProcessEnv): string[] {
  if (env.MYSQLD) return [env.MYSQLD];
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const folders = [...new Set([...onPath, ...USUAL_FOLDERS, ...HOMEBREW_KEGS.flatMap(kegFolders)])];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
}

export function missingServerMessage(): string {
  return (
    'No MySQL or MariaDB server was found, and none could be installed. Install one:\n' +
    '`apt install mariadb-server-core`, `dnf install mariadb-server` or `brew install mariadb`; or set DATABASE_URL.'
  );
}

function otherFamilyMessage(family: ServerFamily): string {
  const name = family === 'mysql' ? 'MySQL' : 'MariaDB';
  return (
    `The private database was created by ${name}, which is no longer on this machine.\n` +
    `Install ${name} again (or name its server program in MYSQLD), or set DATABASE_URL.`
  );
}

async function inspectBinary(path: string): Promise<ServerBinary | undefined> {
  const { ok, output } = await runCommand(path, ['--no-defaults', '--version']);
  const parsed = ok ? parseVersion(output) : undefined;
  return parsed && { path, ...parsed };
}

function kegFolders(parent: string): string[] {
  try {
    const kegs = readdirSync(parent).filter((name) => /^(mysql|mariadb)(@|$)/.test(name));
    return kegs.map((keg) => join(parent, keg, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
