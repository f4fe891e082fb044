import { inTurns } from './in-turns.js';

it('is done for each item in order, and others have their turn between', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const seen: number[] = [];
  const whenOthersCame: number[] = [];
  const others = (): void => {
    whenOthersCame.push(seen.length);
    if (seen.length < items.length) setImmediate(others);
  };
  setImmediate(others);

  await inTurns(items, (item) => seen.push(item));

  expect(seen).toEqual(items);
  expect(whenOthersCame.slice(0, 4)).toEqual([20, 40, 60, 80]);
});
