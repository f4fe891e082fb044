import { LINE_LIMIT_KIB } from '../http/ndjson/bulk-line.js';
import { type InputLine, readLine } from '../http/ndjson/line-reader.js';
import type { SourceRow } from './sources/formats.js';

/** As many as an upload applies together; see `line-batches.ts`. */
const LINES_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** The rows of a file as lines of an upload, with their lines in the file, in batches. */
export async function* inputLinesOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<InputLine[]> {
  let batch: InputLine[] = [];
  let bytes = 0;
  for await (const { line, bytes: row } of rows) {
    const read = readLine(line, row, LINE_LIMIT_KIB * 1024);
    if (read === undefined) continue;
    batch.push(read);
    bytes += row.length;
    if (batch.length < LINES_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
