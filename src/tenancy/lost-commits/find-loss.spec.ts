import type { AcknowledgedCommit } from '../../database/transaction/commit-marks.js';
import { type Forgotten, lossOf, type StoredMark } from './find-loss.js';

const acknowledged = (
  connection: number,
  number: number,
  at: number,
  ...stamps: AcknowledgedCommit['stamps']
): AcknowledgedCommit => ({ connection, number, at, stamps });
const mark = (connection: number, number: number, at: number): StoredMark => ({ connection, number, at });
const ALL: Forgotten = { hasOlder: false, startedAt: 5 };

describe('what the server has acknowledged', () => {
  it.each<[string, AcknowledgedCommit[], StoredMark[]]>([
    ['was nothing', [], []],
    ['is there', [acknowledged(1, 1, 10), acknowledged(1, 2, 20)], [mark(1, 2, 20)]],
    ['is there with a commit whose answer was lost', [acknowledged(1, 1, 10)], [mark(1, 2, 20)]],
    [
      'is there, of several connections whose answers came in another order',
      [acknowledged(2, 1, 11), acknowledged(1, 1, 12)],
      [mark(1, 1, 10), mark(2, 1, 9)],
    ],
  ])('%s: nothing is lost', (_, remembered, stored) => {
    expect(lossOf(remembered, stored, ALL)).toBeUndefined();
  });

  it('and is not there is lost, with the time of it alone', () => {
    const lost = acknowledged(1, 3, 30);
    const later = acknowledged(2, 1, 40);
    const loss = lossOf([acknowledged(1, 2, 20), lost, later], [mark(1, 2, 20)], ALL);
    expect(loss).toMatchObject({ commits: [lost, later], firstAt: 30, lastAt: 40, isOpen: false });
  });

  it('and is not there is lost although a new connection has committed since', () => {
    const lost = acknowledged(1, 2, 20);
    const loss = lossOf(
      [acknowledged(1, 1, 10), lost, acknowledged(2, 1, 50)],
      [mark(1, 1, 10), mark(2, 1, 50)],
      ALL,
    );
    expect(loss).toMatchObject({ commits: [lost], firstAt: 20, lastAt: 20 });
  });

  it('has, of each tenant, its first and last lost stamp', () => {
    const stamps = [{ tenantId: 't1', stamp: 7 }];
    const remembered = [
      acknowledged(1, 1, 10, ...stamps),
      acknowledged(1, 2, 20, { tenantId: 't1', stamp: 9 }, { tenantId: 't2', stamp: 5 }),
    ];
    expect(lossOf(remembered, [], ALL)?.tenants).toEqual(
      new Map([
        ['t1', 9],
        ['t2', 5],
      ]),
    );
  });

  it.each<[string, AcknowledgedCommit[], StoredMark[], Forgotten, object]>([
    [
      'from the last mark that is there',
      [acknowledged(1, 9, 90)],
      [mark(1, 2, 20), mark(3, 1, 99)],
      { hasOlder: true, startedAt: 5 },
      { firstAt: 20, lastAt: 90, isOpen: true },
    ],
    [
      'although a later commit is there',
      [acknowledged(1, 9, 90), acknowledged(3, 1, 99)],
      [mark(1, 2, 20), mark(3, 1, 99)],
      { hasOlder: true, startedAt: 5 },
      { firstAt: 20, lastAt: 90, isOpen: true },
    ],
    [
      'from the start of the process where no mark is there',
      [acknowledged(1, 9, 90)],
      [],
      { hasOlder: true, startedAt: 5 },
      { firstAt: 5, lastAt: 90, isOpen: true },
    ],
    [
      'but not where the oldest one that is remembered is there',
      [acknowledged(1, 8, 80), acknowledged(1, 9, 90)],
      [mark(1, 8, 80)],
      { hasOlder: true, startedAt: 5 },
      { firstAt: 90, lastAt: 90, isOpen: false },
    ],
  ])(
    'and is not remembered any more may be lost as well, %s',
    (_, remembered, stored, forgotten, expected) => {
      expect(lossOf(remembered, stored, forgotten)).toMatchObject(expected);
    },
  );
});
