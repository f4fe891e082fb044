import { FeedError } from '../feed-error.js';
import { repeatedKey } from '../../http/json/repeated-key.js';
import { parseJson } from '../mapping/fields.js';
import { columnKey } from '../mapping/mapping.js';
import { decode } from './decode.js';
import { refuseTooMany, type Table, type TableRecord } from './table.js';

type JsonRecord = Record<string, unknown>;

export interface JsonOptions {
  readonly encoding: string;
  /** A larger file is refused. Absent: it may have any size. */
  readonly mostBytes?: number | undefined;
}

/**
 * A JSON file that is a list of objects, or one object of objects, as a table. The file is read into memory. The keys
 * of the objects, compared as columns are, are the columns; the line is the number of the record.
 * @throws {FeedError} when the file has another form
 */
export async function openJson(chunks: AsyncIterable<Buffer>, options: JsonOptions): Promise<Table> {
  const records = recordsIn(await textOf(chunks, options)).map(byColumn);
  const header = new Map<string, string>();
  for (const record of records)
    for (const [key, { name }] of record) if (!header.has(key)) header.set(key, name);
  const names = [...header.values()];
  refuseTooMany(names);
  const keys = [...header.keys()];
  const rows = records.map((record, index): TableRecord => ({
    line: index + 1,
    cells: keys.map((key) => record.get(key)?.value),
  }));
  return { header: names, records: rows };
}

interface Member {
  readonly name: string;
  readonly value: unknown;
}

/** The members of an object by the keys of their columns: a key in letters of another case is the same column. */
function byColumn(record: JsonRecord, index: number): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const [name, value] of Object.entries(record)) {
    const key = columnKey(name);
    const other = members.get(key);
    if (other !== undefined)
      throw new FeedError(
        `record ${index + 1} has the keys "${other.name}" and "${name}", which are one column`,
      );
    members.set(key, { name, value });
  }
  return members;
}

async function textOf(
  chunks: AsyncIterable<Buffer>,
  { encoding, mostBytes = Infinity }: JsonOptions,
): Promise<string> {
  const parts: string[] = [];
  for await (const part of decode(limited(chunks, mostBytes), encoding)) parts.push(part);
  return parts.join('');
}

async function* limited(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new FeedError(`a JSON file may have at most ${mostBytes / 1024 / 1024} MiB; send CSV or NDJSON`);
    yield chunk;
  }
}

function recordsIn(text: string): JsonRecord[] {
  const content = parsed(text);
  const repeated = repeatedKey(text, content);
  if (repeated !== undefined)
    throw new FeedError(`line ${repeated.line}: the key ${repeated.path} stands twice in the same object`);
  const records = Array.isArray(content) ? (content as unknown[]) : listIn(content);
  if (!records.every(isRecord)) throw new FeedError('it must be a list of objects, or an object of objects');
  return records;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw new FeedError('it nests deeper than a list of people can');
    throw error;
  }
}

/** The members of an object; of an object with one list in it, as reports have it, the items of this list. */
function listIn(content: unknown): unknown[] {
  const members = Object.entries(content ?? {}) as [string, unknown][];
  const lists = members.filter(([, value]) => Array.isArray(value));
  if (lists.length > 1) {
    const names = lists.map(([name]) => name).join(', ');
    throw new FeedError(`it has several lists (${names}); send one of them as a file`);
  }
  const [list] = lists;
  return list === undefined ? members.map(([, value]) => value) : (list[1] as unknown[]);
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
