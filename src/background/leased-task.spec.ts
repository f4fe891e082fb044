import { jest } from '@jest/globals';

import { LeasedTask } from './leased-task.js';
import type { Work } from './work.js';

const SWEEP: Work = { name: 'sweep', kind: 'one', every: 1000, lateAfter: 4000, does: 'sweeps' };

let isHeld: boolean;
let released: string[];
let asked: number;
let work: LeasedTask;

const leases = {
  hold: () => {
    asked += 1;
    return Promise.resolve(isHeld);
  },
  release: (name: string) => {
    released.push(name);
    return Promise.resolve();
  },
};

function leasedTask(run: () => Promise<unknown>, isNeeded?: () => Promise<boolean>): LeasedTask {
  return new LeasedTask(SWEEP, { run, ...(isNeeded && { isNeeded }) }, leases);
}

beforeEach(() => {
  isHeld = true;
  asked = 0;
  released = [];
  work = leasedTask(() => Promise.resolve());
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
    expect(await first).toBe('done');
    expect(await work.alone(run)).toBe('done');
    expect(released).toEqual(['sweep', 'sweep']);
  });

  it('is not done by a process that does not hold the lease', async () => {
    isHeld = false;
    expect(await work.alone(() => Promise.resolve('done'))).toBeUndefined();
    expect(released).toEqual([]);
  });

  it('prolongs the lease when a quarter of it has passed, and stops when another process has it', async () => {
    jest.useFakeTimers();
    const answers = await work.alone(async () => {
      const first = [await work.mayContinue(), await work.mayContinue(), asked];
      jest.advanceTimersByTime(15_000);
      const second = [await work.mayContinue(), await work.mayContinue(), asked];
      jest.advanceTimersByTime(15_000);
      isHeld = false;
      return [first, second, [await work.mayContinue(), await work.mayContinue()]];
    });
    expect(answers).toEqual([
      [true, true, 1],
      [true, true, 2],
      [false, false],
    ]);
  });

  it('gives the lease back and can be done again when it failed', async () => {
    await expect(work.alone(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(released).toEqual(['sweep']);
    expect(await work.alone(() => Promise.resolve('done'))).toBe('done');
  });

  it('is not reported as done by a process that does not hold the lease', async () => {
    isHeld = false;
    await work.runNow();
    expect(work.state()).toMatchObject({ last: undefined, runs: { done: 0, failed: 0 } });
    isHeld = true;
    await work.runNow();
    expect(work.state()).toMatchObject({ last: { error: null }, runs: { done: 1, failed: 0 } });
  });

  it('takes no lease where there is nothing to do, which counts as done', async () => {
    const run = jest.fn(() => Promise.resolve());
    const idle = leasedTask(run, () => Promise.resolve(false));
    await idle.runNow();
    expect(run).not.toHaveBeenCalled();
    expect(asked).toBe(0);
    expect(idle.state().runs).toEqual({ done: 1, failed: 0 });
  });

  it('stops when the run under way has ended, however many were due meanwhile', async () => {
    jest.useFakeTimers();
    const { run, end } = longWork();
    const turns = jest.fn(run);
    work = leasedTask(turns);
    work.start();
    await jest.advanceTimersByTimeAsync(5000);
    expect(turns).toHaveBeenCalledTimes(1);
    let hasStopped = false;
    const stopped = work.stop().then(() => {
      hasStopped = true;
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect(hasStopped).toBe(false);
    expect(await work.mayContinue()).toBe(false);
    end();
    await stopped;
    expect(await work.alone(run)).toBeUndefined();
    expect(turns).toHaveBeenCalledTimes(1);
  });
});
