import { clockDifference, problemOfClock } from './clock-difference.js';

describe('the clock of a process', () => {
  it.each([
    ['the same', { askedAt: 10_000, tookMs: 20, databaseNow: 10_005 }, 0],
    ['ahead by what the answer does not explain', { askedAt: 10_000, tookMs: 20, databaseNow: 7_000 }, 3_000],
    [
      'behind by what the answer does not explain',
      { askedAt: 10_000, tookMs: 20, databaseNow: 13_000 },
      -2_980,
    ],
    [
      'not behind while a slow answer may explain it',
      { askedAt: 10_000, tookMs: 5_000, databaseNow: 13_000 },
      0,
    ],
  ])('is %s', (_, reading, expected) => {
    expect(clockDifference(reading)).toBe(expected);
  });

  it.each([
    [0, undefined],
    [1_000, undefined],
    [-1_000, undefined],
    [1_600, 'its clock is 1.6 s ahead of that of the database'],
    [-61_000, 'its clock is 61.0 s behind that of the database'],
  ])('that is %d ms ahead: %s', (aheadMs, problem) => {
    expect(problemOfClock(aheadMs)).toBe(problem);
  });
});
