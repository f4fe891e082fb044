import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { FeedReader, type FeedPage } from '../bench/cluster/feed-reader.js';
import { positionIn } from '../bench/cluster/galera-node.js';
import { checkAppends, lostUpdates, type Step, type Transaction } from '../bench/cluster/history/appends.js';
import { checkFeed } from '../bench/cluster/history/feed.js';
import { type Anomaly, countsOf, type Operation, type Outcome } from '../bench/cluster/history/history.js';
import { checkItems, type StoredItem } from '../bench/cluster/history/items.js';
import { checkLeases, type LeaseAction } from '../bench/cluster/history/leases.js';
import { checkRegister, type RegisterAction } from '../bench/cluster/history/register.js';
import { checkVersions, type VersionAction } from '../bench/cluster/history/versions.js';
import { lossesIn, type Noticed, noticedLine } from '../bench/cluster/noticed.js';
import { targetOf } from '../bench/cluster/lists.js';
import { Caller, CallCounts, PlaceLost, SubjectLost } from '../bench/load/caller.js';
import { DeltaReader } from '../bench/load/delta-reader.js';

/** An operation from its beginning to its end. */
function op<Action>(
  invokedAt: number,
  endedAt: number,
  action: Action,
  outcome: Outcome = 'ok',
): Operation<Action> {
  return { action, invokedAt, endedAt, outcome };
}

function kinds(anomalies: readonly Anomaly[]): Record<string, number> {
  return Object.fromEntries(countsOf(anomalies));
}

const write = (value: string): RegisterAction => ({ kind: 'write', value });
const read = (value: string): RegisterAction => ({ kind: 'read', value });

describe('a register', () => {
  it.each<[string, Operation<RegisterAction>[]]>([
    ['without calls', []],
    ['that shows its first value', [op(0, 1, read('a'))]],
    ['that shows what was written', [op(0, 1, write('b')), op(2, 3, read('b'))]],
    [
      'that shows a write that has not ended',
      [op(0, 9, write('b')), op(1, 2, read('b')), op(3, 4, read('b'))],
    ],
    ['that does not show a write that has not ended', [op(0, 9, write('b')), op(1, 2, read('a'))]],
    [
      'whose writes at the same time come in either order',
      [op(0, 9, write('b')), op(0, 9, write('c')), op(10, 11, read('b'))],
    ],
    ['whose unknown write was not done', [op(0, 1, write('b'), 'unknown'), op(2, 3, read('a'))]],
    [
      'whose unknown write was done later',
      [op(0, 1, write('b'), 'unknown'), op(2, 3, read('a')), op(4, 5, read('b'))],
    ],
    ['whose failed write was not done', [op(0, 1, write('b'), 'failed'), op(2, 3, read('a'))]],
    ['whose unknown read showed anything', [op(0, 1, write('b')), op(2, 3, read('a'), 'unknown')]],
    ['whose call begins when another one ends', [op(0, 1, write('b')), op(1, 2, read('a'))]],
  ])('%s is linearizable', (_, operations) => {
    expect(checkRegister('r', 'a', operations)).toEqual([]);
  });

  it.each<[string, Operation<RegisterAction>[]]>([
    ['shows an old value after a write was answered', [op(0, 1, write('b')), op(2, 3, read('a'))]],
    ['goes back', [op(0, 9, write('b')), op(1, 2, read('b')), op(3, 4, read('a'))]],
    ['shows what was never written', [op(0, 1, read('x'))]],
    ['shows what failed', [op(0, 1, write('b'), 'failed'), op(2, 3, read('b'))]],
    [
      'shows an unknown write, then its predecessor',
      [op(0, 1, write('b'), 'unknown'), op(2, 3, read('b')), op(4, 5, read('a'))],
    ],
    [
      'shows two orders of the same writes',
      [op(0, 9, write('b')), op(0, 9, write('c')), op(10, 11, read('b')), op(12, 13, read('c'))],
    ],
  ])('that %s is not', (_, operations) => {
    expect(kinds(checkRegister('r', 'a', operations))).toEqual({ 'not linearizable': 1 });
  });

  it('with a thousand calls and many unknown ones is checked at once', () => {
    const operations = Array.from({ length: 500 }, (_, index) => [
      op(10 * index, 10 * index + 15, write(`w${index}`), index % 3 === 0 ? 'unknown' : 'ok'),
      op(10 * index + 16, 10 * index + 19, read(`w${index}`)),
    ]).flat();
    expect(checkRegister('r', 'a', operations)).toEqual([]);
  });
});

