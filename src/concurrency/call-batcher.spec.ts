import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { CallBatcher } from './call-batcher.js';

interface Batch {
  readonly jobs: readonly string[];
  readonly end: (error?: Error) => void;
}

/** Batches that end when the test says so. */
class Batches {
  readonly all: Batch[] = [];
  private readonly begun = new EventEmitter();

  readonly run = (jobs: readonly string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        if (error === undefined) resolve(jobs.map((job) => job.toUpperCase()));
        else reject(error);
      };
      this.all.push({ jobs, end });
      this.begun.emit('begun');
    });

  /** The batch of this number, as soon as it has begun. */
  async number(index: number): Promise<Batch> {
    for (;;) {
      const batch = this.all[index];
      if (batch !== undefined) return batch;
      await once(this.begun, 'begun');
    }
  }
}

let batches: Batches;

beforeEach(() => {
  batches = new Batches();
});

it('a call of an idle lane begins without waiting for company', async () => {
  const batcher = new CallBatcher(batches.run, 64);
  for (const job of ['a', 'b']) {
    const call = batcher.add('t', job);
    const batch = await batches.number(job === 'a' ? 0 : 1);
    expect(batch.jobs).toEqual([job]);
    batch.end();
    expect(await call).toBe(job.toUpperCase());
  }
});

it('calls that come at once begin together, in their order, and each has its own answer', async () => {
  const batcher = new CallBatcher(batches.run, 64);
  const calls = ['a', 'b', 'c'].map((job) => batcher.add('t', job));
  (await batches.number(0)).end();
  expect(await Promise.all(calls)).toEqual(['A', 'B', 'C']);
  expect(batches.all.map(({ jobs }) => jobs)).toEqual([['a', 'b', 'c']]);
});

it('calls that come meanwhile wait for the batch that is under way, and then begin together', async () => {
  const batcher = new CallBatcher(batches.run, 64);
  const calls = [batcher.add('t', 'a')];
  const first = await batches.number(0);
  calls.push(batcher.add('t', 'b'), batcher.add('t', 'c'));
  await nextTurn();
  expect(batches.all).toHaveLength(1);
  first.end();
  (await batches.number(1)).end();
  expect(await Promise.all(calls)).toEqual(['A', 'B', 'C']);
  expect(batches.all.map(({ jobs }) => jobs)).toEqual([['a'], ['b', 'c']]);
});

it('a batch is as large as allowed, and the rest follows', async () => {
  const batcher = new CallBatcher(batches.run, 2);
  const calls = ['a', 'b', 'c', 'd', 'e'].map((job) => batcher.add('t', job));
  for (const index of [0, 1, 2]) (await batches.number(index)).end();
  expect(await Promise.all(calls)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches.all.map(({ jobs }) => jobs)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

it('as many as are enough begin beside the batch that is under way, and never a third beside the two', async () => {
  const batcher = new CallBatcher(batches.run, 64, 8);
  const calls = [batcher.add('t', 'first')];
  await batches.number(0);
  const eight = Array.from({ length: 8 }, (_, index) => `second ${index}`);
  calls.push(...eight.map((job) => batcher.add('t', job)));
  const second = await batches.number(1);
  calls.push(...Array.from({ length: 9 }, (_, index) => batcher.add('t', `third ${index}`)));
  await nextTurn();
  expect(batches.all.map(({ jobs }) => jobs)).toEqual([['first'], eight]);
  second.end();
  (await batches.number(2)).end();
  (await batches.number(0)).end();
  await Promise.all(calls);
  expect(batches.all.map(({ jobs }) => jobs.length)).toEqual([1, 8, 9]);
});

it('whichever of two batches ends last takes those that wait', async () => {
  const batcher = new CallBatcher(batches.run, 64, 8);
  const calls = [batcher.add('t', 'first')];
  const first = await batches.number(0);
  calls.push(...Array.from({ length: 8 }, (_, index) => batcher.add('t', `second ${index}`)));
  const second = await batches.number(1);
  calls.push(batcher.add('t', 'last'));
  first.end();
  await calls[0];
  await nextTurn();
  expect(batches.all).toHaveLength(2);
  second.end();
  (await batches.number(2)).end();
  expect(await calls.at(-1)).toBe('LAST');
});

it('lanes do not wait for each other', async () => {
  const batcher = new CallBatcher(batches.run, 64);
  const calls = [batcher.add('one', 'a'), batcher.add('other', 'b')];
  (await batches.number(1)).end();
  expect(await calls[1]).toBe('B');
  (await batches.number(0)).end();
  expect(await calls[0]).toBe('A');
});

it('a batch that fails fails for each of its calls, and the lane continues', async () => {
  const batcher = new CallBatcher(batches.run, 64);
  const calls = [batcher.add('t', 'a')];
  const first = await batches.number(0);
  calls.push(batcher.add('t', 'b'), batcher.add('t', 'c'));
  const outcomes = Promise.allSettled(calls);
  first.end();
  (await batches.number(1)).end(new Error('away'));
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  const later = batcher.add('t', 'd');
  (await batches.number(2)).end();
  expect(await later).toBe('D');
});
