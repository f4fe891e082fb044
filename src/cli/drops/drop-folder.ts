import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { parseJson } from '../../file-import/mapping/fields.js';
import { DropRules } from './drop-rules.js';
import { inOrder, RULES_FILE, type Entry } from './ready-files.js';

/** The folder of the command's own files. */
const OWN_MODE = 0o700;
/** Who puts files into the folder may read what became of them, and not change it. */
const SHOWN_MODE = 0o750;
const WRITABLE_BY_OTHERS = 0o022;

/** The folder into which others put files, and the folders in it that belong to the command. */
export class DropFolder {
  readonly archive: string;
  readonly refused: string;
  /** What the command has to remember. Its name begins with a dot, so that it is no file of people. */
  readonly own: string;
  /** An entry for each content that was applied. */
  readonly applied: string;

  private constructor(readonly path: string) {
    this.archive = join(path, 'archive');
    this.refused = join(path, 'refused');
    this.own = join(path, '.drops');
    this.applied = join(this.own, 'applied');
  }

  /**
   * Checks the folder and makes the folders in it.
   * @throws {FeedError} when it is no folder that this user may write into, or a folder in it is another user's
   */
  static async open(path: string): Promise<DropFolder> {
    const folder = new DropFolder(path);
    const { R_OK, W_OK, X_OK } = constants;
    const found = await lstatOf(path);
    if (found === undefined) throw new FeedError(`--dir ${path} does not exist`);
    if (!found.isDirectory()) throw new FeedError(`--dir ${path} is no folder`);
    await access(path, R_OK | W_OK | X_OK).catch((error: unknown) => {
      throw new FeedError(`--dir ${path} cannot be read and written by this user: ${reasonOf(error)}`);
    });
    await folder.make(folder.archive, SHOWN_MODE);
    await folder.make(folder.refused, SHOWN_MODE);
    await folder.make(folder.own, OWN_MODE);
    await folder.make(folder.applied, OWN_MODE);
    return folder;
  }

  /** What stands in the folder, by name, in the order of the names. */
  async list(): Promise<Map<string, Entry>> {
    const names = await readdir(this.path, { encoding: 'buffer' });
    const entries: Entry[] = [];
    for (const raw of names) {
      const found = await lstatOf(this.at(raw));
      // Who puts files here may take them away at any time.
      if (found === undefined) continue;
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
      entries.push({ raw, name: raw.toString(), kind, changedAt: Math.max(found.mtimeMs, found.ctimeMs) });
    }
    return new Map(inOrder(entries).map((entry) => [entry.name, entry]));
  }

  /** How many files were refused and are still there. */
  async countRefused(): Promise<number> {
    const names = await readdir(this.refused);
    return names.filter((name) => name.endsWith('.reason.txt')).length;
  }

  /** The path of a file in the folder, whatever bytes its name has. */
  at(raw: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${this.path}/`), raw]);
  }

  /**
   * What files are, by their names.
   * @throws {FeedError} when `drops.json` cannot be read or is not valid, or someone else may write it
   */
  async rules(): Promise<DropRules> {
    const path = join(this.path, RULES_FILE);
    const found = await lstatOf(path);
    if (found === undefined) return DropRules.none();
    if (!found.isFile() || !isTrusted(found))
      throw new FeedError(
        `${path} must be a plain file of root or of this user that no one else may write (chmod 644): it says for ` +
          'which files people who are not in them lose their access',
      );
    return DropRules.parse(await jsonAt(path), this.path);
  }

  private async make(path: string, mode: number): Promise<void> {
    try {
      await mkdir(path, { mode });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new FeedError(`${path} cannot be made: ${reasonOf(error)}`);
      const found = await lstatOf(path);
      if (found?.isDirectory() !== true || found.uid !== process.getuid?.())
        throw new FeedError(`${path} must be a folder of this user; remove what has its name`);
    }
  }
}

function isTrusted({ uid, mode }: Stats): boolean {
  return (uid === 0 || uid === process.getuid?.()) && (mode & WRITABLE_BY_OTHERS) === 0;
}

async function jsonAt(path: string): Promise<unknown> {
  try {
    return parseJson((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FeedError(`${path}: ${reasonOf(error)}`);
  }
}

/** What has a name, not what a link leads to; undefined when nothing has it. */
export async function lstatOf(path: string | Buffer): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
