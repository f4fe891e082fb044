import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from '../../../src/database/private-server/run-command.js';

const SIZE_MIB = 256;
const MEBIBYTE = 1024 * 1024;

/** A file system in memory, which can be filled. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Undefined where it may not be mounted. */
  static async mount(): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'integration-api-disk-'));
    const { ok } = await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m`, 'tmpfs', folder]);
    if (ok) return new SmallDisk(folder);
    await rmdir(folder);
    return undefined;
  }

  /** Fills the disk completely. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    const piece = Buffer.alloc(MEBIBYTE, 1);
    for (let left = bavail * bsize; left > 0; left -= piece.length)
      await writeFile(this.filler, piece, { flag: 'a' }).catch(() => undefined);
  }

  async empty(): Promise<void> {
    await rm(this.filler);
  }

  async unmount(): Promise<void> {
    await runCommand('umount', [this.folder]);
    await rmdir(this.folder);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
