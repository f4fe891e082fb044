import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';

import { type Jobs, Task } from './task.js';
import type { ClockStop, Work, WorkKind } from './work.js';

const WORK: Work = {
  name: 'sweep',
  kind: 'each',
  every: 1000,
  lateAfter: 4000,
  does: 'sweeps',
  atClock: 'moment',
};

let run: jest.Mock<() => Promise<unknown>>;
let ofTenant: jest.Mock<(tenantId: string) => Promise<unknown>>;
let errors: jest.SpiedFunction<Logger['error']>;
let task: Task;

function taskWith(jobs: Partial<Jobs> = {}, work: Partial<Work> = {}): Task {
  return new Task({ ...WORK, ...work }, { run, ofTenant, ...jobs });
}

beforeEach(() => {
  jest.useFakeTimers();
  run = jest.fn(() => Promise.resolve());
  ofTenant = jest.fn(() => Promise.resolve());
  jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  task = taskWith();
});

afterEach(async () => {
  await task.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe('a task that fails', () => {
  it('is logged once with its name, counted, and tried again at its next time', async () => {
    run.mockImplementation(() => Promise.reject(new TypeError('wrong')));
    task.start();
    await pass(3000);
    expect(errors.mock.calls).toEqual([[expect.objectContaining({ work: 'sweep' })]]);
    expect(task.state()).toMatchObject({ runs: { done: 0, failed: 3 }, last: { error: 'TypeError' } });
  });

  it('is logged again when it fails in another way, or after a success', async () => {
    run.mockRejectedValueOnce(new TypeError('wrong'));
    run.mockRejectedValueOnce(new RangeError('far'));
    run.mockResolvedValueOnce(undefined);
    run.mockRejectedValueOnce(new RangeError('far'));
    task.start();
    await pass(4000);
    expect(errors).toHaveBeenCalledTimes(3);
    expect(task.state().runs).toEqual({ done: 1, failed: 3 });
  });

  it('is logged again when it fails at another place', async () => {
    run.mockImplementationOnce(() => Promise.reject(new TypeError('wrong')));
    run.mockImplementationOnce(() => Promise.reject(new TypeError('wrong')));
    task.start();
    await pass(2000);
    expect(errors).toHaveBeenCalledTimes(2);
  });

  it('is logged again when the database refuses another statement', async () => {
    const refused = (sql: string): Error => new QueryFailedError(sql, [], new Error('refused'));
    for (const sql of ['SELECT 1', 'SELECT 1', 'SELECT 2']) run.mockRejectedValueOnce(refused(sql));
    task.start();
    await pass(3000);
    expect(errors).toHaveBeenCalledTimes(2);
  });

  it('is reported to a caller that waits for it, and not logged in addition', async () => {
    run.mockRejectedValue(new TypeError('wrong'));
    await expect(task.runNow()).rejects.toThrow('wrong');
    expect(errors).not.toHaveBeenCalled();
    expect(task.state().runs.failed).toBe(1);
  });
});

describe('the first run', () => {
  const [now, HOUR, MINUTE] = [Date.parse('2026-03-01T12:00:00Z'), 3_600_000, 60_000];

  it.each<[WorkKind, number, number | undefined, number]>([
    ['each', 1000, undefined, 1000],
    ['one', HOUR, undefined, MINUTE],
    ['one', HOUR, 20 * MINUTE, 40 * MINUTE],
    ['one', HOUR, 59.5 * MINUTE, MINUTE],
    ['one', HOUR, 5 * HOUR, MINUTE],
    ['one', HOUR, -5 * HOUR, HOUR],
    ['each', HOUR, 20 * MINUTE, MINUTE],
    ['buffer', 5000, 1000, 5000],
  ])(
    'of work by %s every %i ms, last begun %p ms ago, begins after %i ms',
    async (kind, every, ago, after) => {
      jest.setSystemTime(now);
      task = taskWith({}, { kind, every });
      task.start(ago === undefined ? undefined : new Date(now - ago));
      await pass(after - 1);
      expect(run).not.toHaveBeenCalled();
      await pass(1);
      expect(run).toHaveBeenCalledTimes(1);
      await pass(every);
      expect(run).toHaveBeenCalledTimes(2);
    },
  );
});

describe('the age of a task', () => {
  it('counts from the last success, however often it failed since', async () => {
    task.start();
    await pass(1000);
    run.mockRejectedValue(new TypeError('wrong'));
    await pass(5000);
    expect(task.state().ageMs).toBe(5000);
  });

  it('counts from the start of the process until there is a success', async () => {
    await pass(7000);
    expect(task.state().ageMs).toBe(7000);
  });
});

describe('a task that is asked for', () => {
  it('runs at once in a process that does background work', async () => {
    task.start();
    task.soon();
    await pass(0);
    expect(run).toHaveBeenCalledTimes(1);
    expect(task.isDue).toBe(false);
  });

  it('runs once for all that ask before it has begun', async () => {
    let end: () => void = () => undefined;
    run.mockReturnValueOnce(new Promise<void>((resolve) => (end = resolve)));
    task.start();
    const first = task.runNow();
    await pass(0);
    for (let asked = 0; asked < 3; asked += 1) task.soon();
    end();
    await first;
    await task.idle();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('is due, and does not run, in any other process', async () => {
    task.soon();
    await pass(5000);
    expect(run).not.toHaveBeenCalled();
    expect(task.isDue).toBe(true);
    await task.runNow();
    expect(task.isDue).toBe(false);
  });
});

describe('the clock of one tenant', () => {
  it.each<[ClockStop | undefined, ClockStop, number]>([
    ['moment', 'moment', 1],
    ['moment', 'end', 1],
    ['end', 'moment', 0],
    ['end', 'end', 1],
    [undefined, 'end', 0],
  ])('work of %s is done at the stop %s %i times', async (atClock, stop, times) => {
    const { atClock: _, ...work } = WORK;
    task = new Task({ ...work, ...(atClock && { atClock }) }, { run, ofTenant });
    await task.settleTenant('tnt_1', stop);
    expect(ofTenant).toHaveBeenCalledTimes(times);
    expect(run).not.toHaveBeenCalled();
  });

  it('does what was asked for, for all tenants', async () => {
    task.soon();
    await task.settleTenant('tnt_1', 'moment');
    expect(run).toHaveBeenCalledTimes(1);
  });
});
