import { extname } from 'node:path';
import { UnreadableRow } from '../../errors/request.errors.js';
import { FeedError } from '../feed-error.js';
import { openCsv } from './csv-source.js';
import { decode, markedEncoding } from './decode.js';
import { FilePeople } from './file-people.js';
import type { FileRow, Format, SourceNotes, TableOptions } from './formats.js';
import { openJson } from './json-source.js';
import { splitLines } from './lines.js';
import { isZip, refuseOtherFiles } from './other-files.js';
import { peopleOf } from './people.js';
import type { Table } from './table.js';
import { openXlsx } from './xlsx-source.js';

/** Longer lines are cut: the service refuses every line over 256 KiB. */
const LONGEST_LINE = 512 * 1024;

const EMPTY = Buffer.alloc(0);
/** What the first bytes say is known when so many have come. */
const LONGEST_MARK = 4;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const EXTENSIONS: Readonly<Record<string, Format>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.xlsx': 'xlsx',
  '.xlsm': 'xlsx',
};

/** The format that the name of a file shows, if it shows one. */
export function formatOf(file: string): Format | undefined {
  return EXTENSIONS[extname(file.toLowerCase().replace(/\.gz$/, ''))];
}

/**
 * The rows of a file.
 * @throws {FeedError} when it cannot be read as the options say
 */
export async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  format: Format | undefined,
  table: TableOptions,
): AsyncGenerator<FileRow> {
  const source = await openSource(chunks, format, table);
  if ('rows' in source) {
    yield* source.rows;
    return;
  }
  try {
    yield* peopleOf(source.table, table);
  } finally {
    await source.table.close?.();
  }
}

/** A file before it is mapped: a table of named columns, or people who need no mapping. */
export type OpenSource =
  | { readonly format: 'csv' | 'json' | 'xlsx'; readonly table: Table }
  | { readonly format: 'ndjson'; readonly rows: AsyncGenerator<FileRow> };

/**
 * Opens a file. A format that is not given is recognised by its first character; a workbook by its first bytes,
 * whatever the given format is.
 * @throws {FeedError} when it cannot be read as the options say
 */
export async function openSource(
  chunks: AsyncIterable<Buffer>,
  format: Format | undefined,
  options: Pick<TableOptions, 'encoding' | 'mapping' | 'mostJsonBytes' | 'notes' | 'sheet'>,
): Promise<OpenSource> {
  const { mapping, mostJsonBytes, notes, sheet } = options;
  const { first, all, isMarked, isArchive } = await peek(chunks);
  if (isArchive) return { format: 'xlsx', table: await openXlsx(all, { sheet, notes }) };
  const encoding = isMarked ? 'utf-8' : options.encoding;
  const kind = format ?? (first === '{' ? 'ndjson' : first === '[' ? 'json' : 'csv');
  if (kind === 'xlsx') throw new FeedError('it is no workbook (.xlsx), whatever its name or --format says');
  if (sheet !== undefined)
    throw new FeedError(`the sheet "${sheet}" is named, but only a workbook has sheets`);
  if (kind === 'csv') {
    const { delimiter } = mapping ?? {};
    return { format: kind, table: await openCsv(all, { encoding, delimiter, notes }) };
  }
  if (kind === 'json')
    return { format: kind, table: await openJson(all, { encoding, mostBytes: mostJsonBytes }) };
  if (mapping === undefined) return { format: kind, rows: ndjsonRows(all, notes) };
  throw new FeedError('a mapping is for CSV and JSON files, not for NDJSON');
}

interface Peeked {
  /** The first character that is neither blank nor a byte order mark. */
  readonly first: string;
  /** All chunks from the first. */
  readonly all: AsyncIterable<Buffer>;
  /** Whether its first bytes said how it is encoded; then the chunks are UTF-8. */
  readonly isMarked: boolean;
  /** Whether it is a zip archive, as a workbook is. */
  readonly isArchive: boolean;
}

/** @throws {FeedError} when it is neither a text nor an archive */
async function peek(chunks: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let first = '';
  let start: Buffer = EMPTY;
  while (first === '' || start.length < LONGEST_MARK) {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    const marked = markedEncoding(seen[0] ?? EMPTY);
    if (marked !== undefined)
      return { ...(await peek(encoded(decode(chained(seen, iterator), marked)))), isMarked: true };
    start = Buffer.concat(seen);
    if (isZip(start)) return { first, all: chained(seen, iterator), isMarked: false, isArchive: true };
    refuseOtherFiles(start);
    first = start
      .toString('utf8')
      .replace(/^[\uFEFF\s]+/, '')
      .slice(0, 1);
  }
  const isMarked = start.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return { first, all: chained(seen, iterator), isMarked, isArchive: false };
}

async function* chained(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* seen.splice(0);
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** The lines of an NDJSON source byte for byte, without blank ones: the service checks each by itself. */
async function* ndjsonRows(
  chunks: AsyncIterable<Buffer>,
  notes: Pick<SourceNotes, 'blank'>,
): AsyncGenerator<FileRow> {
  const people = new FilePeople();
  for await (const { number, bytes } of splitLines(chunks, LONGEST_LINE)) {
    const marked = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const line = marked ? bytes.subarray(3) : bytes;
    if (isBlank(line)) {
      notes.blank += 1;
      continue;
    }
    const problem = people.problemOf(number, personIn(line));
    yield problem === undefined
      ? { line: number, bytes: line }
      : { line: number, refusal: new UnreadableRow(problem) };
  }
}

/** What is no object is refused by the service, with the reason. */
function personIn(line: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}
