import { jest } from '@jest/globals';

import { type Place, SharedPlaces } from './shared-places.js';

/** Work that continues until its test ends it. */
interface Held {
  readonly place: Place;
  /** An input arrives that the holder waited for. */
  send: () => void;
  readonly end: () => void;
}

let places: SharedPlaces;
/** Who has begun, in that order. */
let begun: Map<string, Held>;
let refused: string[];

beforeEach(() => {
  jest.useFakeTimers();
  begun = new Map();
  refused = [];
  places = new SharedPlaces({
    most: 3,
    mostOfGroup: 2,
    longestWaitMs: 30_000,
    patienceMs: 1000,
    mostWaitedMs: 10_000,
    refuse: () => new Error('busy'),
    takeAway: () => new Error('slow'),
  });
});

afterEach(async () => {
  while (begun.size > 0) {
    for (const [name, { end }] of begun) {
      begun.delete(name);
      end();
    }
    await pass(0);
  }
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Wants a place as `caller` of a group, such as `a1`; it ends when the place is taken away. */
async function want(...callers: string[]): Promise<void> {
  for (const caller of callers) {
    const holder = { group: caller.slice(0, 1), caller: caller.slice(0, 2) };
    const work = (place: Place): Promise<void> =>
      new Promise<void>((end, reject) => {
        begun.set(caller, { place, end, send: () => undefined });
        place.taken.addEventListener('abort', () => {
          reject(place.taken.reason as Error);
        });
      });
    places.run(holder, work).catch((error: unknown) => refused.push(`${caller} ${String(error)}`));
  }
  await pass(0);
}

/** The holder waits for its next input. */
function wait(...callers: string[]): void {
  for (const caller of callers) {
    const held = begun.get(caller);
    if (held === undefined) throw new Error(`${caller} holds no place`);
    const input = new Promise<void>((send) => {
      held.send = send;
    });
    void held.place.wait(input);
  }
}

async function send(caller: string): Promise<void> {
  begun.get(caller)?.send();
  await pass(0);
}

async function end(caller: string): Promise<void> {
  begun.get(caller)?.end();
  begun.delete(caller);
  await pass(0);
}

describe('places that callers share', () => {
  it('are held by one group up to its share, whichever caller of it asks', async () => {
    await want('a1', 'a2', 'a3', 'b1');
    expect([...begun.keys()]).toEqual(['a1', 'a2', 'b1']);
  });

  it('are given in the order of those who may have one', async () => {
    await want('a1', 'a2', 'a3', 'b1', 'c1');
    await end('b1');
    await end('a1');
    expect([...begun.keys()]).toEqual(['a2', 'c1', 'a3']);
  });

  it('are given to a caller who has none before one who has some', async () => {
    await want('a1', 'a1 again', 'a1 once more', 'a2');
    await end('a1');
    expect([...begun.keys()]).toEqual(['a1 again', 'a2']);
  });

  it('are refused to those who have waited too long', async () => {
    await want('a1', 'a2', 'a3');
    await pass(29_999);
    expect(refused).toEqual([]);
    await pass(1);
    expect(refused).toEqual(['a3 Error: busy']);
    await end('a1');
    expect(begun.has('a3')).toBe(false);
  });

  it('are taken from the holder who has let others wait longest', async () => {
    await want('a1', 'b1', 'b2');
    await want('c1');
    wait('b1');
    await pass(500);
    wait('a1');
    await pass(750);
    expect(refused).toEqual(['b1 Error: slow']);
    expect(begun.has('c1')).toBe(true);
  });

  it('are not taken from a holder at work, or while no other caller waits', async () => {
    await want('a1', 'b1', 'b2');
    wait('a1');
    await pass(60_000);
    await send('a1');
    await want('c1');
    await pass(29_000);
    expect(refused).toEqual([]);
  });

  it('are taken from a holder whose inputs come one at a time, just before each is too late', async () => {
    await want('a1', 'b1', 'b2', 'c1');
    let waited = 0;
    for (; refused.length === 0 && waited < 29_000; waited += 900) {
      wait('a1');
      await pass(900);
      await send('a1');
    }
    expect(refused).toEqual(['a1 Error: slow']);
    expect(waited).toBeGreaterThan(9000);
  });

  it('are taken for no more callers than wait', async () => {
    await want('a1', 'b1', 'b2');
    wait('a1', 'b1', 'b2');
    await want('c1');
    await pass(5000);
    expect(refused).toHaveLength(1);
  });

  it('are taken within a group that has its share, but never for the same caller', async () => {
    await want('a1', 'a1 again');
    wait('a1', 'a1 again');
    await want('a1 once more');
    await pass(5000);
    expect(refused).toEqual([]);
    await want('a2');
    await pass(1250);
    expect(refused).toEqual(['a1 Error: slow']);
  });
});
