import { extname } from 'node:path';
import { FeedError } from '../feed-error.js';
import { openCsv } from './csv-source.js';
import type { Format, SourceRow, TableOptions } from './formats.js';
import { openJson } from './json-source.js';
import { splitLines } from './lines.js';
import { peopleOf } from './people.js';
import type { Table } from './table.js';

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

/** The format that the name of a file tells, if it tells one. */
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
): AsyncGenerator<SourceRow> {
  const source = await openSource(chunks, format, table);
  if ('rows' in source) yield* source.rows;
  else yield* peopleOf(source.table, table);
}

/** A file before it is mapped: a table of named columns, or people who need no mapping. */
export type OpenSource =
  | { readonly format: 'csv' | 'json'; readonly table: Table }
  | { readonly format: 'ndjson'; readonly rows: AsyncGenerator<SourceRow> };

/**
 * Opens a file. A format that is not given is told by its first character.
 * @throws {FeedError} when it cannot be read as the options say
 */
export async function openSource(
  chunks: AsyncIterable<Buffer>,
  format: Format | undefined,
  { encoding, mapping, mostJsonBytes }: Pick<TableOptions, 'encoding' | 'mapping' | 'mostJsonBytes'>,
): Promise<OpenSource> {
  const { first, all } = await peek(chunks);
  const kind = format ?? (first === '{' ? 'ndjson' : first === '[' ? 'json' : 'csv');
  if (kind === 'csv') return { format: kind, table: await openCsv(all, encoding, mapping?.delimiter) };
  if (kind === 'json') return { format: kind, table: await openJson(all, mostJsonBytes) };
  if (mapping === undefined) return { format: kind, rows: ndjsonRows(all) };
  throw new FeedError('a mapping is for CSV and JSON files, not for NDJSON');
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
