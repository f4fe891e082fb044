import { finished } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { UnreadableRow } from '../../errors/request.errors.js';
import { codeOf, FeedError } from '../feed-error.js';
import { decode } from './decode.js';
import type { SourceNotes } from './formats.js';
import { refuseTooMany, type Table, type TableRecord, type UnreadableRecord } from './table.js';

/** One record of a CSV file and the line on which it begins. */
export interface CsvRecord extends TableRecord {
  readonly cells: string[];
}

/** A record, and how many lines were read when it ended. */
interface ParsedRecord {
  readonly cells: string[];
  readonly lines: number;
}

export interface CsvOptions {
  readonly encoding: string;
  /** The one that the header has most of, when it is not given. */
  readonly delimiter?: string | undefined;
  readonly notes: Pick<SourceNotes, 'blank'>;
}

/** A table whose records are texts. */
export interface CsvTable extends Table {
  readonly records: AsyncGenerator<CsvRecord | UnreadableRecord>;
  readonly delimiter: string;
}

const LONGEST_HEADER = 64 * 1024;
const LONGEST_RECORD = 1024 * 1024;
/** From the beginning: at any other place each one of a long line would be a new beginning. */
const HAS_HEADER = /^\s*\S[^\n\r]*[\n\r]/;
const LINE_END = /\r\n|\n|\r/g;
/** What spreadsheet programs write, and obey, above the header. */
const SEPARATOR_LINE = /^sep=([^\r\n])(?:\r\n|\n|\r)/i;

/**
 * A CSV file with a header, in constant memory, as registrars export it: one of four delimiters, any line ends, blank
 * lines, stray quotes. A record that has another number of cells than the header has columns is unreadable, and so are
 * all lines of a record whose quote has swallowed other records. Blank records are counted.
 * @throws {FeedError} when there is no header; iterating the records throws one when bytes are not text of the encoding
 * or a quote never ends
 */
export async function openCsv(chunks: AsyncIterable<Buffer>, options: CsvOptions): Promise<CsvTable> {
  const { head, all } = await headOf(decode(chunks, options.encoding));
  const [separatorLine, named] = SEPARATOR_LINE.exec(head) ?? [];
  const delimiter = options.delimiter ?? named ?? detectDelimiter(head);
  const records = withoutBlank(parsed(all, delimiter), options.notes);
  if (separatorLine !== undefined) await records.next();
  const first = await records.next();
  if (first.done === true) throw new FeedError('there is no header row');
  const header = namedColumns(first.value.cells);
  refuseTooMany(header);
  return { header, records: inShape(records, header.length, delimiter), delimiter };
}

/** Without columns at the end that have no name, as some programs write them. */
function namedColumns(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((name) => !isBlank(name)) + 1);
}

const isBlank = (cell: string): boolean => cell.trim() === '';

async function* withoutBlank(
  records: AsyncIterable<CsvRecord>,
  notes: CsvOptions['notes'],
): AsyncGenerator<CsvRecord> {
  for await (const record of records)
    if (record.cells.every(isBlank)) notes.blank += 1;
    else yield record;
}

/** @param width the number of columns; blank cells beyond it do not count */
async function* inShape(
  records: AsyncIterable<CsvRecord>,
  width: number,
  delimiter: string,
): AsyncGenerator<CsvRecord | UnreadableRecord> {
  for await (const record of records) {
    const { line, cells } = record;
    const swallowed = swallowedLines(cells, width, delimiter);
    if (swallowed > 0) yield* unreadableLines(line, swallowed);
    else if (cells.length === width || (cells.length > width && cells.slice(width).every(isBlank)))
      yield record;
    else yield wrongShape(record, width);
  }
}

