import { checkAppends, type Step, type Transaction } from '../bench/cluster/history/appends.js';
import { checkFeed } from '../bench/cluster/history/feed.js';
import { type Anomaly, countsOf, type Operation, type Outcome } from '../bench/cluster/history/history.js';
import { checkLeases, type LeaseAction } from '../bench/cluster/history/leases.js';
import { checkRegister, type RegisterAction } from '../bench/cluster/history/register.js';
import { checkVersions, type VersionAction } from '../bench/cluster/history/versions.js';

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
  it.each<[string, string[], Record<string, number>]>([
    ['all events in their order', ['1', '2', '3'], {}],
    ['an event too few', ['1', '3'], { missing: 1 }],
    ['an event twice', ['1', '2', '2', '3'], { doubled: 1 }],
    ['an event that is gone', ['1', '2', '2b', '3'], { missing: 1 }],
    ['an earlier event later', ['1', '3', '2'], { stale: 1 }],
  ])('that handed out %s', (_, events, found) => {
    expect(kinds(checkFeed(new Map([['reader', events]]), ['1', '2', '3']))).toEqual(found);
  });
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
      'an aborted read',
      { 'aborted read': 1 },
      [op(0, 1, T('A', 'a x 1'), 'failed'), op(2, 3, T('B', 'r x 1'))],
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
});
