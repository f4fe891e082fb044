import { codeOf, FeedError } from '../feed-error.js';

/** UTF-16 says so itself, whatever the options say: a spreadsheet program writes it as "Unicode text". */
const MARKS: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const LINE_FEED = 0x0a;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
/** Of a line that continues in the next chunk, to find a wrong byte in it. */
const MOST_KEPT = 64 * 1024;

/** The encoding that the first bytes of a file name; undefined when they name none. */
export function markedEncoding(start: Buffer): string | undefined {
  return MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0];
}

/**
 * Encodings of one byte a letter. Hardly a text of one has its letters beyond ASCII such that they are letters of
 * UTF-8, too. In those of East Asia one letter in seven is.
 */
const OF_ONE_BYTE = /^(windows-|iso-8859-|koi8-|ibm866|x-mac-|macintosh)/;

/** Notices text of UTF-8 that is read in another encoding, by the first chunk with letters beyond ASCII. */
class Utf8Probe {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isOver: boolean;

  constructor(encoding: string) {
    this.isOver = !OF_ONE_BYTE.test(new TextDecoder(encoding).encoding);
  }

  /** Whether this chunk, the next one of the file, shows that it is UTF-8. */
  isShownBy(chunk: Buffer): boolean {
    if (this.isOver) return false;
    try {
      return BEYOND_ASCII.test(this.decoder.decode(chunk, { stream: true }));
    } catch {
      this.isOver = true;
      return false;
    }
  }
}

/**
 * The text of a file, without a byte order mark.
 * @throws {FeedError} when bytes are not text of the encoding; it names the line
 */
export async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let begun: Buffer = Buffer.alloc(0);
  const utf8 = new Utf8Probe(encoding);
  const decoded = (chunk: Buffer | undefined): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      const wrong = line + linesBeforeWrong(Buffer.concat([begun, chunk ?? Buffer.alloc(0)]), encoding);
      throw new FeedError(
        `line ${wrong} is not ${encoding} text; save the file as UTF-8, or name its encoding, such as windows-1252`,
      );
    }
  };
  for await (const chunk of chunks) {
    if (utf8.isShownBy(chunk))
      throw new FeedError(`it is UTF-8 text, not ${encoding}; name no encoding, or utf-8`);
    yield decoded(chunk);
    const last = chunk.lastIndexOf(LINE_FEED);
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) line += 1;
    begun = (last >= 0 ? chunk.subarray(last + 1) : Buffer.concat([begun, chunk])).subarray(-MOST_KEPT);
  }
  yield decoded(undefined);
}

/** How many lines are text of the encoding before the first that is not. */
function linesBeforeWrong(bytes: Buffer, encoding: string): number {
  let lines = 0;
  for (let start = 0; start < bytes.length; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    try {
      new TextDecoder(encoding, { fatal: true }).decode(line);
    } catch {
      return lines;
    }
    start += line.length + 1;
  }
  return Math.max(0, lines - 1);
}
