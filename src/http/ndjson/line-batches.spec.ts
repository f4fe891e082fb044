import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';

import { jest } from '@jest/globals';

import { Place } from '../../concurrency/shared-places.js';
import { batchesOf } from './line-batches.js';

let stream: PassThrough;
let place: Place;
/** The texts of each batch, joined. */
let batches: string[];
let ended: Promise<void>;
/** The end of the batch at work. */
let atWork: Promise<void>;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  stream = new PassThrough();
  place = new Place({ group: 'a', caller: 'a1' });
  batches = [];
  atWork = Promise.resolve();
  ended = collect();
  ended.catch(() => undefined);
});

afterEach(async () => {
  stream.end();
  await ended.catch(() => undefined);
  jest.useRealTimers();
});

async function collect(): Promise<void> {
  const input = { stream, mostIdleBytes: () => Infinity };
  for await (const batch of batchesOf(input, () => atWork, place))
    batches.push(batch.map(({ text }) => text).join(' '));
}

/** A batch is at work until the returned function is called. */
function work(): () => void {
  let finish: () => void = () => undefined;
  atWork = new Promise((resolve) => {
    finish = resolve;
  });
  return finish;
}

/** Streams deliver in turns of the event loop, which are no time here. */
async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await jest.advanceTimersByTimeAsync(ms);
}

async function send(text: string): Promise<void> {
  stream.write(`${text}\n`);
  await pass(0);
}

describe('lines that arrive', () => {
  it.each([
    [10, ['one two']],
    [50, ['one', 'two']],
  ])('%i ms after each other are the batches %j', async (ms, wanted) => {
    await send('one');
    await pass(ms);
    await send('two');
    await pass(50);
    expect(batches).toEqual(wanted);
  });

  it('are one batch as long as another one is at work, however long they take', async () => {
    const finish = work();
    await send('one');
    await pass(5000);
    await send('two');
    finish();
    await pass(50);
    expect(batches).toEqual(['one two']);
  });

  it('are applied that came before a part that cannot be read', async () => {
    await send('one');
    stream.destroy(new Error('broken'));
    await expect(ended).rejects.toThrow('broken');
    expect(batches).toEqual(['one']);
  });

  it('are not waited for any more when the place of the work is given to another caller', async () => {
    await send('one');
    place.take(new Error('slow'));
    await expect(ended).rejects.toThrow('slow');
    expect(batches).toEqual(['one']);
  });

  it('are let go, however many there were', async () => {
    for (let line = 0; line < 100; line += 1) await send(`line ${line}`);
    expect(getEventListeners(place.taken, 'abort').length).toBeLessThanOrEqual(1);
  });
});

describe('a holder of a place waits', () => {
  const isWaiting = (): boolean => {
    const before = place.waitedMs;
    place.look();
    return place.waitedMs > before;
  };

  it('while nothing is at work and it sends nothing', async () => {
    await pass(0);
    expect(isWaiting()).toBe(true);
    const finish = work();
    await send('one');
    expect(isWaiting()).toBe(false);
    const finishNext = work();
    finish();
    await pass(50);
    expect(batches).toEqual(['one']);
    expect(isWaiting()).toBe(false);
    finishNext();
    await pass(0);
    expect(isWaiting()).toBe(true);
  });
});
