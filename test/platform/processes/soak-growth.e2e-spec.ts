import { growthOf } from '../../../bench/soak/growth.js';
import type { Sample } from '../../../bench/soak/sampler.js';

const STEADY: Sample = {
  heapMiB: 50,
  externalMiB: 3,
  rssMiB: 150,
  sockets: 16,
  otherHandles: 1,
  files: 32,
  connections: 10,
  prepared: 0,
  collections: 3000,
  entries: 10_000,
};

/** So many minutes, each with its differences. */
function series(minutes: number, different: (minute: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: minutes }, (_, index) => ({ ...STEADY, ...different(index + 1) }));
}

function whatGrew(samples: readonly Sample[]): string[] {
  return growthOf(samples)
    .filter(({ grew }) => grew)
    .map(({ what }) => what);
}

describe('the verdict of a soak', () => {
  it.each([3, 6, 30])('finds no growth in %i minutes that are alike', (minutes) => {
    expect(whatGrew(series(minutes))).toEqual([]);
  });

  it.each<[keyof Sample, number]>([
    ['heapMiB', 0.2],
    ['externalMiB', 0.1],
    ['rssMiB', 2],
    ['sockets', 1],
    ['otherHandles', 1],
    ['files', 1],
    ['connections', 1],
    ['prepared', 1],
    ['collections', 5],
    ['entries', 60],
  ])('finds that %s grows by %d a minute', (what, step) => {
    expect(whatGrew(series(30, (minute) => ({ [what]: STEADY[what] + step * minute })))).toEqual([what]);
  });

  it('does not mind what the first minutes fill, nor one odd minute', () => {
    const samples = series(30, (minute) => ({
      ...(minute <= 2 ? { heapMiB: 40, connections: 1 } : {}),
      ...(minute === 25 ? { heapMiB: 90, sockets: 400 } : {}),
    }));
    expect(whatGrew(samples)).toEqual([]);
  });

  it('finds growth in a run that is too short for a first part of five minutes', () => {
    expect(whatGrew(series(6, (minute) => ({ heapMiB: 50 + 5 * minute })))).toEqual(['heapMiB']);
  });
});
