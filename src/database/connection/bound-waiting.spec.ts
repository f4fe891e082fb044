import { jest } from '@jest/globals';
import mysql2, { type Pool } from 'mysql2';

import { boundWaiting } from './bound-waiting.js';

type Callback = Parameters<Pool['getConnection']>[0];
type Connection = Parameters<Callback>[1];

/** A pool whose connections are all in use until one is handed out. */
class BusyPool {
  readonly pool = mysql2.createPool({});
  readonly asked: Callback[] = [];
  readonly release = jest.fn();

  constructor() {
    this.pool.getConnection = (callback) => this.asked.push(callback);
  }

  handOut(): void {
    const connection = { release: this.release } as unknown as Connection;
    this.asked.shift()?.(null, connection);
  }
}

let busy: BusyPool;
let isSilent: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  busy = new BusyPool();
  isSilent = false;
});

afterEach(() => {
  jest.useRealTimers();
});

/** @returns what each got, in order: the code of an error, or `connected` */
function ask(count: number): string[] {
  const results: string[] = [];
  for (let index = 0; index < count; index += 1)
    busy.pool.getConnection((error) => results.push(error?.code ?? 'connected'));
  return results;
}

describe('a caller that waits for a connection', () => {
  it('is turned away after two seconds in which no caller was given one', () => {
    boundWaiting(busy.pool, () => isSilent);
    const results = ask(2);

    jest.advanceTimersByTime(1900);
    expect(results).toEqual([]);
    jest.advanceTimersByTime(100);
    expect(results).toEqual(['POOL_UNAVAILABLE', 'POOL_UNAVAILABLE']);
  });

  it('waits on while the queue moves', () => {
    boundWaiting(busy.pool, () => isSilent);
    const results = ask(4);

    for (let round = 0; round < 3; round += 1) {
      jest.advanceTimersByTime(1500);
      busy.handOut();
    }
    expect(results).toEqual(['connected', 'connected', 'connected']);
    jest.advanceTimersByTime(2000);
    expect(results.at(-1)).toBe('POOL_UNAVAILABLE');
  });

  it('does not fail because the process was suspended', () => {
    boundWaiting(busy.pool, () => isSilent);
    const results = ask(1);

    jest.setSystemTime(Date.now() + 60_000);
    jest.advanceTimersByTime(100);
    expect(results).toEqual([]);
  });

  it('gives a connection that comes too late to the next caller', () => {
    boundWaiting(busy.pool, () => isSilent);
    const results = ask(1);
    jest.advanceTimersByTime(2000);

    busy.handOut();
    expect(results).toEqual(['POOL_UNAVAILABLE']);
    expect(busy.release).toHaveBeenCalledTimes(1);
  });

  it('is turned away at once when the server falls silent, and no other is let in until it answers', () => {
    const bound = boundWaiting(busy.pool, () => isSilent);
    const results = ask(2);

    isSilent = true;
    bound.turnAway();
    expect(results).toEqual(['POOL_UNAVAILABLE', 'POOL_UNAVAILABLE']);
    expect(ask(1)).toEqual(['POOL_UNAVAILABLE']);

    isSilent = false;
    const later = ask(1);
    while (busy.asked.length > 0) busy.handOut();
    expect(later).toEqual(['connected']);
  });
});
