import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { codeOf, FeedError } from '../feed-error.js';
import type { Table } from './table.js';

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
 * A CSV file with a header, read in constant memory.
 * @throws {FeedError} when there is no header
 */
export async function openCsv(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  delimiter?: string,
): Promise<Table> {
  const { head, all } = await headOf(decode(chunks, encoding));
  const used = delimiter ?? detectDelimiter(head);
  const records = parsed(all, used);
  const first = await records.next();
  if (first.done === true) throw new FeedError('there is no header row');
  return { header: first.value.cells, records, delimiter: used };
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
  yield* parsed(all, delimiter ?? detectDelimiter(head));
}

async function* parsed(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord, undefined> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  });
  // An error of either stream is thrown to the caller that iterates.
  pipeline(Readable.from(texts), parser, () => undefined);
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
      throw new FeedError(`it is not ${encoding} text; name its encoding, such as windows-1252`);
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
