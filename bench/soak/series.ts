import { quantile } from '../support/statistics.js';
import type { Growth } from './growth.js';
import type { Sample } from './sampler.js';

/** The samples and latencies of one minute. */
export interface Minute extends Sample {
  readonly minute: number;
  readonly requests: number;
  readonly errors: number;
  readonly p99Ms: number;
}

const COLUMNS: readonly (readonly [keyof Minute, string])[] = [
  ['minute', 'minute'],
  ['heapMiB', 'heap MiB'],
  ['externalMiB', 'external MiB'],
  ['rssMiB', 'RSS MiB'],
  ['sockets', 'sockets'],
  ['otherHandles', 'other handles'],
  ['files', 'open files'],
  ['connections', 'database connections'],
  ['prepared', 'prepared statements'],
  ['collections', 'Maps and Sets'],
  ['entries', 'their entries'],
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
  process.stdout.write(line(COLUMNS.map(([key]) => shown(minute[key]))));
}

export function printGrowth(all: readonly Growth[]): void {
  const titles = new Map<string, string>(COLUMNS);
  process.stdout.write('\n');
  for (const { what, first, last, limit, grew } of all) {
    const numbers = `${shown(first)} at first, ${shown(last)} at last, up to ${shown(limit)} is no growth`;
    process.stdout.write(`${grew ? 'GREW' : 'flat'}  ${titles.get(what) ?? what}: ${numbers}\n`);
  }
}
