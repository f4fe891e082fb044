import { jest } from '@jest/globals';

import { forEachYielding } from './for-each-yielding.js';

/** A clock that stands still, except where an item takes time. */
let now: number;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

it('lets other work run after an item that takes as long as many', async () => {
  const seen: number[] = [];
  const whenOthersCame: number[] = [];
  setImmediate(() => whenOthersCame.push(seen.length));

  await forEachYielding([1, 2, 3], (item) => {
    now += 10;
    seen.push(item);
  });

  expect(whenOthersCame).toEqual([1]);
});

it('does the work for each item in order, and lets other work run in between', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const seen: number[] = [];
  const whenOthersCame: number[] = [];
  const others = (): void => {
    whenOthersCame.push(seen.length);
    if (seen.length < items.length) setImmediate(others);
  };
  setImmediate(others);

  await forEachYielding(items, (item) => seen.push(item));

  expect(seen).toEqual(items);
  expect(whenOthersCame.slice(0, 4)).toEqual([20, 40, 60, 80]);
});
