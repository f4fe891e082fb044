import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import { FileTooLarge, MalformedJson, UnsupportedEncoding } from '../../errors/request.errors.js';
import { encodingOf } from '../../http/server/json-body.guard.js';
import { openUnlinked } from '../../http/server/unlinked-file.js';

const MIB = 1024 * 1024;
const READ_BYTES = 64 * 1024;
/** The longest first line; a mapping has at most 16 KiB. */
const LONGEST_HEAD = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * A file that a caller has sent whole. Its body has the options as JSON in the first line, and the file behind it, byte
 * for byte. It lies in a temporary file without a name until it is closed: nothing is applied of a file that did not
 * arrive, and no other process needs it.
 */
export class ReceivedFile {
  private constructor(
    private readonly file: FileHandle,
    /** The first line. */
    readonly head: Buffer,
    private readonly start: number,
    private readonly end: number,
  ) {}

  /**
   * @throws {FileTooLarge} when the file is larger than `limitMiB`
   * @throws {UnsupportedEncoding} when the body is compressed
   * @throws {MalformedJson} when it ends before its length
   */
  static async receive(request: IncomingMessage, limitMiB: number): Promise<ReceivedFile> {
    const encoding = encodingOf(request);
    if (encoding !== 'identity') throw new UnsupportedEncoding(['identity'], encoding);
    const most = limitMiB * MIB + LONGEST_HEAD;
    if (Number(request.headers['content-length'] ?? 0) > most) throw new FileTooLarge(limitMiB);
    const file = await openUnlinked();
    try {
      const bytes = await spool(request, file, most);
      if (bytes > most) throw new FileTooLarge(limitMiB);
      const head = await firstLine(file);
      return new ReceivedFile(file, head, Math.min(head.length + 1, bytes), bytes);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The bytes of the file; may be read once more. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let position = this.start; position < this.end;) {
      // A buffer of its own for each chunk: rows are views of it.
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.end - position));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position);
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** @returns how many bytes arrived; more than `most` when the rest was left unread */
async function spool(request: IncomingMessage, file: FileHandle, most: number): Promise<number> {
  let bytes = 0;
  try {
    // The connection stays open for the refusal when the loop ends early.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) break;
      await file.write(chunk);
    }
  } catch (error) {
    if (request.complete) throw error;
    throw new MalformedJson('it ended early');
  }
  return bytes;
}

async function firstLine(file: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(LONGEST_HEAD);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  const read = buffer.subarray(0, bytesRead);
  const end = read.indexOf(LINE_FEED);
  return end < 0 ? read : read.subarray(0, end);
}
