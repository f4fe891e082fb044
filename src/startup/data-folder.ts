import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { areKeysSound, isSound, type ReadEnvironment } from '../config/environment.js';
import { StartupProblem } from '../errors/startup-problem.js';

/** Whether a start must write into the data directory: for the private server, or for a key that is kept there. */
export function isDataFolderNeeded(environment: ReadEnvironment): boolean {
  const { databaseUrl, serverKey } = environment.config;
  const isDatabaseHere = databaseUrl === undefined && isSound(environment, 'DATABASE_URL');
  return isDatabaseHere || (serverKey === undefined && areKeysSound(environment));
}

/** The folder itself, or the nearest one above it that exists. */
export async function existingFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    await stat(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || path === dirname(path)) throw error;
    return existingFolder(dirname(path));
  }
}

/** @returns the code of what is wrong; empty when the folder is there, or can be made */
async function problemCodeOf(folder: string): Promise<string> {
  const existing = await existingFolder(folder);
  if (!(await stat(existing)).isDirectory()) return 'ENOTDIR';
  await access(existing, constants.W_OK | constants.X_OK);
  return '';
}

/**
 * Checks that the service can write into its data directory, or make it. Nothing is made.
 * @throws {StartupProblem} when it cannot
 */
export async function checkDataFolder(folder: string): Promise<void> {
  const code = await problemCodeOf(folder).catch(
    (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown reason',
  );
  if (code === '') return;
  throw new StartupProblem(
    `DATA_DIR: ${resolve(folder)} cannot be written (${code})`,
    'name a folder in which the user of the process may write',
  );
}
