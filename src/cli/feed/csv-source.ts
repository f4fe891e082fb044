import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { defaultMapping } from './default-mapping.js';
import { codeOf, FeedError, reasonOf } from './feed-error.js';
import { columnKey, emptyMapping, mergeMappings, type Lookup } from './mapping.js';
import { createRowMapper, textOf, type RowMapper } from './row-mapper.js';
import type { SourceRow } from './row-queue.js';
import type { TableOptions } from './formats.js';
import { addOne } from './answer-counts.js';

/** One record of a CSV file and the line on which it begins. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

const LONGEST_HEADER = 64 * 1024;
const LONGEST_RECORD = 1024 * 1024;

/**
 * The User rows of a CSV file with a header, in constant memory (except for `unique` and `lookup` of the mapping).
 * @throws {FeedError} when the file cannot be read as the mapping says
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  options: TableOptions,
): AsyncGenerator<SourceRow> {
  const records = readCsv(chunks, options.encoding, options.mapping?.delimiter);
  const first = await records.next();
  if (first.done === true) throw new FeedError('there is no header row');
  const header = first.value.cells;
  const table = await openTable(header, options);
  for await (const { line, cells } of records) {
    const mapped = table.map(cells);
    if ('skipped' in mapped) addOne(options.notes.skipped, mapped.skipped);
    else yield { line, bytes: Buffer.from(JSON.stringify(mapped.row)) };
  }
}

/**
 * The mapper for a header: the operator's mapping over the default one, with the columns of the side file.
 * @throws {FeedError} when the mapping does not fit the header or the side file
 */
export async function openTable(header: string[], options: TableOptions): Promise<RowMapper> {
  const own = options.mapping ?? emptyMapping();
  const joined = own.lookup === undefined ? undefined : await openLookup(own.lookup, header, options);
  const all = [...header, ...(own.lookup?.take ?? [])];
  const mapper = createRowMapper(all, mergeMappings(own, defaultMapping(all)), options.blankClears);
  options.notes.ignoredColumns = mapper.ignored.filter((name) => columnKey(name) !== own.lookup?.on);
  if (joined === undefined) return mapper;
  return { ...mapper, map: (cells) => mapper.map(joined(cells)) };
}

type Join = (cells: readonly unknown[]) => unknown[];

async function openLookup(lookup: Lookup, header: string[], options: TableOptions): Promise<Join> {
  const doubled = lookup.take.find((name) => header.some((one) => columnKey(one) === name));
  if (doubled !== undefined)
    throw new FeedError(`the mapping takes the column "${doubled}" twice, by itself and by lookup`);
  const on = position(header, lookup.on, 'the fed file');
  const table = await readLookup(lookup, join(options.directory, lookup.file), options.encoding);
  return (cells) => {
    const own = header.map((_, index) => cells[index]);
    const key = textOf(cells[on]);
    return [...own, ...(table.get(key)?.cells ?? [])];
  };
}

interface Found {
  cells: string[];
  preferred: boolean;
}

async function readLookup(lookup: Lookup, path: string, encoding: string): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  try {
    const records = readCsv(createReadStream(path) as AsyncIterable<Buffer>, encoding);
    const first = await records.next();
    const header = first.done === true ? [] : first.value.cells;
    const key = position(header, lookup.key, lookup.file);
    const take = lookup.take.map((name) => position(header, name, lookup.file));
    const prefer = [...lookup.prefer].map(([name, words]) => ({
      at: position(header, name, lookup.file),
      words: new Set([...words].map(columnKey)),
    }));
    for await (const { cells } of records) {
      const preferred = prefer.every(({ at, words }) => words.has(columnKey(cells[at] ?? '')));
      const name = (cells[key] ?? '').trim();
      const before = found.get(name);
      if (before === undefined || (preferred && !before.preferred)) {
        found.set(name, { cells: take.map((at) => cells[at] ?? ''), preferred });
      }
    }
  } catch (error) {
    throw new FeedError(`the lookup file ${lookup.file}: ${reasonOf(error)}`);
  }
  return found;
}

function position(header: readonly string[], name: string, file: string): number {
  const index = header.findIndex((one) => columnKey(one) === name);
  if (index < 0) throw new FeedError(`the mapping names the column "${name}", which ${file} does not have`);
  return index;
}

/**
 * Reads CSV as registrars export it: any of three delimiters, short and long rows, blank lines, stray quotes, a byte
 * order mark.
 * @throws {FeedError} when bytes are not text of the encoding
 * @throws {Error} when a quote never ends
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  delimiter?: string,
): AsyncGenerator<CsvRecord, undefined> {
  const { head, all } = await headOf(decode(chunks, encoding));
  const parser = parse({
    delimiter: delimiter ?? detectDelimiter(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  });
  // An error of either stream is thrown to the caller that iterates.
  pipeline(Readable.from(all), parser, () => undefined);
  let overcounted = 0;
  for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
    const text = record.join('');
    // csv-parse counts a CRLF within quotes as two lines.
    overcounted += text.match(/\r\n/g)?.length ?? 0;
    const inner = text.match(/\r\n|\n|\r/g)?.length ?? 0;
    yield { line: info.lines - overcounted - inner, cells: record };
  }
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new FeedError(`it is not ${encoding} text; name its encoding, such as --encoding windows-1252`);
    }
    throw error;
  }
}

async function headOf(texts: AsyncGenerator<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  let head = '';
  while (!/[^\s][^\n\r]*[\n\r]/.test(head) && head.length < LONGEST_HEADER) {
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

/** The delimiter that the header row has most of, outside quotes: comma, semicolon or tab. */
export function detectDelimiter(head: string): string {
  const line = (/^.*$/m.exec(head.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((one) => ({ one, count: line.split(one).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).one;
}
