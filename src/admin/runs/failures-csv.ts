import { csvOf, type CsvValue, momentsIn } from '../../http/csv.js';
import type { FailedRow } from '../../users/failed-rows/failed-row.entity.js';
import { sentenceOf } from '../../users/failed-rows/failed-row.dto.js';

/** The failed rows of a part, and how people and senders are called. */
export interface NamedFailures {
  readonly rows: readonly FailedRow[];
  readonly nameOf: (userId: string | null) => string | null;
  readonly labelOf: (actor: string) => string;
}

function headerIn(timeZone: string): string[] {
  return [
    'Row',
    'External ID',
    'User ID',
    'Name',
    'Problem',
    'Cause',
    'Field',
    'Code',
    `Time (${timeZone})`,
    'Sender',
    'Request ID',
  ];
}

async function* cellsOfAll(
  parts: AsyncIterable<NamedFailures>,
  timeOf: (at: Date) => string,
): AsyncGenerator<CsvValue[]> {
  for await (const { rows, nameOf, labelOf } of parts)
    for (const row of rows) {
      const { line, externalId, userId, cause, field, code, at, actor, requestId } = row;
      const why = [sentenceOf(row), cause, field, code];
      yield [line, externalId, userId, nameOf(userId), ...why, timeOf(at), labelOf(actor), requestId];
    }
}

/** The failed rows for a spreadsheet, in chunks. */
export function failuresCsv(parts: AsyncIterable<NamedFailures>, timeZone: string): AsyncGenerator<string> {
  return csvOf(headerIn(timeZone), cellsOfAll(parts, momentsIn(timeZone)));
}
