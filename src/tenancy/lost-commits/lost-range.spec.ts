import { refusedOf, type Stamped } from './lost-range.js';

const SPAN = { firstAt: 50_000, lastAt: 60_000, now: 70_000 };
const university = { lost: undefined, isByWallClock: true };
const sandbox = { isByWallClock: false };

describe('the stamps that are refused after a loss', () => {
  it.each<[string, Stamped, { after: number; upTo: number }]>([
    [
      'begin behind the last stamp that was kept',
      { ...university, last: 49_500 },
      { after: 49_500, upTo: 70_000 },
    ],
    [
      'begin two seconds before the span when something was written since',
      { ...university, last: 69_000 },
      { after: 48_000, upTo: 70_000 },
    ],
    [
      'begin before the first one that is known to be lost, and end behind the last one',
      { ...university, last: 69_000, lost: { first: 47_000, last: 71_000 } },
      { after: 46_999, upTo: 71_000 },
    ],
    ['are all when nothing was kept', { ...university, last: 0 }, { after: 0, upTo: 70_000 }],
    [
      'of a sandbox are those that are known, since its clock is another one',
      { ...sandbox, last: 5, lost: { first: 6, last: 8 } },
      { after: 5, upTo: 8 },
    ],
    [
      'of a sandbox are those that were given again, too',
      { ...sandbox, last: 7, lost: { first: 6, last: 8 } },
      { after: 5, upTo: 8 },
    ],
  ])('%s', (_, stamped, expected) => {
    expect(refusedOf(stamped, SPAN)).toEqual(expected);
  });
});
