import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { codeOf } from '../../file-import/feed-error.js';
import { type FileMark, hasMark, markOf } from './drop-records.js';

/** Who puts files into the folder may take them away, or lay links in their place. */
const GONE = new Set<unknown>(['ENOENT', 'ELOOP']);

const READ_AT_ONCE = 64 * 1024;

/** A file that is opened once: what is hashed, checked and sent cannot become another file in between. */
export class OpenDrop {
  private constructor(
    readonly handle: FileHandle,
    readonly mark: FileMark,
  ) {}

  /** Undefined when no plain file has the name any more. */
  static async open(path: string | Buffer): Promise<OpenDrop | undefined> {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    try {
      const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      const found = await handle.stat();
      if (found.isFile()) return new OpenDrop(handle, markOf(found));
      await handle.close();
      return undefined;
    } catch (error) {
      if (GONE.has(codeOf(error))) return undefined;
      throw error;
    }
  }

  /** From the beginning, as often as it is wanted. */
  read(): Readable {
    return Readable.from(this.chunks());
  }

  /** In hexadecimal. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.chunks()) hash.update(chunk);
    return hash.digest('hex');
  }

  async isUnchanged(): Promise<boolean> {
    return hasMark(await this.handle.stat(), this.mark);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Not by a stream of the handle: one that is destroyed closes the handle as well. */
  private async *chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.mark.size;) {
      const { buffer, bytesRead } = await this.handle.read(
        Buffer.allocUnsafe(READ_AT_ONCE),
        0,
        READ_AT_ONCE,
        at,
      );
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
