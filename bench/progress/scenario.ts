import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { type MeasuredMemory, over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { quantile } from '../support/statistics.js';
import {
  DELTA,
  FULL_RECORDS,
  measureAll,
  type Measurement,
  type Measurements,
  prepare,
  type Waits,
} from './measurements.js';

function row(
  what: string,
  { rounds, bytes, ...others }: Measurement,
  more: Readonly<Record<string, number>> = {},
): ReportRow {
  return reportRow(what, rounds, { MiB: bytes / 1024 ** 2, ...othersWait(others), ...more });
}

/** How long another request waits meanwhile. */
function othersWait({ waits, holds }: Waits): Record<string, number> {
  return {
    'others p50 ms': quantile(waits, 0.5),
    'others p99 ms': quantile(waits, 0.99),
    'others longest ms': Math.max(...waits),
    'event loop held ms': Math.max(...holds),
  };
}

function memory(of: string, rounds: readonly MeasuredMemory[]): Record<string, number> {
  return {
    [`${of} RSS before MiB`]: over(rounds, ({ residentMiB }) => residentMiB),
    [`${of} RSS peak MiB`]: over(rounds, ({ peakMiB }) => peakMiB),
  };
}

function rowsOf({ of, idle, pageMemory, copyMemory }: Measurements, students: number): ReportRow[] {
  const size = students.toLocaleString('en-US');
  const inNewProcess = { ...memory('new process', pageMemory), ...memory('limit', copyMemory) };
  return [
    row(`progress, page of ${FULL_RECORDS.toLocaleString('en-US')}`, of.page, inNewProcess),
    row('progress, the same page, gzip', of.gzip),
    row(`progress, first page of ${size} students`, of.first),
    row(`progress, last page of ${size} students`, of.last),
    row(`progress, delta of ${DELTA} among ${size}`, of.delta),
    { what: 'progress, without readers', more: othersWait(idle) },
  ];
}

export const progress: Scenario = {
  name: 'progress',
  summary:
    'The progress export against copying its bytes: a page of 5,000 full records, first, last, and a delta of 100.',
  options: { students: { type: 'string', default: '200000' } },
  async run(bench: Bench, values: Values) {
    const students = wholeNumber(values, 'students', 2 * DELTA);
    const rounds = wholeNumber(values, 'rounds');
    return rowsOf(await measureAll(await prepare(bench, students), rounds), students);
  },
};
