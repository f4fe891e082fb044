import { jest } from '@jest/globals';

import { LeasedWork } from './leased-work.js';

let isHeld: boolean;
let released: string[];
let work: LeasedWork;

beforeEach(() => {
  isHeld = true;
  released = [];
  const leases = {
    hold: () => Promise.resolve(isHeld),
    release: (name: string) => {
      released.push(name);
      return Promise.resolve();
    },
  };
  work = new LeasedWork(leases, 'sweep');
});

afterEach(() => {
  jest.useRealTimers();
});

/** Work that is under way until `end` is called. */
function longWork(): { run: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<string>((resolve) => {
    end = () => {
      resolve('done');
    };
  });
  return { run: () => ended, end };
}

describe('work under a lease', () => {
  it('is done by one caller at a time, then by the next', async () => {
    const { run, end } = longWork();
    const first = work.alone(run);
    expect(await work.alone(run)).toBeUndefined();
    end();
    expect([await first, await work.alone(run)]).toEqual(['done', 'done']);
    expect(released).toEqual(['sweep', 'sweep']);
  });

  it('is not done by whoever does not hold the lease', async () => {
    isHeld = false;
    expect(await work.alone(() => Promise.resolve('done'))).toBeUndefined();
    expect(released).toEqual([]);
  });

  it('gives the lease back and can be done again when it failed', async () => {
    await expect(work.alone(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(released).toEqual(['sweep']);
    expect(await work.alone(() => Promise.resolve('done'))).toBe('done');
  });

  it('tells of a turn that failed, and takes the next', async () => {
    jest.useFakeTimers();
    const failures: unknown[] = [];
    const away = new Error('away');
    work.every(
      1000,
      () => work.alone(() => Promise.reject(away)),
      (error) => failures.push(error),
    );
    await jest.advanceTimersByTimeAsync(2000);
    await work.stop();
    expect(failures).toEqual([away, away]);
  });

  it('stops when the turn at hand has ended, however many came meanwhile', async () => {
    jest.useFakeTimers();
    const { run, end } = longWork();
    const turns = jest.fn(() => work.alone(run));
    work.every(1000, turns, () => undefined);
    await jest.advanceTimersByTimeAsync(5000);
    expect(turns).toHaveBeenCalledTimes(1);
    let hasStopped = false;
    const stopped = work.stop().then(() => {
      hasStopped = true;
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect([hasStopped, await work.mayGoOn()]).toEqual([false, false]);
    end();
    await stopped;
    expect(await work.alone(run)).toBeUndefined();
    expect(turns).toHaveBeenCalledTimes(1);
  });
});
