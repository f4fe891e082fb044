import { openTable } from './csv-source.js';
import { FeedError } from './feed-error.js';
import { parseJson } from './fields.js';
import { columnKey } from './mapping.js';
import type { SourceRow } from './row-queue.js';
import type { TableOptions } from './formats.js';
import { addOne } from './answer-counts.js';

/**
 * The User rows of a JSON file that is a list of objects, or one object of objects. The file is read into memory. The
 * keys of the objects are the columns; the line is the number of the record.
 * @throws {FeedError} when the file has another form
 */
export async function* jsonRows(
  chunks: AsyncIterable<Buffer>,
  options: TableOptions,
): AsyncGenerator<SourceRow> {
  const records = await readRecords(chunks);
  const header = new Map<string, string>();
  for (const key of records.flatMap((record) => Object.keys(record))) {
    if (!header.has(columnKey(key))) header.set(columnKey(key), key);
  }
  const names = [...header.values()];
  const table = await openTable(names, options);
  for (const [index, record] of records.entries()) {
    const mapped = table.map(names.map((name) => record[name]));
    if ('skipped' in mapped) addOne(options.notes.skipped, mapped.skipped);
    else yield { line: index + 1, bytes: Buffer.from(JSON.stringify(mapped.row)) };
  }
}

async function readRecords(chunks: AsyncIterable<Buffer>): Promise<Record<string, unknown>[]> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const content = parseJson(
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  const records: unknown[] = Array.isArray(content) ? content : Object.values(content ?? {});
  if (!records.every((record) => typeof record === 'object' && record !== null && !Array.isArray(record))) {
    throw new FeedError('it must be a list of objects, or an object of objects');
  }
  return records as Record<string, unknown>[];
}
