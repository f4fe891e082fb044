import type { Scenario, Values } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { type Measured, type MeasuredMemory, over } from '../support/measure.js';
import type { ReportRow } from '../support/report.js';
import { median, quantile } from '../support/statistics.js';
import { DELTA, FULL_RECORDS, measureAll, type Measurements, prepare } from './measurements.js';

function wholeNumber(values: Values, name: string, least: number): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < least)
    throw new Error(`--${name} must be a whole number of ${least} or more`);
  return number;
}

/** @param yardstick whose time, divided by this one's, is the ratio: above 1 is faster than it */
function row(what: string, rounds: readonly Measured[], yardstick?: readonly Measured[]): ReportRow {
  const middle = ({ ms }: Measured): number => median(ms);
  return {
    what,
    'p50 ms': over(rounds, middle),
    'p99 ms': quantile(
      rounds.flatMap(({ ms }) => ms),
      0.99,
    ),
    MiB: over(rounds, ({ bytes }) => bytes / 1024 ** 2),
    'service CPU ms': over(rounds, ({ cpuMs }) => cpuMs),
    'database CPU ms': over(rounds, ({ databaseCpuMs }) => databaseCpuMs),
    ...othersWait(rounds.flatMap(({ waits }) => waits)),
    ...(yardstick === undefined
      ? {}
      : { ratio: median(rounds.map((round, index) => middle(yardstick[index] ?? round) / middle(round))) }),
  };
}

/** What another request to the service waits meanwhile. */
function othersWait(waits: readonly number[]): Partial<ReportRow> {
  if (waits.length === 0) return {};
  return {
    'others p50 ms': quantile(waits, 0.5),
    'others p99 ms': quantile(waits, 0.99),
    'others longest ms': Math.max(...waits),
  };
}

function memory(rounds: readonly MeasuredMemory[]): Partial<ReportRow> {
  return {
    'RSS before MiB': Math.round(over(rounds, ({ residentMiB }) => residentMiB)),
    'RSS peak MiB': Math.round(over(rounds, ({ peakMiB }) => peakMiB)),
  };
}

function rowsOf(measured: Measurements, students: number): ReportRow[] {
  const { copy, page, gzip, first, last, delta } = measured;
  const size = students.toLocaleString('en-US');
  return [
    { ...row('limit: the same bytes copied', copy, copy), ...memory(measured.copyMemory) },
    { ...row(`page of ${FULL_RECORDS} full records`, page, copy), ...memory(measured.pageMemory) },
    row('the same, gzip', gzip, copy),
    row(`first page of ${size} students`, first, first),
    row(`last page of ${size} students`, last, first),
    row(`delta of ${DELTA} among ${size}`, delta),
    { what: 'nothing', ...othersWait(measured.idleWaits) },
  ];
}

export const progress: Scenario = {
  name: 'progress',
  summary:
    'The progress export: a page of 5,000 full records against copying its bytes, first and last pages, a delta of 100.',
  options: { students: { type: 'string', default: '200000' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const students = wholeNumber(values, 'students', 2 * DELTA);
    const rounds = wholeNumber(values, 'rounds', 1);
    return rowsOf(await measureAll(await prepare(bench, students), rounds), students);
  },
};
