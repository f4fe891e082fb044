import { quantile } from '../support/statistics.js';
import { FIGURES, type Growth } from './growth.js';
import type { Sample } from './sampler.js';

/** The samples and latencies of one minute. */
export interface Minute extends Sample {
  readonly minute: number;
  readonly requests: number;
  readonly errors: number;
  readonly p99Ms: number;
}

const COLUMNS: readonly (readonly [string, string])[] = [
  ['minute', 'minute'],
  ...Object.entries(FIGURES).map(([key, { title }]) => [key, title] as const),
  ['requests', 'requests'],
  ['errors', 'errors'],
  ['p99Ms', 'p99 ms'],
];

export function minuteOf(minute: number, sample: Sample, times: readonly number[], errors: number): Minute {
  return { minute, ...sample, requests: times.length, errors, p99Ms: quantile(times, 0.99) };
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell, index) => cell.padStart(COLUMNS[index]?.[1].length ?? 0)).join(' | ')} |\n`;
}

export function printHead(): void {
  process.stdout.write(line(COLUMNS.map(([, title]) => title)));
  process.stdout.write(`|${COLUMNS.map(([, title]) => `${'-'.repeat(title.length + 1)}:`).join('|')}|\n`);
}

export function printMinute(minute: Minute): void {
  const values = new Map<string, number>(Object.entries(minute));
  process.stdout.write(line(COLUMNS.map(([key]) => shown(values.get(key) ?? Number.NaN))));
}

export function printGrowth(all: readonly Growth[]): void {
  process.stdout.write('\n');
  for (const { what, first, last, limit, grew } of all) {
    const numbers = `${shown(first)} at first, ${shown(last)} at last, up to ${shown(limit)} is no growth`;
    process.stdout.write(`${grew ? 'GREW' : 'flat'}  ${FIGURES[what].title}: ${numbers}\n`);
  }
}
