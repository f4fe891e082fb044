import { fc } from '../../../test/support/fast-check.js';
import { FeedError } from '../feed-error.js';
import { countLineEnds } from './csv-record.js';
import { openCsv } from './csv-source.js';
import { noNotes } from './formats.js';
import { isUnreadable } from './table.js';

/** A record as a correct program writes it. */
interface Written {
  readonly cells: readonly string[];
  readonly text: string;
}

interface Damaged {
  readonly delimiter: string;
  readonly written: readonly Written[];
  readonly text: string;
  /** Of the record in which a quote was added or removed; the header is the first. */
  readonly at: number;
}

const KEY = /k\d+x/g;

const table = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    width: fc.integer({ min: 1, max: 5 }),
    isLastEnded: fc.boolean(),
  })
  .chain((form) => {
    const piece = fc.constantFrom('a', 'b', '"', ' ', '\n', '\r\n', form.delimiter, `q${form.delimiter}z`);
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const cell = fc.record({ text, isQuoted: fc.boolean() });
    const row = fc.array(cell, { minLength: form.width, maxLength: form.width });
    return fc.record({ form: fc.constant(form), rows: fc.array(row, { minLength: 1, maxLength: 6 }) });
  })
  .map(({ form: { delimiter, end, width, isLastEnded }, rows }) => {
    const header = Array.from({ length: width }, (_, index) => ({ text: `h${index}`, isQuoted: false }));
    const written = [header, ...rows].map((cells, index): Written => {
      const [first, ...others] = cells;
      const key = index === 0 ? 'h0' : `k${index}x`;
      const all = [{ text: key, isQuoted: first?.isQuoted ?? false }, ...others];
      const isLast = index === rows.length && !isLastEnded;
      return {
        cells: all.map(({ text }) => text),
        text:
          all.map(({ text, isQuoted }) => encoded(text, isQuoted, delimiter)).join(delimiter) +
          (isLast ? '' : end),
      };
    });
    return { delimiter, written };
  });

function encoded(text: string, isQuoted: boolean, delimiter: string): string {
  const needsQuotes = isQuoted || text.includes(delimiter) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

const damaged = fc
  .record({ table, isRemoved: fc.boolean(), place: fc.nat() })
  .map(({ table: { delimiter, written }, isRemoved, place }): Damaged => {
    const whole = written.map(({ text }) => text).join('');
    const quotes = [...whole.matchAll(/"/g)].map(({ index }) => index);
    const removed = isRemoved ? quotes[place % Math.max(1, quotes.length)] : undefined;
    const offset = removed ?? place % (whole.length + 1);
    const text =
      whole.slice(0, offset) +
      (removed === undefined ? '"' : '') +
      whole.slice(removed === undefined ? offset : offset + 1);
    let end = 0;
    const found = written.findIndex((record) => (end += record.text.length) > offset);
    return { delimiter, written, text, at: found < 0 ? written.length - 1 : found };
  });

interface Read {
  readonly rows: { readonly line: number; readonly cells: readonly string[] }[];
  readonly refused: Set<number>;
  /** The line from which on nothing was read. */
  from: number;
  readonly notes: ReturnType<typeof noNotes>;
}

async function read(text: string, delimiter: string): Promise<Read> {
  const result: Read = { rows: [], refused: new Set(), from: Infinity, notes: noNotes() };
  // oxlint-disable-next-line typescript/require-await -- an asynchronous source without anything to wait for
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  };
  try {
    const { records } = await openCsv(chunks(), { encoding: 'utf-8', delimiter, notes: result.notes });
    for await (const record of records)
      if (isUnreadable(record)) result.refused.add(record.line);
      else result.rows.push(record);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    result.from = Number(/line (\d+)/.exec(error.message)?.[1]);
  }
  return result;
}

/** The lines of each record in the damaged text. */
function linesOf({ written, text, at }: Damaged): (readonly [first: number, last: number])[] {
  const change = text.length - written.reduce((sum, record) => sum + record.text.length, 0);
  let start = 0;
  return written.map((record, index) => {
    const end = start + record.text.length + (index === at ? change : 0);
    const first = 1 + countLineEnds(text.slice(0, start));
    const last = first + countLines(text.slice(start, end)) - 1;
    start = end;
    return [first, last];
  });
}

const countLines = (text: string): number => countLineEnds(text) + (/[\r\n]$/.test(text) ? 0 : 1);

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('A CSV file as a correct program writes it', () => {
  const hasLines = ({ cells }: Written): boolean => cells.some((cell) => /[\r\n]/.test(cell));

  it('is read row by row; only rows with texts of several lines may be refused, with the rows below them', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ delimiter, written }) => {
        const text = written.map(({ text: one }) => one).join('');
        const { rows, refused, from } = await read(text, delimiter);
        const [all, found] = [written.slice(1), rows].map((some) => some.map(({ cells }) => cells.join('|')));
        const isWhole = refused.size === 0 && from === Infinity;
        const wanted = all?.filter((row) => isWhole || !written.some(hasLines) || found?.includes(row));
        if (found?.join('#') !== wanted?.join('#')) throw new Error(JSON.stringify({ found, wanted }));
      }),
      { numRuns: 300 },
    );
  });
});

describe('A CSV file in which one quote was added or removed', () => {
  it('loses and mixes up no one of another row without naming its lines', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (file) => {
        const { rows, refused, from, notes } = await read(file.text, file.delimiter);
        const lines = linesOf(file);
        const left = new Set(rows);
        for (const [index, { cells }] of file.written.entries()) {
          if (index === 0 || index === file.at) continue;
          const [first = 0, last = 0] = lines[index] ?? [];
          const same = rows.find(({ line }) => line === first);
          if (same !== undefined && JSON.stringify(same.cells) === JSON.stringify(cells)) left.delete(same);
          else if (from > first && !range(first, last).every((line) => refused.has(line)))
            throw new Error(`row ${index} is lost: ${JSON.stringify({ rows, refused: [...refused], from })}`);
        }
        for (const { line, cells } of left) {
          const own = `k${file.at}x`;
          const [first = 0, last = 0] = lines[file.at] ?? [];
          if (line < first || line > last) throw new Error(`line ${line} is no row`);
          for (const key of cells.join(' ').match(KEY) ?? [])
            if (key !== own) throw new Error(`${key} is mixed into ${own}`);
        }
        if (from !== Infinity) return;
        const reported = 1 + rows.length + refused.size + notes.blank + notes.furtherLines;
        expect(reported).toBe(countLines(file.text));
      }),
      { numRuns: 300 },
    );
  });
});
