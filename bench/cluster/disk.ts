import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { runCommand } from '../../src/database/private-server/run-command.js';
import { must } from './must.js';

const SIZE = '4G';
const UNMOUNT_TRIES = 100;

/**
 * A file system of its own in a file. It can be shut down as XFS is in its own tests: what was not synced is gone when
 * it is mounted again, as after a loss of power.
 */
export class Disk {
  private constructor(
    private readonly image: string,
    readonly path: string,
  ) {}

  /** @param path where it is mounted, in the namespace of this process */
  static async make(path: string): Promise<Disk> {
    const image = `${path}.disk`;
    await mkdir(path);
    await must('truncate', '-s', SIZE, image);
    await must('mkfs.xfs', '-q', image);
    const disk = new Disk(image, path);
    await disk.mount();
    return disk;
  }

  /** Nothing is written any more, not even what the file system would still write. */
  losePower(): Promise<void> {
    return must('xfs_io', '-x', '-c', 'shutdown', this.path);
  }

  /** Mounts it anew, once the programs that used it have ended. */
  async comeBack(): Promise<void> {
    for (let tries = 0; !(await runCommand('umount', [this.path])).ok; tries += 1) {
      if (tries === UNMOUNT_TRIES) throw new Error(`${this.path} is in use`);
      await sleep(100);
    }
    await this.mount();
  }

  private mount(): Promise<void> {
    return must('mount', '-o', 'loop', this.image, this.path);
  }
}
