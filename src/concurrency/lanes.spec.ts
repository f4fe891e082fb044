import { workInLanes } from './lanes.js';

/** Items that are left, each named by its lane and a number, and what was at work at once. */
class Items {
  readonly begun: string[] = [];
  mostAtOnce = 0;
  mostOfLane = 0;
  private readonly atWork: string[] = [];

  constructor(readonly left: string[]) {}

  /** Works through them; `of` says how the work on an item ends. */
  workThrough(
    atOnce: number,
    of: (item: string) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    return workInLanes({
      next: () => Promise.resolve(this.firsts()),
      laneOf,
      atOnce,
      work: async (item) => {
        this.begin(item);
        try {
          await new Promise((resolve) => setImmediate(resolve));
          return await of(item);
        } finally {
          this.atWork.splice(this.atWork.indexOf(item), 1);
        }
      },
    });
  }

  private firsts(): string[] {
    return this.left.filter((item, at) => this.left.findIndex((one) => laneOf(one) === laneOf(item)) === at);
  }

  private begin(item: string): void {
    this.left.splice(this.left.indexOf(item), 1);
    this.begun.push(item);
    this.atWork.push(item);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atWork.length);
    const ofLane = this.atWork.filter((one) => laneOf(one) === laneOf(item));
    this.mostOfLane = Math.max(this.mostOfLane, ofLane.length);
  }
}

function laneOf(item: string): string {
  return item.slice(0, 1);
}

it('works on one item of a lane at a time, on several lanes at once', async () => {
  const items = new Items(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  await items.workThrough(2);
  expect(items.left).toEqual([]);
  const { mostAtOnce, mostOfLane } = items;
  expect({ mostAtOnce, mostOfLane }).toEqual({ mostAtOnce: 2, mostOfLane: 1 });
});

it('lets lanes take turns', async () => {
  const items = new Items(['a1', 'a2', 'a3', 'b1', 'c1']);
  await items.workThrough(1);
  expect(items.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

it('begins nothing more once the work says so', async () => {
  const items = new Items(['a1', 'b1', 'c1']);
  await items.workThrough(1, (item) => Promise.resolve(item !== 'b1'));
  expect(items.begun).toEqual(['a1', 'b1']);
});

it('fails with the first failure, when all that had begun has ended', async () => {
  const items = new Items(['a1', 'b1', 'a2']);
  const ended: string[] = [];
  const working = items.workThrough(2, async (item) => {
    if (item === 'a1') throw new Error('broken');
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
    return true;
  });
  await expect(working).rejects.toThrow('broken');
  expect(items.begun).toEqual(['a1', 'b1']);
  expect(ended).toEqual(['b1']);
});
