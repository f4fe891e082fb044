import { appendFileSync } from 'node:fs';

/** Appends a row to the table that the command of a suite prints at its end. */
export function reportRow(cells: readonly (string | number)[]): void {
  const file = process.env['TEST_REPORT'];
  if (file !== undefined) appendFileSync(file, `| ${cells.join(' | ')} |\n`);
}
