import { LINE_LIMIT_KIB } from '../http/ndjson/bulk-line.js';
import { type InputLine, readLine } from '../http/ndjson/line-reader.js';
import type { FileRow } from './sources/formats.js';
import { isUnreadable } from './sources/table.js';

/** As many as an upload applies together; see `line-batches.ts`. */
const LINES_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** A row of a file as a line of an upload; undefined when it is blank. */
export function inputLineOf(row: FileRow): InputLine | undefined {
  return isUnreadable(row)
    ? { number: row.line, problem: row.refusal }
    : readLine(row.line, row.bytes, LINE_LIMIT_KIB * 1024);
}

/** The rows of a file as lines of an upload, with their lines in the file, in batches. */
export async function* inputLinesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<InputLine[]> {
  let batch: InputLine[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const read = inputLineOf(row);
    if (read === undefined) continue;
    batch.push(read);
    bytes += isUnreadable(row) ? 0 : row.bytes.length;
    if (batch.length < LINES_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
