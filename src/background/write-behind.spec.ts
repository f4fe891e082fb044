import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import type { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Work } from './work.js';
import { WriteBehind, type WriteBehindOptions } from './write-behind.js';

const COUNTS: Work = { name: 'counts', kind: 'buffer', every: 1000, lateAfter: 4000, does: 'adds up' };

interface Count {
  readonly name: string;
  n: number;
}

class Away extends Error {
  readonly code = 'ECONNREFUSED';
}

let stored: string[][];
let store: jest.Mock<(rows: readonly Count[]) => Promise<void>>;

/** Each call is a transaction of its own. */
const unitOfWork: Pick<UnitOfWork, 'run'> = { run: (work) => work({} as Transaction) };

function buffer(options: Partial<WriteBehindOptions<Count>> = {}): WriteBehind<Count> {
  return new WriteBehind<Count>(
    COUNTS,
    { store: (transaction, rows) => store(rows), ...options },
    unitOfWork,
  );
}

function add(waiting: Count, { n }: Count): Count {
  waiting.n += n;
  return waiting;
}

const row = (name: string, n = 1): Count => ({ name, n });
const named = (rows: readonly Count[]): string[] => rows.map(({ name, n }) => `${name} ${n}`);

beforeEach(() => {
  stored = [];
  store = jest.fn((rows) => {
    stored.push(named(rows));
    return Promise.resolve();
  });
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('rows that wait', () => {
  it('are stored together, each once, in the order in which they came', async () => {
    const rows = buffer();
    for (const name of ['b', 'a', 'b']) rows.add(row(name));
    await rows.flush();
    await rows.flush();
    expect(stored).toEqual([['b 1', 'a 1', 'b 1']]);
  });

  it('are stored in parts of a bounded size', async () => {
    const rows = buffer({ atOnce: 2 });
    for (const name of ['a', 'b', 'c']) rows.add(row(name));
    await rows.flush();
    expect(stored).toEqual([['a 1', 'b 1'], ['c 1']]);
  });

  it('keep waiting, in their order, while the database is away', async () => {
    const rows = buffer({ atOnce: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) rows.add(row(name));
    store.mockImplementationOnce((first) => {
      stored.push(named(first));
      return Promise.resolve();
    });
    store.mockImplementationOnce(() => {
      rows.add(row('f'));
      return Promise.reject(new Away());
    });
    await expect(rows.flush()).rejects.toThrow(Away);
    expect(rows.size).toBe(4);
    await rows.flush();
    expect(stored).toEqual([
      ['a 1', 'b 1'],
      ['c 1', 'd 1'],
      ['e 1', 'f 1'],
    ]);
    expect(rows.lost).toBe(0);
  });

  it('that the database refuses are lost alone, and counted', async () => {
    const rows = buffer();
    for (const name of ['a', 'b', 'wrong', 'c', 'd']) rows.add(row(name));
    store.mockImplementation((all) => {
      if (all.some(({ name }) => name === 'wrong')) return Promise.reject(new Error('refused'));
      stored.push(named(all));
      return Promise.resolve();
    });
    await rows.flush();
    expect(stored.flat()).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
    expect(rows.lost).toBe(1);
  });

  it('beyond the most are lost, the oldest first and a tenth together, and counted', async () => {
    const rows = buffer({ most: 20 });
    for (let n = 0; n < 21; n += 1) rows.add(row(`r${n}`));
    expect(rows.size).toBe(19);
    expect(rows.lost).toBe(2);
    await rows.flush();
    expect(stored[0]?.[0]).toBe('r2 1');
  });

  it('are stored a last time by the end of the process, which does not fail with them', async () => {
    const rows = buffer();
    rows.add(row('a'));
    await rows.close();
    expect(stored).toEqual([['a 1']]);
    rows.add(row('b'));
    store.mockRejectedValue(new Away());
    await rows.close();
    expect(rows.lost).toBe(1);
  });

  it('while others are being stored for the last time are stored as well', async () => {
    const rows = buffer();
    rows.add(row('a'));
    store.mockImplementationOnce((first) => {
      rows.add(row('b'));
      stored.push(named(first));
      return Promise.resolve();
    });
    await rows.close();
    expect(stored).toEqual([['a 1'], ['b 1']]);
  });
});

describe('rows with keys', () => {
  it('are added up, and stored in the order of their keys', async () => {
    const counts = buffer({ merge: add });
    for (const name of ['b', 'a', 'b']) counts.of(name, () => row(name, 0)).n += 1;
    counts.put('a', row('a', 5));
    await counts.flush();
    expect(stored).toEqual([['a 6', 'b 2']]);
  });

  it('that could not be stored are stored the next time, with what was counted since', async () => {
    const counts = buffer({ merge: add });
    counts.put('a', row('a', 2));
    store.mockImplementationOnce(() => {
      counts.put('a', row('a', 3));
      return Promise.reject(new Away());
    });
    await expect(counts.flush()).rejects.toThrow(Away);
    counts.put('b', row('b'));
    await counts.flush();
    expect(stored).toEqual([['a 5', 'b 1']]);
  });

  it('of the meantime are left to the next time, so that a write ends however fast they come', async () => {
    const counts = buffer({ merge: add });
    counts.put('a', row('a'));
    store.mockImplementationOnce((rows) => {
      counts.put('a', row('a'));
      stored.push(named(rows));
      return Promise.resolve();
    });
    await counts.flush();
    expect(stored).toEqual([['a 1']]);
    await counts.flush();
    expect(stored).toEqual([['a 1'], ['a 1']]);
  });
});
