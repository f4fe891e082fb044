import type { CompleteRun } from '../../users/runs/finished-runs.repository.js';
import { cameAfter, historiesOf, isSilent } from './complete-run-missing.kind.js';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-30T12:00:00Z');

const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

describe('a complete run', () => {
  // The hours since each complete run, the latest first; the threshold is 26 hours.
  it.each([
    ['nightly, none for 27 hours', [27, 51, 75], true],
    ['nightly, none for 26 hours', [26, 50, 74], false],
    ['nightly, since this morning', [3, 27, 51], false],
    ['a second one only', [27, 51], false],
    ['never', [], false],
    ['weekly, none for 8 days', [192, 360, 528], true],
    ['weekly, none for 6 days', [144, 312, 480], false],
    ['on working days, with a weekend among the last three', [60, 84, 156], false],
    ['nightly, after a pause among older ones', [27, 51, 75, 500], true],
    ['given up two weeks ago', [336, 360, 384], false],
  ])('that came %s: is silent: %p', (_, hours, expected) => {
    const runs = hours.map((one) => ({ at: ago(one) }));
    expect(isSilent(runs, 26 * HOUR_MS, NOW)).toBe(expected);
  });

  it.each([
    ['nothing since Friday: a weekend', 'night-5', 60, false],
    ['another one after it', 'night-6', 12, true],
    ['its own rows, by the clock of another process', 'night-5', 59, false],
    ['an older one, corrected', 'night-4', 61, false],
    ['one of another series', 'crm-6', 12, false],
  ])('is missed only when a run like it came after it: %s', (_, run, hours, expected) => {
    const upload = { run, series: run.replace(/\d/, '#'), at: ago(hours) };
    expect(cameAfter({ run: 'night-5', at: ago(60) }, upload)).toBe(expected);
  });

  it('is one of each of its account types, and of its sender', () => {
    const runs: CompleteRun[] = [
      { run: 'night-3', sender: 'sis', accountTypes: 'Faculty', at: NOW },
      { run: 'night-2', sender: 'sis', accountTypes: 'Student', at: NOW },
      { run: 'night-1', sender: 'sis', accountTypes: 'Student,Faculty', at: NOW },
      { run: 'crm-1', sender: 'crm', accountTypes: 'Student', at: NOW },
    ];
    expect(historiesOf(runs).map((one) => [one.accountType, one.runs.map((each) => each.run)])).toEqual([
      ['Faculty', ['night-3', 'night-1']],
      ['Student', ['night-2', 'night-1']],
      ['Student', ['crm-1']],
    ]);
  });
});
