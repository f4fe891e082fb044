import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import { Refusal } from '../../errors/refusal.js';
import { FilesBusy, FileTooLarge, MalformedJson, UnsupportedEncoding } from '../../errors/request.errors.js';
import { encodingOf } from '../../http/server/json-body.guard.js';
import type { SpoolShare } from '../../http/server/spool-shares.js';
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
    private readonly share: SpoolShare,
    /** The first line. */
    readonly head: Buffer,
    private readonly start: number,
    private readonly end: number,
  ) {}

  /**
   * @param share what the file takes up while it is open
   * @throws {FileTooLarge} when the file is larger than `limitMiB`
   * @throws {FilesBusy} when other files have taken up the share
   * @throws {UnsupportedEncoding} when the body is compressed
   * @throws {MalformedJson} when it ends before its length
   */
  static async receive(request: IncomingMessage, limitMiB: number, share: SpoolShare): Promise<ReceivedFile> {
    const encoding = encodingOf(request);
    if (encoding !== 'identity') throw new UnsupportedEncoding(['identity'], encoding);
    const check = (arrived: number, more: number): void => {
      if (arrived + more > limitMiB * MIB + LONGEST_HEAD) throw new FileTooLarge(limitMiB);
      if (!share.hasRoomFor(more)) throw new FilesBusy();
    };
    check(0, Number(request.headers['content-length'] ?? 0));
    const file = await openUnlinked();
    try {
      const bytes = await spool(request, file, (arrived, more) => {
        check(arrived, more);
        share.take(more);
      });
      const head = await firstLine(file);
      return new ReceivedFile(file, share, head, Math.min(head.length + 1, bytes), bytes);
    } catch (error) {
      share.release();
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
    this.share.release();
    return this.file.close();
  }
}

/**
 * @param check called before each part with the bytes that arrived before; throws when the rest is not to be read
 * @returns how many bytes arrived
 */
async function spool(
  request: IncomingMessage,
  file: FileHandle,
  check: (arrived: number, more: number) => void,
): Promise<number> {
  let bytes = 0;
  try {
    // The connection stays open for the refusal when the loop ends early.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      check(bytes, chunk.length);
      await file.write(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (error instanceof Refusal || request.complete) throw error;
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
