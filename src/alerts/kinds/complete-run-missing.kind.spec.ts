import { isMissing } from './complete-run-missing.kind.js';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-30T12:00:00Z');

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
    ['on working days, none since Friday', [60, 84, 108], true],
    ['on working days, with a weekend among the last three', [60, 84, 156], false],
    ['nightly, after a pause among older ones', [27, 51, 75, 500], true],
    ['given up two weeks ago', [336, 360, 384], false],
  ])('that came %s: missing is %p', (_, hours, expected) => {
    const runs = hours.map((ago) => ({ at: new Date(NOW.getTime() - ago * HOUR_MS) }));
    expect(isMissing(runs, 26 * HOUR_MS, NOW)).toBe(expected);
  });
});