const wrote = (version: number): VersionAction => ({ kind: 'write', key: 'k', version });
const showed = (version: number): VersionAction => ({
  kind: 'read',
  reader: 'reader',
  versions: new Map([['k', version]]),
});

describe('a copy', () => {
  it.each<[string, number, Operation<VersionAction>[]]>([
    ['has what was answered before it was asked for', 0, [op(0, 1, wrote(1)), op(2, 3, showed(1))]],
    ['may have what was not answered yet', 0, [op(0, 9, wrote(1)), op(2, 3, showed(1))]],
    ['may lack what was not answered yet', 0, [op(0, 9, wrote(1)), op(2, 3, showed(0))]],
    ['lacks what was answered', 1, [op(0, 1, wrote(1)), op(2, 3, showed(0))]],
    ['goes back', 1, [op(0, 9, wrote(2)), op(1, 2, showed(2)), op(3, 4, showed(1))]],
    ['may lack an unknown write', 0, [op(0, 1, wrote(1), 'unknown'), op(2, 3, showed(0))]],
  ])('%s: %d stale', (_, stale, operations) => {
    expect(checkVersions(operations)).toHaveLength(stale);
  });
});

describe('a feed', () => {
  it.each<[string, string[][], Record<string, number>]>([
    ['all events in their order', [['1', '2', '3']], {}],
    ['an event too few', [['1', '3']], { missing: 1 }],
    ['an event twice', [['1', '2', '2', '3']], { doubled: 1 }],
    ['an event that is gone', [['1', '2', '2b', '3']], { missing: 1 }],
    ['an earlier event later', [['1', '3', '2']], { stale: 1 }],
    [
      'a part, and then everything from the beginning',
      [
        ['1', '2'],
        ['1', '2', '3'],
      ],
      {},
    ],
    [
      'an event that is gone, before the reader began anew',
      [
        ['1', '2b'],
        ['1', '2', '3'],
      ],
      { missing: 1 },
    ],
    [
      'an event too few after the reader began anew',
      [
        ['1', '2', '3'],
        ['1', '3'],
      ],
      { missing: 1 },
    ],
  ])('that handed out %s', (_, walks, found) => {
    expect(kinds(checkFeed(new Map([['reader', walks]]), ['1', '2', '3']))).toEqual(found);
  });

  it('whose end was not read shows only what was handed out twice', () => {
    expect(kinds(checkFeed(new Map([['reader', [['2', '1', '2']]]]), undefined))).toEqual({ doubled: 1 });
  });
});

/** @param ids of its events; `more` when others follow */
function page(nextAfter: string, ids: string[], more = false): FeedPage {
  return { data: ids.map((id) => ({ id })), meta: { nextAfter, hasMore: more } };
}

describe('a reader of the feed', () => {
  it('begins anew when its place is lost, and reads again what was not answered', async () => {
    const asked: string[] = [];
    const answers = [page('a', ['1', '2'], true), 'lost' as const, undefined, page('b', ['1', '3'])];
    const reader = new FeedReader((after) => {
      asked.push(after);
      return Promise.resolve(answers.shift());
    }, 0);
    await expect(reader.follow(() => true, new AbortController().signal)).resolves.toBe(true);
    expect(asked).toEqual(['earliest', 'a', 'earliest', 'earliest']);
    expect(reader.walks).toEqual([
      ['1', '2'],
      ['1', '3'],
    ]);
    expect(reader.placesLost).toBe(1);
  });

  it('whose place is always lost ends when it is to', async () => {
    const patience = new AbortController();
    let calls = 0;
    const reader = new FeedReader(() => {
      if ((calls += 1) === 3) patience.abort();
      return Promise.resolve('lost');
    }, 0);
    await expect(reader.follow(() => true, patience.signal)).resolves.toBe(false);
    expect(reader.placesLost).toBe(3);
  });
});

