import { jest } from '@jest/globals';

import { LeasedWork } from './leased-work.js';

let isHeld: boolean;
let released: string[];
let failures: unknown[];
let work: LeasedWork;

function leasedWork(run: () => Promise<unknown>): LeasedWork {
  return new LeasedWork(leases, 'sweep', run, (error) => failures.push(error));
}

let asked: number;

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

beforeEach(() => {
  isHeld = true;
  asked = 0;
  released = [];
  failures = [];
  work = leasedWork(() => Promise.resolve());
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
    expect({ first: await first, later: await work.alone(run) }).toEqual({ first: 'done', later: 'done' });
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
      const first = [await work.mayGoOn(), await work.mayGoOn(), asked];
      jest.advanceTimersByTime(15_000);
      const second = [await work.mayGoOn(), await work.mayGoOn(), asked];
      jest.advanceTimersByTime(15_000);
      isHeld = false;
      return [first, second, [await work.mayGoOn(), await work.mayGoOn()]];
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

  it('reports a run that failed, and begins the next', async () => {
    jest.useFakeTimers();
    const away = new Error('away');
    work = leasedWork(() => work.alone(() => Promise.reject(away)));
    work.start(1000);
    await jest.advanceTimersByTimeAsync(2000);
    await work.stop();
    expect(failures).toEqual([away, away]);
  });

  it('stops when the run under way has ended, however many were due meanwhile', async () => {
    jest.useFakeTimers();
    const { run, end } = longWork();
    const turns = jest.fn(() => work.alone(run));
    work = leasedWork(turns);
    work.start(1000);
    await jest.advanceTimersByTimeAsync(5000);
    expect(turns).toHaveBeenCalledTimes(1);
    let hasStopped = false;
    const stopped = work.stop().then(() => {
      hasStopped = true;
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect({ hasStopped, mayGoOn: await work.mayGoOn() }).toEqual({ hasStopped: false, mayGoOn: false });
    end();
    await stopped;
    expect(await work.alone(run)).toBeUndefined();
    expect(turns).toHaveBeenCalledTimes(1);
  });
});
