import { MemoryWindows } from './memory-windows.js';
import { type Admission, RateWindows } from './rate-windows.js';
import type { Limit, Taken } from './window-store.js';

/** Records the points of each call. */
class WatchedWindows extends MemoryWindows {
  readonly taken: number[] = [];

  override take(limits: readonly Limit[], points: number): Promise<Taken> {
    this.taken.push(points);
    return super.take(limits, points);
  }
}

let store: WatchedWindows;
let windows: RateWindows;

beforeEach(() => {
  store = new WatchedWindows();
  windows = new RateWindows(store);
});

function take(limits: Readonly<Record<string, number>>, count: number): Promise<Admission[]> {
  const asked = Object.entries(limits).map(([subject, limit]) => ({ subject, limit }));
  return Promise.all(Array.from({ length: count }, () => windows.take(asked)));
}

/** The requests that remain after each admitted one, and how many were refused. */
async function outcome(limits: Readonly<Record<string, number>>, count: number): Promise<[number[], number]> {
  const taken = await take(limits, count);
  const admitted = taken.filter(({ isAdmitted }) => isAdmitted);
  return [admitted.map(({ remaining }) => remaining), count - admitted.length];
}

it('requests that come at once have a place each, and share one count', async () => {
  expect(await outcome({ a: 100 }, 5)).toEqual([[99, 98, 97, 96, 95], 0]);
  expect(store.taken).toEqual([5]);
});

it('subjects are counted apart', async () => {
  await take({ a: 100 }, 3);
  expect(await outcome({ b: 100 }, 1)).toEqual([[99], 0]);
});

it('a caller without a request left is refused without another count, until the window ends', async () => {
  await take({ a: 2 }, 1);
  await take({ a: 2 }, 1);
  const [{ isAdmitted, remaining, msLeft } = { isAdmitted: true, remaining: 1, msLeft: 0 }] = await take(
    { a: 2 },
    1,
  );

  expect({ isAdmitted, remaining }).toEqual({ isAdmitted: false, remaining: 0 });
  expect(msLeft).toBeLessThanOrEqual(60_000);
  expect(msLeft).toBeGreaterThan(0);
  expect(store.taken).toHaveLength(2);
});

it('a window has the length of its limit', async () => {
  const { msLeft } = await windows.take([{ subject: 'a', limit: 2, windowMs: 3_600_000 }]);
  expect(msLeft).toBeGreaterThan(60_000);
});

it('a used-up limit does not refuse requests under a higher limit of the same subject', async () => {
  await take({ a: 1 }, 2);
  expect(await outcome({ a: 5 }, 1)).toEqual([[3], 0]);
});

describe('a request under two limits', () => {
  it('that the one refuses is not counted in the other', async () => {
    expect(await outcome({ key: 5, tenant: 20 }, 60)).toEqual([[4, 3, 2, 1, 0], 55]);
    await take({ key: 5, tenant: 20 }, 60);
    expect(await outcome({ other: 20, tenant: 20 }, 60)).toEqual([
      [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
      45,
    ]);
    // The other one's window has room for the five that the tenant's had not.
    expect(await outcome({ other: 20 }, 10)).toEqual([[4, 3, 2, 1, 0], 5]);
  });

  it('gets the one that leaves fewer requests', async () => {
    await take({ tenant: 10 }, 7);
    expect((await take({ key: 5, tenant: 10 }, 3)).map(({ limit, remaining }) => [limit, remaining])).toEqual(
      [
        [10, 2],
        [10, 1],
        [10, 0],
      ],
    );
    expect(await take({ key: 3, fresh: 10 }, 1)).toMatchObject([
      { isAdmitted: false, limit: 3, remaining: 0 },
    ]);
  });

  it('is not counted while either is known to be used up', async () => {
    await take({ tenant: 2 }, 2);
    await take({ one: 9, tenant: 2 }, 3);
    await take({ other: 9, tenant: 2 }, 3);
    expect(store.taken).toEqual([2]);
  });
});

it('full windows are remembered for a bounded number of callers; the store counts for all others', async () => {
  await take({ first: 1 }, 2);
  await take({ first: 1 }, 1);
  expect(store.taken).toHaveLength(1);
  await Promise.all(Array.from({ length: 10_000 }, (_, index) => take({ [`other ${index}`]: 1 }, 1)));
  expect(await outcome({ first: 1 }, 1)).toEqual([[], 1]);
  expect(store.taken).toHaveLength(10_002);
});
