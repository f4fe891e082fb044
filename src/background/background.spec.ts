import { readFileSync } from 'node:fs';

import { Background } from './background.js';
import type { Leases } from '../database/transaction/leases.js';
import type { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { WORK } from './work.js';
import { workTable } from './work-table.js';

const leases = { hold: () => Promise.resolve(true), release: () => Promise.resolve() } as unknown as Leases;

const unitOfWork = {
  run: (work: (transaction: unknown) => Promise<unknown>) => work(undefined),
} as unknown as UnitOfWork;

let background: Background;
let done: string[];

const noted = (name: string) => (): Promise<void> => {
  done.push(name);
  return Promise.resolve();
};

beforeEach(() => {
  background = new Background(leases, unitOfWork);
  done = [];
});

describe('the list of background work', () => {
  it('has each name once, which fits the lease and the row', () => {
    const names = WORK.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]{1,39}$/);
  });

  it('calls work late after several intervals, and never within five minutes', () => {
    for (const { every, lateAfter } of WORK)
      expect(lateAfter).toBeGreaterThanOrEqual(Math.max(4 * every, 300_000));
  });

  it('is the table of its document', () => {
    expect(readFileSync('docs/background.md', 'utf8')).toContain(`\n\n${workTable()}\n\n`);
  });

  it('refuses work that is added twice', () => {
    background.each('alert-mail', { run: noted('mail') });
    expect(() => background.each('alert-mail', { run: noted('mail') })).toThrow('alert-mail');
  });
});

describe('settling', () => {
  it('does everything in the order of the list, whatever the order in which it was added', async () => {
    background.each('alert-mail', { run: noted('mail') });
    background.one('alert-checks', { run: noted('checks') });
    background.each('review-events', { run: noted('events') });
    await background.settle();
    expect(done).toEqual(['events', 'checks', 'mail']);
  });

  it('continues until nothing is due: what a work causes is done as well', async () => {
    const buffer = background.buffer<string>('request-log', {
      store: (transaction, rows) => {
        done.push(...rows);
        return Promise.resolve();
      },
    });
    const rebuild = background.one('progress-rebuild', { run: noted('rebuild') });
    let turns = 0;
    background.one('alert-checks', {
      run: () => {
        turns += 1;
        buffer.add(`row ${turns}`);
        if (turns === 1) rebuild.soon();
        return Promise.resolve();
      },
    });
    await background.settle();
    expect(done).toEqual(['rebuild', 'row 1', 'rebuild']);
  });

  it('fails when work makes itself due again and again', async () => {
    const mail = background.each('alert-mail', {
      run: () => {
        mail.soon();
        return Promise.resolve();
      },
    });
    await expect(background.settle()).rejects.toThrow('again and again');
  });

  it('throws what a work throws', async () => {
    background.each('alert-mail', { run: () => Promise.reject(new Error('away')) });
    await expect(background.settle()).rejects.toThrow('away');
  });

  it('of one tenant does what is about that tenant, in the same order', async () => {
    background.one('alert-checks', {
      run: noted('all'),
      ofTenant: (tenantId) => noted(`checks ${tenantId}`)(),
    });
    background.each('review-events', {
      run: noted('all'),
      ofTenant: (tenantId) => noted(`events ${tenantId}`)(),
    });
    background.one('erasures', { run: noted('all') });
    await background.settleTenant('tnt_1');
    expect(done).toEqual(['events tnt_1', 'checks tnt_1']);
  });
});

it('what falls due next is the first of all times', async () => {
  const [early, late] = [new Date(1000), new Date(2000)];
  background.each('review-events', { run: noted(''), nextOf: () => Promise.resolve(late) });
  background.each('sync-leases', { run: noted(''), nextOf: () => Promise.resolve(early) });
  background.each('alert-mail', { run: noted('') });
  expect(await background.nextOf('tnt_1', new Date(0))).toEqual(early);
});
