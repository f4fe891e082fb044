import { BoundedCache } from './bounded-cache.js';

describe('a bounded cache', () => {
  it('gives out what was put in, and undefined for the rest', () => {
    const cache = new BoundedCache<string, number>({ most: 2 });
    cache.set('a', 1);
    expect({ a: cache.get('a'), b: cache.get('b'), size: cache.size }).toEqual({
      a: 1,
      b: undefined,
      size: 1,
    });
  });

  it('never keeps more than it may', () => {
    const cache = new BoundedCache<number, number>({ most: 3 });
    for (let key = 0; key < 100; key += 1) cache.set(key, key);
    expect({ size: cache.size, values: [...cache.values()] }).toEqual({ size: 3, values: [97, 98, 99] });
  });

  it('drops the one that was not used for longest', () => {
    const cache = new BoundedCache<string, number>({ most: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  });

  it('drops no other one when a value is replaced', () => {
    const cache = new BoundedCache<string, number>({ most: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('b', 3);
    expect(['a', 'b'].map((key) => cache.get(key))).toEqual([1, 3]);
  });

  it('gives out no more what was deleted', () => {
    const cache = new BoundedCache<string, number>({ most: 2 });
    cache.set('a', 1);
    cache.delete('a');
    expect({ a: cache.get('a'), size: cache.size }).toEqual({ a: undefined, size: 0 });
  });
});

describe('an entry of a cache with a time to live', () => {
  const LIVES_MS = 1000;
  let now: number;
  let cache: BoundedCache<string, number>;

  beforeEach(() => {
    now = 5000;
    cache = new BoundedCache({ most: 10, milliseconds: LIVES_MS, now: () => now });
    cache.set('a', 1);
  });

  it.each([
    ['is given out until its time is over', 5999, 1],
    ['is not given out any more when its time is over', 6000, undefined],
    ['is not given out by a clock that was put back', 4999, undefined],
  ])('%s', (_, at, value) => {
    now = at;
    expect(cache.get('a')).toBe(value);
  });

  it('lives no longer because it is used', () => {
    now = 5900;
    cache.get('a');
    now = 6000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('ages from the time at which its value was true', () => {
    now = 5500;
    cache.set('b', 2, 4600);
    expect(cache.get('b')).toBe(2);
    now = 5600;
    expect(cache.get('b')).toBeUndefined();
  });

  it('makes room when it is found to be too old', () => {
    now = 6000;
    cache.get('a');
    expect(cache.size).toBe(0);
  });
});
