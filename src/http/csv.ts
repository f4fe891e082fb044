/** The value of one cell; null leaves it empty. */
export type CsvValue = string | number | null;

const LINES_OF_CHUNK = 200;
/** By this mark spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** A spreadsheet would run a cell that begins like a formula; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line (RFC 4180). */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A header and a line per row (RFC 4180), in chunks. */
export async function* csvOf(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvValue[]>,
): AsyncGenerator<string> {
  let chunk = [BYTE_ORDER_MARK + csvLine(header)];
  for await (const row of rows) {
    chunk.push(csvLine(row));
    if (chunk.length < LINES_OF_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  if (chunk.length > 0) yield chunk.join('');
}

/** Writes moments in a time zone, as `2026-11-23 14:05:12`. */
export function momentsIn(timeZone: string): (at: Date) => string {
  // Swedish dates are ISO 8601, and their times have no AM and PM.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
