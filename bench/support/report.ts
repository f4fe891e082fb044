import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

import { type Comparison, cpuPerRow, rateOf } from './cost.js';
import { over } from './measure.js';
import { quantile } from './statistics.js';

/** What the service is compared with, under the name that the report has for it. */
const YARDSTICKS = {
  handwritten: 'handwritten',
  sameWork: 'same work',
  scimmy: 'SCIMMY',
  limit: 'limit',
} as const satisfies Readonly<Record<Exclude<keyof Comparison, 'service'>, string>>;
const NAMES = Object.values(YARDSTICKS);

/** The columns of every row; docs/performance/benchmarks.md explains them. */
const COLUMNS = [
  'requests/s',
  'rows/s',
  'p50 ms',
  'p99 ms',
  'CPU s/1000',
  'database CPU s/1000',
  'RSS MiB',
  'CPU s',
  'peak MiB',
  ...NAMES.flatMap((name) => [`${name} rows/s`, `${name} CPU s/1000`] as const),
  ...NAMES.map((name) => `to ${name}` as const),
] as const;
type Column = (typeof COLUMNS)[number];

/** One line of the result. Columns that do not apply are blank. */
export type ReportRow = {
  readonly what: string;
  /** Other figures, printed below the table. */
  readonly more?: Readonly<Record<string, number>>;
} & Readonly<Partial<Record<Column, number>>>;

/**
 * Medians over the rounds; a ratio is the median of the rounds' ratios. Above 1 the service is faster than the
 * yardstick.
 */
export function reportRow(
  what: string,
  rounds: readonly Comparison[],
  more?: Readonly<Record<string, number>>,
): ReportRow {
  const own = rounds.map(({ service }) => service);
  const latencies = own.flatMap(({ ms }) => ms);
  return {
    what,
    'requests/s': over(own, ({ ms, seconds }) => ms.length / seconds),
    'rows/s': over(own, rateOf),
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'CPU s/1000': 1000 * over(own, ({ cpu, rows }) => cpu / rows),
    'database CPU s/1000': 1000 * over(own, ({ databaseCpu, rows }) => databaseCpu / rows),
    'RSS MiB': over(own, ({ residentMiB = Number.NaN }) => residentMiB),
    ...yardstick('handwritten', rounds),
    ...yardstick('sameWork', rounds),
    ...yardstick('scimmy', rounds),
    ...yardstick('limit', rounds),
    ...(more === undefined ? {} : { more }),
  };
}

/** The median of some times, and the longest. */
export function rowOfTimes(what: string, ms: readonly number[]): ReportRow {
  return { what, 'p50 ms': quantile(ms, 0.5), 'p99 ms': quantile(ms, 1) };
}

function yardstick(key: keyof typeof YARDSTICKS, rounds: readonly Comparison[]): Partial<ReportRow> {
  const name = YARDSTICKS[key];
  const costs = rounds.map((round) => round[key]).filter((cost) => cost !== undefined);
  if (costs.length < rounds.length) return {};
  return {
    [`${name} rows/s`]: over(costs, rateOf),
    [`${name} CPU s/1000`]: 1000 * over(costs, cpuPerRow),
    [`to ${name}`]: over(rounds, (round) => rateOf(round.service) / rateOf(round[key] ?? round.service)),
  };
}

function figure(value: number): string {
  if (Number.isNaN(value)) return '';
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

export function printTable(rows: readonly ReportRow[]): void {
  const columns = COLUMNS.filter((column) => rows.some((row) => row[column] !== undefined));
  const cells = rows.map((row) => [row.what, ...columns.map((column) => figure(row[column] ?? Number.NaN))]);
  const lines = [['what', ...columns], ...cells];
  const rule = ['---', ...columns.map(() => '---:')];
  const widths = rule.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]): string => {
    const padded = line.map((text, column) =>
      column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const [head = [], ...body] = lines;
  process.stdout.write(`${[head, rule, ...body].map(format).join('\n')}\n`);
  for (const { what, more } of rows)
    if (more !== undefined)
      process.stdout.write(
        `${what}: ${Object.entries(more)
          .map(([name, value]) => `${name} ${figure(value)}`)
          .join(', ')}\n`,
      );
}

export async function writeJson(
  file: string,
  values: Readonly<Record<string, unknown>>,
  rows: readonly ReportRow[],
): Promise<void> {
  const machine = {
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model,
    memoryMiB: Math.round(totalmem() / 1024 ** 2),
  };
  // JSON has no NaN: a cell that is blank in the table is null here.
  const complete = rows.map(({ what, more, ...row }) => ({
    what,
    ...Object.fromEntries(COLUMNS.map((column) => [column, row[column] ?? null])),
    ...(more === undefined ? {} : { more }),
  }));
  const at = new Date().toISOString();
  await writeFile(file, `${JSON.stringify({ at, machine, options: values, rows: complete }, null, 2)}\n`);
}
