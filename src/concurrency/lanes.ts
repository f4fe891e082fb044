import { setTimeout as delay } from 'node:timers/promises';

import { Limiter } from './limiter.js';

/** How often it looks for what else is to be done, while some work takes longer. */
const LOOK_MS = 1000;
/** Afterwards nothing more begins, so that it comes to an end however much there is to do. */
const LONGEST_MS = 60_000;

export interface Lanes<Item> {
  /** What may be done now, the first item of each lane; lanes that are at work may be among them. */
  readonly next: () => Promise<readonly Item[]>;
  readonly laneOf: (item: Item) => string;
  /** Must change what `next` finds. @returns false when nothing more may begin, in no lane */
  readonly work: (item: Item) => Promise<boolean>;
  /** Lanes that are at work at once; the others take turns. */
  readonly atOnce: number;
}

/**
 * Works until nothing is left to do, for a minute and what has begun by then. Of a lane one item is worked on at a
 * time, so that a slow one lets only the items of its own lane wait.
 * @throws {Error} the first failure, when all that had begun has ended
 */
export async function workInLanes<Item>({ next, laneOf, work, atOnce }: Lanes<Item>): Promise<void> {
  const limiter = new Limiter(atOnce);
  const busy = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const end = { isReached: false };

  const fail = (error: unknown): void => {
    failures.push(error);
    end.isReached = true;
  };
  const begin = async (item: Item): Promise<void> => {
    const turn = limiter.run(async () => {
      if (!end.isReached && !(await work(item))) end.isReached = true;
    });
    await turn.catch(fail);
    busy.delete(laneOf(item));
  };
  const beginNext = async (): Promise<void> => {
    for (const item of await next()) if (!busy.has(laneOf(item))) busy.set(laneOf(item), begin(item));
  };

  const until = performance.now() + LONGEST_MS;
  while (!end.isReached && performance.now() < until) {
    await beginNext().catch(fail);
    if (busy.size === 0) break;
    await Promise.race([Promise.all(busy.values()), delay(LOOK_MS, undefined, { ref: false })]);
  }
  end.isReached = true;
  await Promise.all(busy.values());
  if (failures.length > 0) throw failures[0];
}
