import { nextSinceOf } from './next-since.js';

const NOW = 70_000;

describe('what a caller sends next', () => {
  it.each<[string, { since: number; until: number }, number]>([
    ['is behind the last change that was shown', { since: 10, until: 20 }, 21],
    ['is the same when nothing was shown', { since: 21, until: 20 }, 21],
    [
      'does not go back behind what the caller has and the database has not',
      { since: 50_001, until: 20 },
      50_001,
    ],
    ['is no moment that another process may not have reached', { since: 69_999, until: 20 }, 68_000],
    ['is no moment of the future', { since: 90_000, until: 20 }, 68_000],
    ['is behind stamps that are later than the clock', { since: 0, until: 80_000 }, 80_001],
  ])('%s', (_, range, expected) => {
    expect(nextSinceOf(range, NOW)).toBe(expected);
  });
});
