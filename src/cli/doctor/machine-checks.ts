import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { isSound, type ReadEnvironment } from '../../config/environment.js';
import { baseUrlOf } from '../../config/public-url.js';
import { checkDataFolder, existingFolder, isDataFolderNeeded } from '../../startup/data-folder.js';
import { isServiceAt } from '../../startup/kept-address.js';
import { readOwnPackage } from '../../startup/own-package.js';
import { checkPort } from '../../startup/port.js';
import { type Finding, findingsOf, notChecked, ok, problem, sizeOf, warning } from './finding.js';

const MEBIBYTE = 1024 * 1024;
/** The private database has its data there; otherwise a few small files. */
const PRIVATE_DATABASE_MIB = 1024;
const SMALL_FILES_MIB = 16;
/** A process takes four files of a university at once, of a workbook twice. */
const FILES_AT_ONCE = 8;

export async function examineVersions(): Promise<Finding> {
  const { node } = process.versions;
  const { version, engines } = await readOwnPackage();
  const oldest = engines.node.replace(/^>=/, '');
  const found = `service ${version}, Node ${node}`;
  return node.localeCompare(oldest, 'en', { numeric: true }) >= 0
    ? ok('Versions', found)
    : problem('Versions', found, `install Node ${oldest} or later`);
}

/** A running service of this host and port is no problem. */
export async function examinePort(environment: ReadEnvironment): Promise<readonly Finding[]> {
  const { config } = environment;
  if (!isSound(environment, 'PORT', 'HOST')) return [notChecked('Port', 'PORT or HOST is not valid')];
  const url = baseUrlOf(config, config.port);
  try {
    await checkPort(config);
    return [ok('Port', `${url} is free`)];
  } catch (error) {
    if (await isServiceAt(url)) return [ok('Port', `the service answers at ${url}`)];
    return findingsOf('Port', error);
  }
}

async function space(check: string, folder: string, neededMiB: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(await existingFolder(folder));
  const found = `${sizeOf(bavail * bsize)} are free for ${folder}`;
  return bavail * bsize >= neededMiB * MEBIBYTE
    ? ok(check, found)
    : warning(check, found, `make room: ${sizeOf(neededMiB * MEBIBYTE)} may be needed`);
}

async function dataFolder(environment: ReadEnvironment): Promise<Finding | readonly Finding[]> {
  const check = 'Data directory';
  const { dataDir, databaseUrl } = environment.config;
  try {
    await checkDataFolder(dataDir);
  } catch (error) {
    // Otherwise only the address for terminal commands is not kept.
    return findingsOf(check, error, isDataFolderNeeded(environment) ? 'problem' : 'warning');
  }
  return space(check, dataDir, databaseUrl === undefined ? PRIVATE_DATABASE_MIB : SMALL_FILES_MIB);
}

/** The disk of another machine's database is not seen from here. */
export async function examineFolders(environment: ReadEnvironment): Promise<readonly Finding[]> {
  if (!isSound(environment, 'DATA_DIR')) return [notChecked('Data directory', 'DATA_DIR is not valid')];
  const { fileLimitMiB } = environment.config;
  const found = await Promise.all([
    dataFolder(environment),
    space('Temporary folder', tmpdir(), FILES_AT_ONCE * fileLimitMiB),
  ]);
  return found.flat();
}
