import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';

import { openUnlinked } from '../../../http/server/unlinked-file.js';
import { FeedError } from '../../feed-error.js';
import { damaged } from './damaged.js';

const MIB = 1024 * 1024;
/** Of the parts that are read, together (contract, section 15); pictures are not read. */
const MOST_UNPACKED_MIB = 100;
/** Of the file as it lies. */
const MOST_PACKED_MIB = 100;
/** A workbook has some ten, and one for each sheet, picture and note. */
const MOST_PARTS = 10_000;

/**
 * The parts of a zip archive. The archive lies in a temporary file without a name until it is closed, since its
 * directory is at its end; a part is unpacked while it is read.
 */
export class Archive {
  private readonly opened = new Set<Entry>();

  private constructor(
    private readonly file: FileHandle,
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws {FeedError} when it is larger than 100 MiB, no whole archive, or encrypted */
  static async open(chunks: AsyncIterable<Buffer>): Promise<Archive> {
    const file = await openUnlinked();
    try {
      await spool(chunks, file);
      const zip = await fromFdPromise(file.fd, { autoClose: false });
      return new Archive(file, zip, await partsOf(zip));
    } catch (error) {
      await file.close();
      throw damaged(error);
    }
  }

  has(name: string): boolean {
    return this.parts.has(keyOf(name));
  }

  /**
   * The bytes of a part; it may be read again.
   * @throws {FeedError} when there is no such part, its bytes are damaged, or the parts read so far are beyond 100 MiB
   */
  async *bytesOf(name: string): AsyncGenerator<Buffer> {
    const entry = this.parts.get(keyOf(name));
    if (entry === undefined) throw damaged(`it has no ${name}`);
    this.opened.add(entry);
    // A part that has more bytes than the archive says ends with an error of yauzl where it passes them.
    refuseTooMuch([...this.opened].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0));
    let sum = 0;
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        sum = crc32(chunk as Buffer, sum);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw damaged(error);
    }
    if (sum !== entry.crc32) throw damaged(`the checksum of ${name} is wrong`);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

async function spool(chunks: AsyncIterable<Buffer>, file: FileHandle): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_PACKED_MIB * MIB)
      throw new FeedError(`a workbook may have at most ${MOST_PACKED_MIB} MiB; send it as CSV`);
    await file.writeFile(chunk);
  }
}

async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = keyOf(entry.fileName);
    if (parts.has(name)) throw damaged(`it has ${entry.fileName} twice`);
    if (parts.size >= MOST_PARTS) throw damaged(`it has more than ${MOST_PARTS} parts`);
    if (entry.isEncrypted()) throw new FeedError('it is protected by a password; save it without one');
    parts.set(name, entry);
  }
  return parts;
}

/** Names of parts are compared without case. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

function refuseTooMuch(bytes: number): void {
  if (bytes > MOST_UNPACKED_MIB * MIB)
    throw new FeedError(
      `its sheet has more than ${MOST_UNPACKED_MIB} MiB when it is unpacked; send it in parts, or as CSV`,
    );
}
