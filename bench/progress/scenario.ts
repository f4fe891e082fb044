import { atLeast, scenario } from '../scenario.js';
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

function row(what: string, { rounds, bytes, ...others }: Measurement): ReportRow {
  return reportRow(what, rounds, { MiB: bytes / 1024 ** 2, ...othersWait(others) });
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

function rowsOf({ of, idle }: Measurements, students: number): ReportRow[] {
  const size = students.toLocaleString('en-US');
  return [
    row(`progress, page of ${FULL_RECORDS.toLocaleString('en-US')}`, of.page),
    row('progress, the same page, gzip', of.gzip),
    row(`progress, first page of ${size} students`, of.first),
    row(`progress, last page of ${size} students`, of.last),
    row(`progress, delta of ${DELTA} among ${size}`, of.delta),
    { what: 'progress, without readers', more: othersWait(idle) },
  ];
}

export const progress = scenario({
  name: 'progress',
  summary:
    'The progress export against copying its bytes: a page of 5,000 full records, first, last, and a delta of 100.',
  options: { students: 200_000 },
  async run(bench, { rounds, students }) {
    const stage = await prepare(bench, atLeast(2 * DELTA, 'students', students));
    return rowsOf(await measureAll(stage, rounds), students);
  },
});
