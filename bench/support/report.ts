import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** One line of the result. A column that a row does not know is left blank. */
export interface ReportRow {
  readonly what: string;
  readonly [column: string]: string | number | undefined;
}

function cell(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1);
}

export function printTable(rows: readonly ReportRow[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]): string =>
    line
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ');
  process.stdout.write(`${lines.map(format).join('\n')}\n`);
}

export async function writeJson(file: string, scenario: string, rows: readonly ReportRow[]): Promise<void> {
  const machine = { node: process.version, cores: cpus().length };
  await writeFile(
    file,
    `${JSON.stringify({ scenario, at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
  );
}
