import { jest } from '@jest/globals';

import { IntegrationApi } from '../integration-api.js';
import { type ClockProgress, SandboxClock } from './sandbox-clock.js';

const TARGET = '2028-03-01T00:00:00.000Z';

interface Place {
  readonly now: string;
  readonly movingTo: string | null;
}

const onTheWay = (now: string): Place => ({ now, movingTo: TARGET });

/** A clock whose service shows these places, one after the other. */
function clockAt(places: readonly Place[]): { clock: SandboxClock; calls: string[] } {
  const left = [...places];
  const calls: string[] = [];
  const answer: typeof fetch = (_, init) => {
    calls.push(`${String(init?.method)} ${typeof init?.body === 'string' ? init.body : ''}`.trimEnd());
    const data = { frozen: true, ...left.shift() };
    return Promise.resolve(Response.json({ success: true, data }));
  };
  const api = new IntegrationApi({ url: 'http://127.0.0.1', apiKey: 'k', apiSecret: 's', fetch: answer });
  return { clock: new SandboxClock(api.sandboxes, 'sb1'), calls };
}

/** What becomes of a promise whose waits take no time. */
async function hurried<T>(work: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const end = (): void => {
    state.isOver = true;
  };
  work.then(end, end);
  while (!state.isOver) await jest.advanceTimersByTimeAsync(1000);
  return work;
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('the clock of a sandbox', () => {
  it('is looked at until a long move has ended, and says each time how far it has come', async () => {
    const { clock, calls } = clockAt([
      onTheWay('2027-05-01T00:00:00.000Z'),
      onTheWay('2027-09-01T00:00:00.000Z'),
      { now: TARGET, movingTo: null },
    ]);
    const seen: ClockProgress[] = [];
    const moved = clock.advance({ days: 366, hours: 1 }, { onProgress: (progress) => seen.push(progress) });
    expect(await hurried(moved)).toEqual(new Date(TARGET));
    expect(seen).toEqual([
      { now: new Date('2027-05-01T00:00:00.000Z'), to: new Date(TARGET) },
      { now: new Date('2027-09-01T00:00:00.000Z'), to: new Date(TARGET) },
    ]);
    expect(calls).toEqual(['PUT {"advanceSeconds":31626000,"waitSeconds":5}', 'GET', 'GET']);
  });

  it('is not looked at again when it has moved at once', async () => {
    const { clock, calls } = clockAt([{ now: TARGET, movingTo: null }]);
    expect(await hurried(clock.set(TARGET))).toEqual(new Date(TARGET));
    expect(calls).toEqual([`PUT {"now":"${TARGET}","waitSeconds":5}`]);
  });

  it('has not arrived when it has stopped on the way', async () => {
    const { clock } = clockAt([
      onTheWay('2027-05-01T00:00:00.000Z'),
      { now: '2027-06-01T00:00:00.000Z', movingTo: null },
    ]);
    const moved = clock.set(TARGET, { onProgress: () => undefined });
    await expect(hurried(moved)).rejects.toThrow(
      `stopped at 2027-06-01T00:00:00.000Z on its way to ${TARGET}`,
    );
  });

  it('is waited for no longer than the signal of the caller says', async () => {
    const { clock } = clockAt([onTheWay('2027-05-01T00:00:00.000Z')]);
    const ended = new AbortController();
    const onProgress = (): void => {
      ended.abort(new Error('The test has ended.'));
    };
    const moved = clock.set(TARGET, { onProgress, signal: ended.signal });
    await expect(hurried(moved)).rejects.toThrow('The test has ended.');
  });

  it('says on standard error how far it has come where no one asks for it', async () => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { clock } = clockAt([onTheWay('2027-05-01T00:00:00.000Z'), { now: TARGET, movingTo: null }]);
    await hurried(clock.set(TARGET));
    expect(written.mock.calls).toEqual([
      [`The clock of the sandbox is at 2027-05-01T00:00:00.000Z, on its way to ${TARGET}.\n`],
    ]);
  });
});
