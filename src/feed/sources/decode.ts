import { codeOf, FeedError } from '../feed-error.js';

/** UTF-16 says so itself, whatever the options say: a spreadsheet program writes it as "Unicode text". */
const MARKS: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const LONGEST_CHARACTER = 4;

/** The encoding that the first bytes of a file name; undefined when they name none. */
export function markedEncoding(start: Buffer): string | undefined {
  return MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0];
}

/**
 * The text of a file, without a byte order mark.
 * @throws {FeedError} when bytes are not text of the encoding; it names the line
 */
export async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of withEnd(chunks)) {
    let text: string;
    try {
      text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      const wrong = line + linesBeforeWrong(Buffer.concat([before, chunk ?? Buffer.alloc(0)]), encoding);
      throw new FeedError(
        `line ${wrong} is not ${encoding} text; save the file as UTF-8, or name its encoding, such as windows-1252`,
      );
    }
    yield text;
    line += lineEnds(text);
    before = chunk?.subarray(-LONGEST_CHARACTER) ?? before;
  }
}

async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* chunks;
  yield undefined;
}

function linesBeforeWrong(bytes: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes);
  const wrong = text.indexOf('\uFFFD', Math.min(LONGEST_CHARACTER, text.length - 1));
  return lineEnds(text.slice(0, Math.max(0, wrong)));
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