describe('a reader of deltas', () => {
  const record = (studentId: string) => ({
    studentId,
    legacyNumber: null,
    dissertation: { title: null },
    changedAt: '2026-01-01T00:00:00.000Z',
  });
  const delta = (nextSince: string, ...ids: string[]) => ({
    data: ids.map(record),
    meta: { nextCursor: null, nextSince },
  });

  it('copies anew when its place is lost', async () => {
    const asked: string[] = [];
    const answers = [delta('s1', 'a', 'gone'), new PlaceLost(), delta('s2', 'a')];
    const reader = new DeltaReader({
      getUntilDone: (path) => {
        asked.push(path.replace(/^.*limit=2000/, ''));
        const answer = answers.shift();
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    });
    await reader.sync();
    await reader.sync();
    expect(asked).toEqual(['', '&since=s1', '']);
    expect([...reader.copy.keys()]).toEqual(['a']);
    expect(reader.placesLost).toBe(1);
  });
});

describe('a caller', () => {
  /** Calls a server that answers this status every time. @param patience aborted by its first call */
  async function call(status: number, patience?: AbortController): Promise<unknown> {
    const server = createServer((_, response) => {
      patience?.abort(new Error('no more patience'));
      response.writeHead(status, { 'retry-after': '1' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const access = { baseUrls: [`http://127.0.0.1:${port}`], tenantId: 'any', headers: {} };
    try {
      return await new Caller(access, new CallCounts(), patience?.signal).getUntilDone('/any');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it.each([
    [410, PlaceLost],
    [404, SubjectLost],
  ])('does not repeat what is answered %d', async (status, reason) => {
    await expect(call(status)).rejects.toBeInstanceOf(reason);
  });

  it('repeats nothing when its patience has ended', async () => {
    await expect(call(503, new AbortController())).rejects.toThrow('no more patience');
  });
});

describe('the queue', () => {
  const queued = (name: string, status = 'queued'): StoredItem => ({ name, status });
  it.each<[string, StoredItem[], Record<string, number>]>([
    ['has each approved item once', [queued('i'), queued('j', 'sent')], {}],
    ['lacks one', [queued('j', 'sent')], { missing: 1 }],
    ['has one twice', [queued('i'), queued('i'), queued('j', 'sent')], { doubled: 1 }],
    ['has one that was sent as not sent', [queued('i'), queued('j')], { missing: 1 }],
    [
      'has one that was sent as sent and not sent',
      [queued('i'), queued('j', 'sent'), queued('j')],
      { missing: 1, doubled: 1 },
    ],
    ['lacks one that was sent', [queued('i')], { missing: 2 }],
  ])('that %s', (_, stored, found) => {
    expect(kinds(checkItems({ approved: ['i', 'j'], sent: ['j'] }, stored))).toEqual(found);
  });
});

describe('what the service says of lost commits', () => {
  const loss = { from: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:00:01.000Z', commits: 7 };
  const log = [
    '2026-01-01 0:00:00 a line of another kind',
    JSON.stringify({ level: 50, msg: 'commits were lost', tenants: 2, ...loss }),
    JSON.stringify({ level: 30, msg: 'ready' }),
    '',
  ].join('\n');

  it('is read from its log', () => {
    expect(lossesIn(log)).toEqual([loss]);
  });

  it.each<[string, number, Partial<Noticed>]>([
    ['The service noticed that commits are lost', 3, { logged: [loss] }],
    ['The service noticed that commits are lost', 3, { lostPlaces: 1 }],
    ['The service did NOT notice that commits are lost', 3, {}],
    ['The service says that commits are lost, and nothing acknowledged is missing', 0, { recorded: 1 }],
    ['The service says that no commit is lost', 0, {}],
  ])('%s: %d are missing', (verdict, missing, noticed) => {
    const line = noticedLine(missing, { lostPlaces: 0, logged: [], recorded: 0, ...noticed });
    expect(line.startsWith(`${verdict}: `)).toBe(true);
  });
});

it.each([
  ['WSREP: Recovered position: 5f1f1e5a-0000:1234\n', '5f1f1e5a-0000:1234'],
  ['WSREP: Recovered position: 00000000-0000:-1\n', '00000000-0000:-1'],
  ['[ERROR] Plugin InnoDB init function returned error.\n', undefined],
])('the position in "%s" is %s', (printed, position) => {
  expect(positionIn(printed)).toBe(position);
});

const claim = (name: string): LeaseAction => ({ kind: 'claim', item: 'i', claim: name, leaseMs: 100 });
const end = (name: string): LeaseAction => ({ kind: 'end', item: 'i', claim: name });

describe('a lease', () => {
  it.each<[string, number, Operation<LeaseAction>[]]>([
    ['is followed by another one', 0, [op(0, 1, claim('a')), op(101, 102, claim('b'))]],
    ['is given back before', 0, [op(0, 1, claim('a')), op(10, 20, end('a')), op(11, 12, claim('b'))]],
    [
      'is given back by a call without an answer',
      0,
      [op(0, 1, claim('a')), op(10, 20, end('a'), 'unknown'), op(11, 12, claim('b'))],
    ],
    ['is claimed at the same time', 0, [op(0, 10, claim('a')), op(5, 120, claim('b'))]],
    ['ends early, within the tolerance', 0, [op(0, 1, claim('a')), op(80, 95, claim('b'))]],
    ['is not respected', 1, [op(0, 1, claim('a')), op(10, 11, claim('b'))]],
    [
      'is not respected before it is given back',
      1,
      [op(0, 1, claim('a')), op(10, 11, claim('b')), op(12, 13, end('a'))],
    ],
  ])('that %s: %d with two holders', (_, found, operations) => {
    expect(checkLeases(operations, 10)).toHaveLength(found);
  });
});

/** `r x 1 2` reads two values, `a x 3` appends one. */
function transaction(name: string, ...steps: string[]): Transaction {
  return {
    name,
    steps: steps.map((text): Step => {
      const [kind, key = '', ...values] = text.split(' ');
      return kind === 'r'
        ? { kind: 'read', key, list: values }
        : { kind: 'append', key, value: values[0] ?? '' };
    }),
  };
}

const T = transaction;

describe('transactions on lists', () => {
  it.each<[string, Record<string, number>, Operation<Transaction>[], Record<string, string[]>]>([
    [
      'one after the other',
      {},
      [op(0, 1, T('A', 'r x', 'a x 1')), op(2, 3, T('B', 'r x 1', 'a x 2'))],
      { x: ['1', '2'] },
    ],
    ['a lost value', { missing: 1 }, [op(0, 1, T('A', 'a x 1'))], { x: [] }],
    ['a doubled value', { doubled: 1 }, [op(0, 1, T('A', 'a x 1'))], { x: ['1', '1'] }],
    [
      'an unknown one that was done',
      {},
      [op(0, 1, T('A', 'a x 1'), 'unknown'), op(2, 3, T('B', 'r x 1'))],
      { x: ['1'] },
    ],
    [
      'an aborted read, and the value is there at last',
      { 'aborted read': 2 },
      [op(0, 1, T('A', 'a x 1'), 'failed'), op(2, 3, T('B', 'r x 1'))],
      { x: ['1'] },
    ],
    [
      'an aborted value that no transaction has read',
      { 'aborted read': 1 },
      [op(0, 1, T('A', 'a x 1'), 'failed')],
      { x: ['1'] },
    ],
    ['a stale read', { stale: 1 }, [op(0, 1, T('A', 'a x 1')), op(2, 3, T('B', 'r x'))], { x: ['1'] }],
    [
      'another list than at last',
      { 'incompatible order': 1 },
      [op(0, 1, T('A', 'a x 1')), op(0, 1, T('B', 'a x 2')), op(0, 3, T('C', 'r x 2'))],
      { x: ['1', '2'] },
    ],
    [
      'a lost update: both read the same',
      { 'lost update': 1, 'G-single': 1 },
      [op(0, 9, T('A', 'r x', 'a x 1')), op(0, 9, T('B', 'r x', 'a x 2'))],
      { x: ['1', '2'] },
    ],
    [
      'a lost update that overwrote the other value',
      { 'lost update': 1, missing: 1 },
      [op(0, 9, T('A', 'r x', 'a x 1')), op(0, 9, T('B', 'r x', 'a x 2'))],
      { x: ['2'] },
    ],
    [
      'writes in two orders (G0)',
      { G0: 1 },
      [op(0, 9, T('A', 'a x 1', 'a y 1y')), op(0, 9, T('B', 'a x 2', 'a y 2y'))],
      { x: ['1', '2'], y: ['2y', '1y'] },
    ],
    [
      'two that read each other (G1c)',
      { G1c: 1 },
      [op(0, 9, T('A', 'a x 1', 'r y 2')), op(0, 9, T('B', 'a y 2', 'r x 1'))],
      { x: ['1'], y: ['2'] },
    ],
    [
      'half of another one (G-single)',
      { 'G-single': 1 },
      [op(0, 9, T('A', 'a x 1', 'a y 2')), op(0, 9, T('B', 'r x 1', 'r y'))],
      { x: ['1'], y: ['2'] },
    ],
    [
      'two that each missed the other (G2)',
      { G2: 1 },
      [op(0, 9, T('A', 'r x', 'a y 2')), op(0, 9, T('B', 'r y', 'a x 1'))],
      { x: ['1'], y: ['2'] },
    ],
  ])('%s', (_, found, operations, final) => {
    expect(kinds(checkAppends(operations, new Map(Object.entries(final))))).toEqual(found);
  });

  it('name both that updated the same version', () => {
    const operations = [
      op(0, 9, T('A@node1', 'r x 0', 'a x 1')),
      op(0, 9, T('B@node2', 'r x 0', 'a x 2')),
      op(0, 9, T('C@node2', 'r x', 'a x 0')),
    ];
    expect(lostUpdates(operations)).toEqual([{ first: 'A@node1', second: 'B@node2', version: 'x 0' }]);
    expect(['A@node1', 'B@node2'].map(targetOf)).toEqual(['node1', 'node2']);
  });
});
