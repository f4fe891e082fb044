import { jest } from '@jest/globals';

import { until } from '../../../test/support/until.js';
import type { ConnectionTarget } from './connection-target.js';
import type { Sessions } from './server-sessions.js';
import {
  LONGEST_SILENCE_MS,
  LONGEST_SILENCE_OF_LONG_WORK_MS,
  StatementWatch,
  type WatchedConnection,
} from './statement-watch.js';

const TARGET: ConnectionTarget = { host: 'db', port: 3306, user: 'u', password: '', database: 'd' };

class Connection implements WatchedConnection {
  readonly target = TARGET;
  readonly cut = jest.fn();
  command: object | undefined = {};
  bytes = 0;

  constructor(readonly session: number) {}

  awaited(): object | undefined {
    return this.command;
  }

  moved(): number {
    return this.bytes;
  }
}

let idle: Set<number>;
let ended: number[];
let asked: number;
let isLongWork: boolean;
let watch: StatementWatch;
let connection: Connection;

const sessions: Sessions = {
  idle: (_, ids) => {
    asked += 1;
    return Promise.resolve(new Set(ids.filter((id) => idle.has(id))));
  },
  end: (_, id) => Promise.resolve(void ended.push(id)),
};

beforeEach(() => {
  jest.useFakeTimers();
  idle = new Set();
  ended = [];
  asked = 0;
  isLongWork = false;
  watch = new StatementWatch(sessions, () => isLongWork);
  connection = new Connection(7);
  watch.add(connection);
});

afterEach(() => {
  watch.end();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Advances the fake clock until the server was asked what it executes. */
function untilAsked(): Promise<void> {
  return until('the server is asked', async () => {
    await pass(100);
    return asked > 0;
  });
}

describe('a statement that the server does not execute', () => {
  it('fails, and its session is ended', async () => {
    idle.add(7);
    await pass(5000);
    expect(connection.cut).toHaveBeenCalledTimes(1);
    expect(ended).toEqual([7]);
  });

  it('is left alone when the server executes it at the second check', async () => {
    idle.add(7);
    await untilAsked();
    idle.clear();
    await pass(5000);
    expect(connection.cut).not.toHaveBeenCalled();
  });

  it('is left alone when its answer begins between the checks', async () => {
    idle.add(7);
    await untilAsked();
    connection.bytes += 1;
    await pass(1000);
    expect(connection.cut).not.toHaveBeenCalled();
  });

  it('costs no other connection anything', async () => {
    const other = new Connection(8);
    watch.add(other);
    idle.add(7);
    await pass(5000);
    expect(connection.cut).toHaveBeenCalledTimes(1);
    expect(other.cut).not.toHaveBeenCalled();
  });
});

describe('a statement that the server executes, or about which it cannot be asked', () => {
  it('fails when no byte came for too long, and is ended', async () => {
    await pass(LONGEST_SILENCE_MS - 500);
    expect(connection.cut).not.toHaveBeenCalled();
    await pass(1000);
    expect(connection.cut).toHaveBeenCalledTimes(1);
    expect(ended).toEqual([7]);
  });

  it('continues while bytes come', async () => {
    for (let passed = 0; passed < 3 * LONGEST_SILENCE_MS; passed += 10_000) {
      connection.bytes += 1;
      await pass(10_000);
    }
    expect(connection.cut).not.toHaveBeenCalled();
  });

  it('may take long while long work is allowed', async () => {
    isLongWork = true;
    await pass(10 * LONGEST_SILENCE_MS);
    expect(connection.cut).not.toHaveBeenCalled();
    await pass(LONGEST_SILENCE_OF_LONG_WORK_MS);
    expect(connection.cut).toHaveBeenCalledTimes(1);
  });
});

it('a connection on which nothing is awaited, or whose answer waits for its reader, is never cut', async () => {
  connection.command = undefined;
  idle.add(7);
  await pass(3 * LONGEST_SILENCE_MS);
  expect(connection.cut).not.toHaveBeenCalled();
  expect(asked).toBe(0);
});

it('the silence of earlier statements does not count for a later one', async () => {
  idle.add(7);
  for (let index = 0; index < 20; index += 1) {
    connection.command = {};
    await pass(1000);
  }
  expect(connection.cut).not.toHaveBeenCalled();
});

it('a process that was suspended cuts no connection', async () => {
  jest.setSystemTime(Date.now() + 10 * LONGEST_SILENCE_MS);
  await pass(500);
  expect(connection.cut).not.toHaveBeenCalled();
});
