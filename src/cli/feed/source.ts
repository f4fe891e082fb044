import { open, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvRows } from './csv-source.js';
import type { FeedArguments } from './arguments.js';
import { FeedError, reasonOf } from './feed-error.js';
import { jsonRows } from './json-source.js';
import { splitLines } from './lines.js';
import type { Mapping } from './mapping.js';
import type { SourceRow } from './row-queue.js';
import type { Format, SourceNotes, TableOptions } from './formats.js';

/** Which file, and how it is read. */
export type SourceArguments = Pick<FeedArguments, 'file' | 'format' | 'encoding' | 'blankClears'>;

export interface Source {
  rows: AsyncIterable<SourceRow>;
  notes: SourceNotes;
  /** Bytes of the file, undefined for a pipe. */
  totalBytes?: number;
  bytesRead: () => number;
  /** Stops reading and closes the file. */
  close: () => void;
}

/** Longer lines are cut: the service refuses every line over 256 KiB. */
const LONGEST_LINE = 512 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const EXTENSIONS: Readonly<Record<string, Format>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
};

/**
 * Opens the file, or standard input for `-`, and reads it as rows.
 * @throws {FeedError} when the file cannot be opened; iterating the rows throws one when they cannot be read
 */
export async function openSource(args: SourceArguments, stdin: Readable, mapping?: Mapping): Promise<Source> {
  const { file } = args;
  const input = file === '-' ? stdin : await openFile(file);
  const notes: SourceNotes = { skipped: new Map(), ignoredColumns: [] };
  let read = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of input as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      read += bytes.length;
      yield bytes;
    }
  };
  const chunks = file.toLowerCase().endsWith('.gz') ? unzipped(counted()) : counted();
  const table: TableOptions = {
    mapping,
    blankClears: args.blankClears,
    encoding: args.encoding,
    directory: file === '-' ? '.' : dirname(file),
    notes,
  };
  const rows = rowsOf(chunks, args.format ?? formatOf(file), table);
  const source: Source = {
    rows: named(rows, file),
    notes,
    bytesRead: () => read,
    close: () => void input.destroy(),
  };
  if (file !== '-') source.totalBytes = (await stat(file)).size;
  return source;
}

async function openFile(path: string): Promise<Readable> {
  try {
    const handle = await open(path);
    if ((await handle.stat()).isDirectory()) throw new FeedError('it is a directory');
    return handle.createReadStream();
  } catch (error) {
    throw new FeedError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function unzipped(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // An error of either stream is thrown to the caller that iterates.
  return pipeline(Readable.from(chunks), createGunzip(), () => undefined);
}

function formatOf(file: string): Format | undefined {
  return EXTENSIONS[extname(file.toLowerCase().replace(/\.gz$/, ''))];
}

async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  format: Format | undefined,
  table: TableOptions,
): AsyncGenerator<SourceRow> {
  const { first, all } = await peek(chunks);
  const kind = format ?? (first === '{' ? 'ndjson' : first === '[' ? 'json' : 'csv');
  if (kind === 'csv') yield* csvRows(all, table);
  else if (kind === 'json') yield* jsonRows(all, table);
  else if (table.mapping === undefined) yield* ndjsonRows(all);
  else throw new FeedError('--map is for CSV and JSON files, not for NDJSON');
}

/** The first character that is neither blank nor a byte order mark, and all chunks from the first. */
async function peek(chunks: AsyncIterable<Buffer>): Promise<{ first: string; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let first = '';
  while (first === '') {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    first = Buffer.concat(seen)
      .toString('utf8')
      .replace(/^[\uFEFF\s]+/, '')
      .slice(0, 1);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield* seen.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { first, all: all() };
}

/** The lines of an NDJSON source byte for byte, without blank ones: the service checks each. */
async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow> {
  for await (const { number, bytes } of splitLines(chunks, LONGEST_LINE)) {
    const marked = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const line = marked ? bytes.subarray(3) : bytes;
    if (!isBlank(line)) yield { line: number, bytes: line };
  }
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}

/** Adds the name of the file to errors of the source. */
async function* named(rows: AsyncIterable<SourceRow>, file: string): AsyncGenerator<SourceRow> {
  try {
    yield* rows;
  } catch (error) {
    throw new FeedError(`${file === '-' ? 'standard input' : basename(file)}: ${reasonOf(error)}`);
  }
}
