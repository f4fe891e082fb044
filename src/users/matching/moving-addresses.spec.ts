import {
  ANN,
  BOB,
  DAN,
  EARLIER,
  NOW,
  person,
  type Row,
  scopeWith,
  sentAs,
} from '../../../test/factories/planned-rows.js';
import type { User } from '../model/user.entity.js';
import { CandidateIndex } from './candidate-index.js';
import { leavingAddresses } from './moving-addresses.js';

const OTHER = { firstName: 'Wilbur', lastName: 'Okafor' };
const STORED = [ANN, BOB, DAN];

function leaving(rows: readonly Row[], stored: readonly User[] = STORED, possibleReassignment = 'warn') {
  const scope = scopeWith({ possibleReassignment, awaitSourceDays: 30 });
  return [...leavingAddresses(scope, sentAs(rows), new CandidateIndex(stored), NOW)].sort();
}

describe('the people who give up their address in a batch', () => {
  it.each<[string, readonly Row[], readonly User[]]>([
    ['one with a free address', [person('free', 'S-1')], [ANN]],
    ['one who is named by ID', [person('free', ANN.id)], [ANN]],
    ['one whom the caller has found', [{ person: person('free'), userId: ANN.id }], [ANN]],
    ['none with the same address', [person('ANN', 'S-1')], []],
    ['none whose address alone is sent', [person('ann')], []],
    ['none who is new', [person('new', 'S-9')], []],
    ['none whom the caller names and who is unknown', [{ person: person('free'), userId: '950000999' }], []],
    ['two who swap', [person('bob', 'S-1'), person('ann', 'S-2')], [ANN, BOB]],
    ['a ring', [person('bob', 'S-1'), person('dan', 'S-2'), person('ann', 'S-4')], [ANN, BOB, DAN]],
    ['a chain that ends at a free address', [person('bob', 'S-1'), person('free', 'S-2')], [ANN, BOB]],
    ['none of a chain that ends at one who stays', [person('bob', 'S-1'), person('dan', 'S-2')], []],
    [
      'none of a chain that ends at one who stays, whatever the order of its rows',
      [person('dan', 'S-2'), person('bob', 'S-1')],
      [],
    ],
    ['none of two who want one address', [person('free', 'S-1'), person('FREE', 'S-2')], []],
    ['none whose new address a newcomer wants, too', [person('free', 'S-1'), person('free', 'S-9')], []],
    ['none who comes twice', [person('free', 'S-1'), person('ann', 'S-1')], []],
    ['none who comes twice, once by address', [person('ann'), person('free', 'S-1')], []],
    ['none who comes twice, once by address and null', [person('ann', null), person('free', 'S-1')], []],
    [
      'one whose address is sent for another person',
      [person('ann', undefined, OTHER), person('free', 'S-1')],
      [ANN],
    ],
    ['one whose address is sent with another number', [person('ann', 'S-9'), person('free', 'S-1')], [ANN]],
    [
      'one whose address a caller sends for another user, who is unknown',
      [{ person: person('ann'), userId: '950000999' }, person('free', 'S-1')],
      [ANN],
    ],
    [
      'one whose address another person gets whom the caller has found',
      [{ person: person('ann'), userId: BOB.id }, person('free', 'S-1')],
      [ANN, BOB],
    ],
  ])('are %s', (_, rows, people) => {
    expect(leaving(rows)).toEqual(people.map(({ id, emailKey }) => [id, emailKey]));
  });

  it.each([
    ['hold', []],
    ['warn', [[ANN.id, ANN.emailKey]]],
  ])(
    'are with the setting %s for possible reassignments, where the number may be another person’s',
    (mode, expected) => {
      expect(leaving([person('free', 'S-1', OTHER)], STORED, mode)).toEqual(expected);
      expect(leaving([person('free', 'S-1')], STORED, mode)).toHaveLength(1);
    },
  );

  it('are none who keep an approved address, while the source sends the former one', () => {
    const email = {
      sourceValue: 'former@example.edu',
      source: 'feed',
      cause: 'administrator',
      submissionId: null,
      actor: 'admin:951000001',
    } as const;
    const since = (at: Date): User => ({
      ...ANN,
      awaitingSource: { email: { ...email, since: at.toISOString() } },
    });
    const row = person('former', 'S-1');
    expect(leaving([row], [since(NOW)])).toEqual([]);
    expect(leaving([row], [since(EARLIER)])).toHaveLength(1);
    expect(leaving([{ person: row, intent: { kind: 'decision' } }], [since(NOW)])).toHaveLength(1);
  });
});
