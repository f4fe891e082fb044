import { csvOf, type CsvValue } from '../../http/csv.js';
import type { FailedRow } from '../../users/failed-rows/failed-row.entity.js';
import { sentenceOf } from '../../users/failed-rows/failed-row.dto.js';

const HEADER = [
  'Row',
  'External ID',
  'User ID',
  'Problem',
  'Cause',
  'Field',
  'Code',
  'Time',
  'Sender',
  'Request ID',
];

function cellsOf(row: FailedRow): CsvValue[] {
  const { line, externalId, userId, cause, field, code, at, actor, requestId } = row;
  return [line, externalId, userId, sentenceOf(row), cause, field, code, at.toISOString(), actor, requestId];
}

async function* cellsOfAll(rows: AsyncGenerator<FailedRow>): AsyncGenerator<CsvValue[]> {
  for await (const row of rows) yield cellsOf(row);
}

/** The failed rows for a spreadsheet, in chunks. */
export function failuresCsv(rows: AsyncGenerator<FailedRow>): AsyncGenerator<string> {
  return csvOf(HEADER, cellsOfAll(rows));
}
