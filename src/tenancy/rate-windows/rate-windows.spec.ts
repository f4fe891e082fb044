import { MemoryWindows } from './memory-windows.js';
import { RateWindows } from './rate-windows.js';
import type { WindowState } from './window-store.js';

/** Notes how often it is asked, and for how many at once. */
class WatchedWindows extends MemoryWindows {
  readonly asked: number[] = [];

  override add(subject: string, points: number): Promise<WindowState> {
    this.asked.push(points);
    return super.add(subject, points);
  }
}

let store: WatchedWindows;
let windows: RateWindows;

beforeEach(() => {
  store = new WatchedWindows();
  windows = new RateWindows(store);
});

async function places(subject: string, limit: number, count: number): Promise<number[]> {
  const taken = await Promise.all(Array.from({ length: count }, () => windows.take(subject, limit)));
  return taken.map(({ place }) => place);
}

it('requests that come at once have a place each, and share one count', async () => {
  expect(await places('a', 100, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(store.asked).toEqual([5]);
});

it('subjects are counted apart', async () => {
  await places('a', 100, 3);
  expect(await places('b', 100, 1)).toEqual([1]);
});

it('who has no request left is refused without another count, until the window ends', async () => {
  await places('a', 2, 1);
  await places('a', 2, 1);
  const { place, msLeft } = await windows.take('a', 2);

  expect(place).toBeGreaterThan(2);
  expect(msLeft).toBeLessThanOrEqual(60_000);
  expect(msLeft).toBeGreaterThan(0);
  expect(store.asked).toHaveLength(2);
});

it('who has no request left is no hindrance to a higher limit of the same subject', async () => {
  await places('a', 1, 2);
  expect(await places('a', 5, 1)).toEqual([3]);
});
