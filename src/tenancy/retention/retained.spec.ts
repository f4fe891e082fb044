import { countedInSteps } from './retained.js';

/** Counts so many rows, and notes how many it was allowed to look at. */
function rowsOf(rows: number): { count: (most: number) => Promise<number>; looks: number[] } {
  const looks: number[] = [];
  const count = (most: number): Promise<number> => {
    looks.push(most);
    return Promise.resolve(Math.min(rows, most));
  };
  return { count, looks };
}

describe('old rows', () => {
  it.each([
    [0, [0]],
    [19_999, [19_999]],
    [20_000, [20_000, 0]],
    [100_000, [20_000, 20_000, 40_000, 20_000]],
  ])('of which there are %i are all counted, in steps', async (rows, steps) => {
    const found: number[] = [];
    for await (const step of countedInSteps(rowsOf(rows).count)) found.push(step);
    expect(found).toEqual(steps);
  });

  it('are looked at in no larger number than the step needs when the caller stops', async () => {
    const { count, looks } = rowsOf(10_000_000);
    let seen = 0;
    for await (const step of countedInSteps(count)) {
      seen += step;
      if (seen > 30_000) break;
    }
    expect(looks).toEqual([20_000, 40_000]);
    expect(seen).toBe(40_000);
  });
});
