import { WaitingCounts } from './waiting-counts.js';

interface Counts {
  readonly name: string;
  n: number;
}

const nothing = (name: string) => (): Counts => ({ name, n: 0 });

/** What was stored, batch by batch; `store` is asked first and may fail. */
function counting(store: () => Promise<void> = () => Promise.resolve()): {
  counts: WaitingCounts<Counts>;
  stored: string[][];
  failures: unknown[];
} {
  const stored: string[][] = [];
  const failures: unknown[] = [];
  const counts = new WaitingCounts<Counts>(
    async (rows) => {
      await store();
      stored.push(rows.map(({ name, n }) => `${name} ${n}`));
    },
    (one, more) => {
      one.n += more.n;
    },
    (error) => failures.push(error),
  );
  return { counts, stored, failures };
}

describe('counts that wait', () => {
  it('are stored together, each once, in the order of their keys', async () => {
    const { counts, stored } = counting();
    for (const name of ['b', 'a', 'b']) counts.of(name, nothing(name)).n += 1;
    await counts.flush();
    await counts.flush();
    expect(stored).toEqual([['a 1', 'b 2']]);
  });

  it('that could not be stored are stored the next time, with what was counted since', async () => {
    const failures = [new Error('away')];
    let meanwhile = (): void => undefined;
    const { counts, stored } = counting(() => {
      meanwhile();
      const failure = failures.pop();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    });
    counts.of('a', nothing('a')).n += 2;
    meanwhile = () => {
      counts.of('a', nothing('a')).n += 3;
      meanwhile = () => undefined;
    };
    await expect(counts.flush()).rejects.toThrow('away');
    counts.of('b', nothing('b')).n += 1;
    await counts.flush();
    expect(stored).toEqual([['a 5', 'b 1']]);
  });

  it('are stored a last time by a stop, which reports a failure and does not throw it', async () => {
    const away = new Error('away');
    const { counts, stored, failures } = counting(() =>
      stored.length === 0 ? Promise.resolve() : Promise.reject(away),
    );
    for (const name of ['a', 'b']) {
      counts.of(name, nothing(name)).n += 1;
      await counts.stop();
    }
    expect({ stored, failures }).toEqual({ stored: [['a 1']], failures: [away] });
  });

  it('are stored by one at a time, and those of the meantime after them', async () => {
    const { counts, stored } = counting();
    counts.of('a', nothing('a')).n += 1;
    const first = counts.flush();
    await Promise.resolve();
    counts.of('a', nothing('a')).n += 1;
    await Promise.all([first, counts.flush()]);
    expect(stored.flat().reduce((sum, row) => sum + Number(row.slice(2)), 0)).toBe(2);
  });

  it('give up the oldest when there are too many', async () => {
    const { counts, stored } = counting();
    for (let n = 0; n <= 10_000; n += 1) counts.of(`k${n}`, nothing(`k${n}`)).n += 1;
    await counts.flush();
    expect({ rows: stored[0]?.length, hasOldest: stored[0]?.includes('k0 1') }).toEqual({
      rows: 10_000,
      hasOldest: false,
    });
  });
});
