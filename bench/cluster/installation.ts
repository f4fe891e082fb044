import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { installFirstOf } from '../../src/database/private-server/install-server-package.js';
import { runCommand } from '../../src/database/private-server/run-command.js';
import { ensureServerBinary, type ServerBinary } from '../../src/database/private-server/server-binary.js';

const GALERA_LIBRARIES = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
];
/** The programs that give a joining node its data. */
const TRANSFER_PROGRAMS = ['wsrep_sst_rsync', 'my_print_defaults'];
const TRANSFER_PACKAGES = ['mariadb-server', 'mariadb-client-core'];
/** Where packages are kept for the next time. */
export const KEPT_PACKAGES = join(import.meta.dirname, '../../.data/cluster-packages');
/** What makes the machines of the nodes, by the package that it is in. */
const MACHINE_PROGRAMS = { iproute2: 'ip', nftables: 'nft', xfsprogs: 'mkfs.xfs' };
const FAKE_CLOCK = 'libfaketimeMT.so.1';

/** The programs of Galera on this machine. */
export interface GaleraInstallation {
  readonly server: ServerBinary;
  readonly galera: string;
  /** The PATH with all programs that a node starts. */
  readonly path: string;
}

/** The programs of MySQL's group replication on this machine. */
export interface GroupInstallation {
  readonly server: ServerBinary;
  /** The folder of the server's plugins. */
  readonly plugins: string;
}

type Log = (line: string) => void;

function find(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Where the programs of administrators are too. */
const SYSTEM_PATH = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin`;

async function ensure(packageName: string, look: () => string | undefined, log: Log): Promise<string> {
  const found = look();
  if (found !== undefined) return found;
  await installFirstOf([packageName], `Installing ${packageName} with apt-get.`, log);
  const installed = look();
  if (installed === undefined)
    throw new Error(
      `${packageName} was not found and could not be installed. The cluster needs galera-4, haproxy, rsync and ` +
        'mariadb-server; the fault tests need haproxy.',
    );
  return installed;
}

/** HAProxy of the distribution, which is installed where it is missing and that is permitted. */
export function ensureHaproxy(log: Log): Promise<string> {
  return ensure('haproxy', () => find('haproxy', SYSTEM_PATH), log);
}

/** What a run needs besides the servers, which is installed where it is missing and that is permitted. */
export async function ensureMachines(log: Log): Promise<void> {
  for (const [name, program] of Object.entries(MACHINE_PROGRAMS))
    await ensure(name, () => find(program, SYSTEM_PATH), log);
  await ensureHaproxy(log);
  await ensureFakeClock(log);
}

/** @returns the library that gives a program a clock of its own */
export function ensureFakeClock(log: Log): Promise<string> {
  const folders = (): string[] => readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'));
  const look = (): string | undefined =>
    folders()
      .map((folder) => join(folder, FAKE_CLOCK))
      .find((file) => existsSync(file));
  return ensure('libfaketime', look, log);
}

/**
 * Extracts the scripts from the package mariadb-server. Installing it would set up and start a server of the machine.
 * The packages are kept; the extracted files must be readable for a node that runs as an unprivileged user.
 */
async function unpackTransferPrograms(kept: string, folder: string, log: Log): Promise<void> {
  await mkdir(kept, { recursive: true });
  const packages = async (): Promise<string[]> =>
    (await readdir(kept)).filter((file) => file.endsWith('.deb'));
  if ((await packages()).length < TRANSFER_PACKAGES.length) {
    log(`Fetching the packages ${TRANSFER_PACKAGES.join(' and ')} for ${TRANSFER_PROGRAMS.join(' and ')}.`);
    const fetching = await runCommand('env', ['-C', kept, 'apt-get', 'download', ...TRANSFER_PACKAGES]);
    if (!fetching.ok)
      throw new Error(`Install mariadb-server; its packages could not be fetched:\n${fetching.output}`);
  }
  for (const file of await packages()) await runCommand('dpkg-deb', ['-x', join(kept, file), folder]);
}

/**
 * Finds the distribution's programs, and installs what is missing where that is permitted.
 * @param kept where packages are kept for the next time
 * @param folder for programs of this run only
 */
export async function ensureGalera(kept: string, folder: string, log: Log): Promise<GaleraInstallation> {
  const server = await ensureServerBinary(log, 'mariadb');
  const galera = await ensure('galera-4', () => GALERA_LIBRARIES.find((file) => existsSync(file)), log);
  await ensure('rsync', () => find('rsync', SYSTEM_PATH), log);
  const path = `${SYSTEM_PATH}${delimiter}${join(folder, 'usr/bin')}`;
  const isComplete = (): boolean => TRANSFER_PROGRAMS.every((name) => find(name, path) !== undefined);
  if (!isComplete()) await unpackTransferPrograms(kept, folder, log);
  if (!isComplete()) throw new Error(`Install mariadb-server; ${TRANSFER_PROGRAMS.join(' or ')} is missing.`);
  return { server, galera, path };
}

/** Finds the plugin of group replication beside the server of MYSQLD, which `npm run cluster` sets. */
export async function findGroupReplication(log: Log): Promise<GroupInstallation> {
  const server = await ensureServerBinary(log, 'mysql');
  const { output } = await runCommand(server.path, ['--no-defaults', '--verbose', '--help']);
  const reported = /^plugin-dir\s+(\S+)$/m.exec(output)?.[1];
  const unpacked = join(dirname(server.path), 'usr/lib/mysql/plugin');
  const plugins = [unpacked, ...(reported === undefined ? [] : [reported])].find((folder) =>
    existsSync(join(folder, 'group_replication.so')),
  );
  if (plugins === undefined)
    throw new Error(
      `There is no group_replication.so for ${server.path}; remove .data/mysql-server to fetch it anew.`,
    );
  return { server, plugins };
}