function wrongShape({ line, cells }: CsvRecord, width: number): UnreadableRecord {
  const counted = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} for ${width} columns`;
  const hint =
    cells.length > width
      ? 'a cell that contains the delimiter must be in quotes'
      : 'the row may have been cut off';
  return { line, refusal: new UnreadableRow(`The row has ${counted}; ${hint}`) };
}

/** In a table of so few columns a line of a text looks like a row now and then. */
const FEWEST_COLUMNS = 3;

/**
 * How many lines a record has in which a quote was opened by mistake: its first line and another one are rows by
 * themselves. A real text of several lines begins within a row, and none of its lines has as many cells as the header.
 * @returns 0 when the record is what it seems to be
 */
function swallowedLines(cells: readonly string[], width: number, delimiter: string): number {
  if (width < FEWEST_COLUMNS || !cells.some((cell) => /[\r\n]/.test(cell))) return 0;
  const [first = '', ...others] = cells.join(delimiter).split(LINE_END);
  const isRow = (line: string): boolean => line.split(delimiter).length === width;
  return isRow(first) && others.some(isRow) ? 1 + others.length : 0;
}

function* unreadableLines(first: number, count: number): Generator<UnreadableRecord> {
  const last = first + count - 1;
  const refusal = new UnreadableRow(
    `A quote that opens in line ${first} covers the rows up to line ${last}; close it, or write it twice`,
  );
  for (let line = first; line <= last; line += 1) yield { line, refusal };
}

async function* parsed(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord, undefined> {
  const found: ParsedRecord[] = [];
  const parser = parse({
    delimiter,
    // Each of them, also when a file has several: by default the first one that is found counts for the whole file.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
    // A stream that fails drops the records that it has ready, so they are taken from it as they are found.
    on_record: (cells: string[], { lines }) => {
      found.push({ cells, lines });
      return null;
    },
  });
  const lines = new LineCounter();
  const ended = finished(parser.resume());
  ended.catch(() => undefined);
  try {
    for await (const text of texts) {
      const isTaken = await new Promise<boolean>((resolve) => {
        parser.write(text, (error) => {
          resolve(error == null);
        });
      });
      for (const record of found.splice(0)) yield lines.placed(record);
      if (!isTaken) break;
    }
    if (!parser.destroyed) parser.end();
    await ended.catch((error: unknown) => {
      throw unreadableFrom(lines.next(found), error);
    });
    for (const record of found.splice(0)) yield lines.placed(record);
  } finally {
    parser.destroy();
  }
}

/** The lines on which records begin. */
class LineCounter {
  private overcounted = 0;
  private line = 1;

  placed({ cells, lines }: ParsedRecord): CsvRecord {
    const text = cells.join('');
    // csv-parse counts a CRLF within quotes as two lines.
    this.overcounted += text.match(/\r\n/g)?.length ?? 0;
    const inner = text.match(LINE_END)?.length ?? 0;
    this.line = lines - this.overcounted + 1;
    return { line: this.line - 1 - inner, cells };
  }

  /** Where the record begins behind those that were placed and these. */
  next(found: readonly ParsedRecord[]): number {
    for (const record of found) this.placed(record);
    return this.line;
  }
}

function unreadableFrom(line: number, error: unknown): unknown {
  const code = codeOf(error) as CsvError['code'] | undefined;
  const begins = `from line ${line} on it cannot be read: a quote opens there that`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new FeedError(`${begins} is never closed`);
  if (code === 'CSV_MAX_RECORD_SIZE') return new FeedError(`${begins} is not closed within 1 MiB`);
  return error;
}

async function headOf(texts: AsyncGenerator<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  let head = '';
  while (!HAS_HEADER.test(head) && head.length < LONGEST_HEADER) {
    const next = await texts.next();
    if (next.done === true) break;
    head += next.value;
  }
  const all = async function* (): AsyncGenerator<string> {
    yield head;
    yield* texts;
  };
  return { head, all: all() };
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that the header row has most of, outside quotes: comma, semicolon, tab or vertical bar. */
export function detectDelimiter(head: string): string {
  const line = (/^.*$/m.exec(head.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = DELIMITERS.map((one) => ({ one, count: line.split(one).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).one;
}
