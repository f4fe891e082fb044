import { jest } from '@jest/globals';

import { PeriodicTask } from './periodic-task.js';

interface Run {
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

let runs: Run[];
let failures: unknown[];
let task: PeriodicTask;

beforeEach(() => {
  jest.useFakeTimers();
  runs = [];
  failures = [];
  task = new PeriodicTask(
    () =>
      new Promise<void>((resolve, reject) => {
        runs.push({ end: resolve, fail: reject });
      }),
    (error) => failures.push(error),
  );
});

afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Whether the promise is settled when all that is due has been done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await pass(0);
  return settled;
}

describe('the runs of a periodic task', () => {
  it('begin after each interval', async () => {
    task.start(1000);
    await pass(999);
    expect(runs).toHaveLength(0);
    await pass(1);
    runs[0]?.end();
    await pass(1000);
    expect(runs).toHaveLength(2);
  });

  it('do not overlap: one that comes while another is under way is left out', async () => {
    task.start(1000);
    await pass(5500);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await pass(500);
    expect(runs).toHaveLength(2);
  });

  it('are over when they return, where they return no promise', () => {
    let count = 0;
    new PeriodicTask(
      () => (count += 1),
      (error) => failures.push(error),
    ).start(100);
    jest.advanceTimersByTime(1000);
    expect(count).toBe(10);
  });

  it('do not keep the process alive', () => {
    const timers = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'setInterval')];
    task.start(1000);
    jest.advanceTimersByTime(1000);
    const made = timers.map(({ mock }) => mock.results[0]?.value as NodeJS.Timeout);
    expect(made.map((timer) => timer.hasRef())).toEqual([false, false]);
  });
});

describe('a run that fails', () => {
  it('is reported once, and the next one begins', async () => {
    const away = new Error('away');
    task.start(1000);
    await pass(1000);
    runs[0]?.fail(away);
    await pass(1000);
    expect(runs).toHaveLength(2);
    expect(failures).toEqual([away]);
  });

  it('is reported when it throws at once, too', () => {
    const wrong = new Error('wrong');
    const throwing = new PeriodicTask(
      () => {
        throw wrong;
      },
      (error) => failures.push(error),
    );
    throwing.start(1000);
    jest.advanceTimersByTime(2000);
    expect(failures).toEqual([wrong, wrong]);
  });

  it('does not end the task when the report fails as well', async () => {
    let count = 0;
    const mute = new PeriodicTask(
      () => {
        count += 1;
        return Promise.reject(new Error('away'));
      },
      () => {
        throw new Error('no room for the log');
      },
    );
    mute.start(1000);
    await pass(2000);
    expect(count).toBe(2);
  });
});

describe('a run that is asked for', () => {
  it('begins at once, and throws to its caller instead of reporting the error', async () => {
    const asked = task.runNow();
    await pass(0);
    runs[0]?.fail(new Error('away'));
    await expect(asked).rejects.toThrow('away');
    expect(failures).toEqual([]);
  });

  it('begins after the one under way, also when that fails', async () => {
    task.start(1000);
    await pass(1000);
    const asked = task.runNow();
    await pass(0);
    expect(runs).toHaveLength(1);
    runs[0]?.fail(new Error('away'));
    await pass(0);
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await asked;
  });

  it('keeps the timer from beginning another beside it', async () => {
    task.start(1000);
    void task.runNow();
    await pass(3000);
    expect(runs).toHaveLength(1);
  });
});

describe('a task that is stopped', () => {
  it('waits for the run under way and begins no other', async () => {
    task.start(1000);
    await pass(1000);
    const stopped = task.stop();
    expect({ isStopping: task.isStopping, isSettled: await isSettled(stopped) }).toEqual({
      isStopping: true,
      isSettled: false,
    });
    runs[0]?.end();
    await stopped;
    await pass(5000);
    expect(runs).toHaveLength(1);
  });

  it('waits for runs that were asked for', async () => {
    const first = task.runNow();
    const second = task.runNow();
    await pass(0);
    const stopped = task.stop();
    runs[0]?.end();
    expect(await isSettled(stopped)).toBe(false);
    runs[1]?.end();
    await Promise.all([first, second, stopped]);
  });

  it('can be run once more', async () => {
    await task.stop();
    const asked = task.runNow();
    await pass(0);
    runs[0]?.end();
    await asked;
    expect(runs).toHaveLength(1);
  });
});
