import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What has been written is there after a power cut once the folder is written too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Moves a file in one step, and replaces one that has the name. */
export async function moveDurably(from: string | Buffer, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/**
 * Writes a file as a whole or not at all.
 * @param work a folder of the same file system that no one else writes into: a temporary file beside the target could
 * be a link there, which was laid to have another file overwritten
 */
export async function writeDurably(path: string, text: string, work: string): Promise<void> {
  const temporary = join(work, `${basename(path)}.tmp`);
  const file = await open(temporary, 'w', 0o640);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await moveDurably(temporary, path);
}
