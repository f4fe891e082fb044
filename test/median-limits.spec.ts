import { medianLimits } from '../bench/support/statistics.js';

/** So many to 1. */
function downFrom(count: number): number[] {
  return Array.from({ length: count }, (_, index) => count - index);
}

describe('the limits of a median', () => {
  it.each([
    ['do not exist for five values', 5, Number.NaN, Number.NaN],
    ['are the outermost of six', 6, 1, 6],
    ['leave out two on either side of fourteen', 14, 3, 12],
    ['leave out nine on either side of thirty', 30, 10, 21],
  ])('%s', (_rule, count, least, most) => {
    expect(medianLimits(downFrom(count))).toEqual({ least, most });
  });
});
