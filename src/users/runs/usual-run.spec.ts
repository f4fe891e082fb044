import { seriesOf } from '../../tenancy/sync-run.js';
import { type ComparedRun, usualBandOf, usualOf } from './usual-run.js';

function night(day: number, input: Partial<ComparedRun> = {}): ComparedRun {
  return {
    name: `nightly-11${String(day).padStart(2, '0')}`,
    startedAt: new Date(Date.UTC(2026, 10, day)),
    received: 100,
    inserted: 0,
    updated: 10,
    unchanged: 90,
    failed: 0,
    deprovisioned: 0,
    restored: 0,
    ...input,
  };
}

const anySender = (): boolean => true;
const nights = (...inputs: Partial<ComparedRun>[]): ComparedRun[] =>
  inputs.map((input, index) => night(20 - index, input));

describe('the series of a run', () => {
  it.each([
    ['nightly-1122', 'nightly-#'],
    ['2026-11-22.people.csv', '#-#-#.people.csv'],
    ['sis', 'sis'],
  ])('%s is of %s', (name, series) => {
    expect(seriesOf(name)).toBe(series);
  });
});

describe('the usual band', () => {
  it('goes from the lowest to the highest of the up to seven before, around their median', () => {
    const earlier = nights(...[1, 9, 3, 4, 5, 6, 2, 99].map((deprovisioned) => ({ deprovisioned })));
    expect(usualBandOf('deprovisioned', night(22), earlier, anySender)).toEqual({
      low: 1,
      median: 4,
      high: 9,
    });
  });

  it('is known from the third run on', () => {
    expect(usualBandOf('deprovisioned', night(22), nights({}, {}), anySender)).toBeUndefined();
  });
});

describe('the usual run', () => {
  it.each<[string, number[], number]>([
    ['an odd number', [1, 100, 3], 3],
    ['an even number', [1, 2, 4, 100], 3],
    ['more than a week, of which the latest seven count', [7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0], 7],
  ])('has the median of %s', (_, failed, usual) => {
    const earlier = nights(...failed.map((one) => ({ failed: one })));
    expect(usualOf(night(22), earlier, anySender)?.failed).toBe(usual);
  });

  it('is known from the third run on', () => {
    expect(usualOf(night(22), nights({}, {}), anySender)).toBeUndefined();
    expect(usualOf(night(22), nights({}, {}, {}), anySender)).toMatchObject({ runs: 3, received: 100 });
  });

  it.each<[string, Partial<ComparedRun>]>([
    ['of another series', { name: 'fix-7' }],
    ['of an undo', { name: 'undo:nightly-1120' }],
    ['that sent no people', { received: 0 }],
    ['that began later', { startedAt: new Date(Date.UTC(2026, 11, 1)) }],
    ['that is compared itself', { name: 'nightly-1122' }],
  ])('leaves out a run %s', (_, other) => {
    expect(usualOf(night(22), nights({}, {}, other), anySender)).toBeUndefined();
  });

  it('leaves out a run of another sender', () => {
    const earlier = nights({}, {}, {});
    expect(usualOf(night(22), earlier, (name) => name !== 'nightly-1120')).toBeUndefined();
  });
});
