import { fc } from '../../../test/support/fast-check.js';
import { TooFewLines } from '../../errors/request.errors.js';
import { type InputLine, readLines } from './line-reader.js';

const LIMIT = 16;

// oxlint-disable-next-line typescript/require-await -- an asynchronous source without anything to wait for
async function* source(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}

async function read(...chunks: (string | Uint8Array)[]): Promise<InputLine[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  const lines: InputLine[] = [];
  for await (const some of readLines(source(bytes), LIMIT)) lines.push(...some);
  return lines;
}

function shown({ number, text, problem }: InputLine): string {
  return text === undefined ? `${number} is ${String(problem)}` : `${number}: ${text}`;
}

/** Cuts at any places, so that empty chunks and cuts within a character occur. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = places.map((place) => Math.min(place, bytes.length)).sort((one, other) => one - other);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('lines', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a last line without an end', 'a\nb', ['1: a', '2: b']],
    ['a last line with an end', 'a\n', ['1: a']],
    ['carriage returns, which JSON takes for white space', 'a\r\nb\r\n', ['1: a\r', '2: b\r']],
    ['blank lines, which count', '\n \t\r\n\na', ['4: a']],
    ['a byte order mark', '\ufeffa\n', ['1: a']],
    ['a byte order mark alone', '\ufeff\na', ['2: a']],
    ['a byte order mark that is not the first character', 'a\n\ufeffb', ['1: a', '2: \ufeffb']],
    ['white space that JSON does not know', '\u00a0\n', ['1: \u00a0']],
    ['line separators of Unicode, which end nothing', 'a\u2028b', ['1: a\u2028b']],
    ['a line as long as may be', 'x'.repeat(LIMIT), [`1: ${'x'.repeat(LIMIT)}`]],
    ['a line that is one byte too long', `${'x'.repeat(LIMIT + 1)}\na`, ['1 is too long', '2: a']],
    ['a long last line without an end', 'x'.repeat(3 * LIMIT), ['1 is too long']],
    ['a limit in bytes, not in characters', 'é'.repeat(9), ['1 is too long']],
  ])('are read from %s', async (_, text, expected) => {
    expect((await read(text)).map(shown)).toEqual(expected);
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a character that is cut short', [0xe2, 0x82]],
    ['Latin-1', [0x52, 0x65, 0x6e, 0xe9]],
  ])('that are not UTF-8 fail alone: %s', async (_, bytes) => {
    const lines = await read('a\n', Uint8Array.from(bytes), '\nb');
    expect(lines.map(shown)).toEqual(['1: a', '2 is not UTF-8', '3: b']);
  });

  it('arrive with the chunk that completes them', async () => {
    const batches: InputLine[][] = [];
    for await (const lines of readLines(source(['a', '\nb\nc', '', '\n'].map((t) => Buffer.from(t))), LIMIT))
      batches.push(lines);

    expect(batches.map((lines) => lines.map(({ text }) => text))).toEqual([['a', 'b'], ['c']]);
  });

  it('are handed over in parts, so that a chunk of short ones is no long turn', async () => {
    const sizes: number[] = [];
    for await (const lines of readLines(source([Buffer.from('1\n'.repeat(1200))]), LIMIT))
      sizes.push(lines.length);

    expect(sizes).toEqual([500, 500, 200]);
  });

  it('are the same however any bytes are cut into chunks', async () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\n\n', ' ', '\ufeff', '{"a":1}', 'x'.repeat(LIMIT), 'é', '😀'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(''))),
      fc.uint8Array({ maxLength: 60 }),
    );
    const places = fc.array(fc.nat(120), { maxLength: 12 });

    await fc.assert(
      fc.asyncProperty(bytes, places, async (whole, cuts) => {
        expect(await read(...cut(whole, cuts))).toEqual(await read(whole));
        expect(await read(...Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(await read(whole));
      }),
      { numRuns: 300 },
    );
  });

  it('that are good text come back as they were written', async () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    const good = line.filter((text) => !/[\n\ufeff]/.test(text) && text.trim() !== '');

    await fc.assert(
      fc.asyncProperty(fc.array(good), async (texts) => {
        const short = texts.filter((text) => Buffer.byteLength(text) <= LIMIT);
        expect((await read(short.join('\n'))).map(({ text }) => text)).toEqual(short);
      }),
    );
  });
});

describe('bytes that are part of no line', () => {
  const MOST = 100;

  /** The texts of the lines that were read, and why no more were. */
  async function readWithin(chunks: readonly string[]): Promise<[string[], string | undefined]> {
    const texts: string[] = [];
    try {
      const bytes = chunks.map((chunk) => Buffer.from(chunk));
      for await (const lines of readLines(source(bytes), LIMIT, () => MOST))
        texts.push(...lines.map(({ text, problem }) => text ?? (typeof problem === 'string' ? problem : '')));
    } catch (error) {
      if (!(error instanceof TooFewLines)) throw error;
      return [texts, /after line (\d+)/.exec(error.message)?.[1]];
    }
    return [texts, undefined];
  }

  it.each<[string, string[]]>([
    ['as many blank lines as may be', ['a\n', '\n'.repeat(MOST), 'b']],
    ['carriage returns within lines', [...Array.from({ length: 2 * MOST }, () => 'a\r\n'), 'b']],
    ['white space around values', [...Array.from({ length: 2 * MOST }, () => '   a   \n'), 'b']],
    ['a line that is too long by as much as may be', [`${'x'.repeat(LIMIT + MOST)}\n`, 'b']],
  ])('may be %s', async (_, chunks) => {
    const [texts, last] = await readWithin(chunks);
    expect({ text: texts.at(-1), last }).toEqual({ text: 'b', last: undefined });
  });

  it.each<[string, string[], string[], string]>([
    ['a run of blank lines', ['a\n', '\n'.repeat(MOST + 1), 'b'], ['a'], '102'],
    ['blank lines of white space', ['a\n', ' \t\r\n'.repeat(MOST / 4 + 1), 'b'], ['a'], '27'],
    ['blank lines that come a byte at a time', ['a', ...'\n'.repeat(MOST + 2), 'b'], ['a'], '102'],
    [
      'blank lines between lines',
      Array.from({ length: MOST }, () => 'a\n\n\n'),
      Array.from({ length: 51 }, () => 'a'),
      '153',
    ],
    ['a line without an end', ['a\n', ...Array.from({ length: 20 }, () => 'x'.repeat(LIMIT))], ['a'], '1'],
    [
      'lines that are too long',
      Array.from({ length: 9 }, () => `${'x'.repeat(LIMIT + 40)}\n`),
      ['too long', 'too long', 'too long'],
      '3',
    ],
  ])('end the reading when they are %s', async (_, chunks, texts, last) => {
    expect(await readWithin(chunks)).toEqual([texts, last]);
  });
});
