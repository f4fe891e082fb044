import { cutOf, drawnOf } from '../pages/src/charts/chart-scale.js';

describe('the scale of a chart', () => {
  it.each([
    ['ends below one large day', [12, 101_487, 9, 0, 14], 18],
    ['ends below three large days', [5000, 6000, 7000, 10, 12, 11], 15],
    ['has all days when they are alike', [10, 30, 12], undefined],
    ['has all days when most of them are large', [5000, 6000, 7000, 8000, 10, 12], undefined],
    ['has all days when there is one usual day', [101_487, 10], undefined],
    ['has all days when there are none', [0, 0], undefined],
    ['ends at a plain number', [100_000, 1234, 1100], 1600],
  ])('%s', (_rule, values, cut) => {
    expect(cutOf(values)).toBe(cut);
  });
});

describe('a bar', () => {
  it('that is cut off keeps the shares of its parts', () => {
    expect({ large: drawnOf(75, 100, 20), small: drawnOf(25, 100, 20) }).toEqual({ large: 15, small: 5 });
  });

  it('within the scale is drawn as it is', () => {
    expect({ withCut: drawnOf(7, 10, 20), withoutCut: drawnOf(7, 10, undefined) }).toEqual({
      withCut: 7,
      withoutCut: 7,
    });
  });
});
