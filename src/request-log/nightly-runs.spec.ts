import type { LastRun } from './last-run.entity.js';
import { nightlyRunsOf, seriesOfUpload } from './nightly-runs.js';
import type { RunSeries } from './run-series.entity.js';

const NOW = new Date('2026-11-23T08:00:00Z');
const HOUR_MS = 3_600_000;
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

function upload(hours: number, more: Partial<LastRun> = {}): LastRun {
  const counts = { inserted: 0, updated: 0, unchanged: 100, failed: 0 };
  return { tenantId: 't', at: ago(hours), actor: 'key:sis', ...counts, ...more };
}

function series(name: string, hours: number, days: number, more: Partial<RunSeries> = {}): RunSeries {
  return { ...upload(hours), series: name, since: ago(hours + 24 * days), days, run: name, ...more };
}

const shown = (all: readonly RunSeries[], last?: LastRun): [string, boolean][] =>
  nightlyRunsOf(all, last, { hours: 26, now: NOW }).map(({ series: name, isLate }) => [name, isLate]);

describe('the nightly run', () => {
  it('is that of a series on three days, whatever was sent since', () => {
    const test = series('@key:other', 1, 1, { actor: 'key:other' });
    expect(shown([series('night-#', 30, 3), test], upload(1))).toEqual([['night-#', true]]);
    expect(shown([series('night-#', 20, 3), test], upload(1))).toEqual([['night-#', false]]);
  });

  it('is the last upload of all, as long as there is no habit', () => {
    expect(shown([series('night-#', 30, 2)], upload(30))).toEqual([['', true]]);
    expect(shown([], upload(2))).toEqual([['', false]]);
    expect(shown([])).toEqual([]);
  });

  it('may be several, the largest first', () => {
    const staff = series('staff-#', 5, 9, { unchanged: 9, actor: 'key:hr' });
    expect(shown([staff, series('night-#', 40, 9)])).toEqual([
      ['night-#', true],
      ['staff-#', false],
    ]);
  });

  it('has another name when a newer series of the same sender has become a habit', () => {
    const renamed = series('sis-#', 5, 3, { since: ago(80) });
    expect(shown([series('night-#', 100, 9), renamed])).toEqual([['sis-#', false]]);
    expect(shown([series('night-#', 100, 9), { ...renamed, days: 2 }])).toEqual([['night-#', true]]);
    expect(shown([series('night-#', 100, 9), { ...renamed, actor: 'key:hr' }])).toHaveLength(2);
  });

  it('is given up after two weeks', () => {
    expect(shown([series('night-#', 13 * 24, 9)])).toEqual([['night-#', true]]);
    expect(shown([series('night-#', 15 * 24, 9)])).toEqual([]);
  });
});

describe('the series of an upload', () => {
  it.each([
    ['nightly-1122', 'nightly-#'],
    ['2026-11-22.sis.csv', '#-#-#.sis.csv'],
    [null, '@key:sis'],
  ])('named %j is %j', (run, name) => {
    expect(seriesOfUpload(run, 'key:sis')).toBe(name);
  });
});
