import { FeedError } from '../feed-error.js';
import { repeatedKey } from '../../http/json/repeated-key.js';
import { parseJson } from '../mapping/fields.js';
import { columnKey } from '../mapping/mapping.js';
import { refuseTooMany, type Table, type TableRecord } from './table.js';

type JsonRecord = Record<string, unknown>;

/**
 * A JSON file that is a list of objects, or one object of objects, as a table. The file is read into memory. The keys
 * of the objects are the columns; the line is the number of the record.
 * @param mostBytes a larger file is refused
 * @throws {FeedError} when the file has another form
 */
export async function openJson(chunks: AsyncIterable<Buffer>, mostBytes = Infinity): Promise<Table> {
  const records = recordsIn(await textOf(chunks, mostBytes));
  const header = new Map<string, string>();
  for (const key of records.flatMap((record) => Object.keys(record))) {
    if (!header.has(columnKey(key))) header.set(columnKey(key), key);
  }
  const names = [...header.values()];
  refuseTooMany(names);
  const rows = records.map((record, index): TableRecord => ({
    line: index + 1,
    cells: names.map((name) => record[name]),
  }));
  return { header: names, records: rows };
}

async function textOf(chunks: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new FeedError(`a JSON file may have at most ${mostBytes / 1024 / 1024} MiB; send CSV or NDJSON`);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
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
