import { type FileHandle, open } from 'node:fs/promises';

import { StartupProblem } from '../errors/startup-problem.js';

/** Far more than a key has: a file of this size is another one, named by mistake. */
const MOST_BYTES = 4096;

/** Who a file belongs to, and its mode. */
interface FileOwner {
  readonly uid: number;
  readonly mode: number;
}

/** The process, as far as files belong to it; undefined where files have no owner. */
type ProcessUser = number | undefined;

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

/**
 * What is wrong with the owner or the mode of a key file. The file must belong to the process's user, or to root, and
 * no other user may read it; a group may when the file is root's and the process is not, as Kubernetes makes them
 * (`fsGroup`).
 */
export function problemOfKeyFile(
  path: string,
  { uid, mode }: FileOwner,
  user: ProcessUser,
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0)
    return `${path} belongs to user ${uid}, who could read and change the key; run: chown ${user} ${path}`;
  const mayGroupRead = uid === 0 && user !== 0;
  const forbidden = mayGroupRead ? 0o037 : 0o077;
  if ((mode & forbidden) === 0) return undefined;
  return (
    `${path} has mode ${octal(mode)}, so that others may read the key; ` +
    `run: chmod ${mayGroupRead ? '0440' : '0600'} ${path}`
  );
}

async function textOf(file: FileHandle, path: string, name: string): Promise<string> {
  const stats = await file.stat();
  if (!stats.isFile())
    throw new StartupProblem(`${name}: ${path} is no file`, 'name a file that contains the key');
  // On Windows files have no mode of this kind.
  const problem = problemOfKeyFile(path, stats, process.getuid?.());
  if (problem !== undefined) throw new StartupProblem(`${name}: ${problem}`);
  if (stats.size > MOST_BYTES)
    throw new StartupProblem(
      `${name}: ${path} is longer than a key`,
      'it must contain the key and nothing else',
    );
  return file.readFile('utf8');
}

/**
 * Reads a key file. Links are followed; the owner and the mode of their target count.
 * @returns its text; undefined when there is no such file
 * @throws {StartupProblem} when it cannot be read, is no key, or others may read it
 */
export async function readKeyFile(path: string, name: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartupProblem(
      `${name}: ${path} cannot be read (${code})`,
      'let the user of the process read it',
      { cause: error },
    );
  }
  try {
    return await textOf(file, path, name);
  } finally {
    await file.close();
  }
}
