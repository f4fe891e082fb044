import { blankUser } from '../model/fields/merge.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import type { KeptField, Reversal } from './decide-undo.js';
import { type KeyHolders, settleKeys, wantedBy } from './settle-keys.js';

function user(name: string, legacyNumber: string | null): User {
  const email = `${name}@example.edu`;
  const blank = blankUser('tenant', `id of ${name}`, legacyNumber, new Date(0));
  return { ...blank, email, emailKey: emailKeyOf(email) };
}

const ANN = user('ann', 'S-1');
const BOB = user('bob', 'S-2');
const CLEO = user('cleo', null);
const ELSE = user('else', 'S-9');

type Values = Partial<Record<'email' | 'legacyNumber' | 'degree', string | null>>;

/** The user gets these values back. */
function back(of: User, values: Values): Reversal {
  const fields = Object.entries(values).map(([field, after]) => ({
    field,
    before: Reflect.get(of, field) as unknown,
    after,
  }));
  return { user: of, isInserted: false, fields, kept: [], lastEntry: 1 };
}

function taken(field: 'email' | 'legacyNumber', of: User, owner: User): KeptField {
  return { field, value: of[field], reason: 'taken', owner: owner.id };
}

const free: KeyHolders = { others: [], erased: new Map() };
const besides = (...others: User[]): KeyHolders => ({ others, erased: new Map() });
const erased = (...values: string[]): KeyHolders => ({
  others: [],
  erased: new Map(values.map((value) => [value, ELSE.id])),
});

describe('addresses and numbers', () => {
  it.each<[string, readonly Reversal[], KeyHolders]>([
    ['that no other user has', [back(ANN, { email: 'a@x.edu', legacyNumber: 'S-7' })], besides(ELSE)],
    ['that two users swap', [back(ANN, { email: BOB.email }), back(BOB, { email: ANN.email })], free],
    ['that are those of the user in other letters', [back(ANN, { email: 'ANN@example.edu' })], free],
    ['that differ in case as numbers do', [back(ANN, { legacyNumber: 's-9' })], besides(ELSE)],
    ['of which there were none', [back(ANN, { legacyNumber: null })], besides(CLEO)],
    ['that another user has as the other one', [back(ANN, { legacyNumber: ELSE.email })], besides(ELSE)],
    ['of users who get other fields back', [back(ANN, { degree: ELSE.email })], besides(ELSE)],
  ])('%s are put back', (_, reversals, holders) => {
    expect(settleKeys(reversals, holders)).toBe(reversals);
  });

  it.each<[string, Reversal, KeyHolders, Values, readonly KeptField[]]>([
    [
      'address of another user',
      back(ANN, { email: 'Else@example.edu', degree: 'MA' }),
      besides(BOB, ELSE),
      { degree: 'MA' },
      [taken('email', ANN, ELSE)],
    ],
    [
      'number of another user',
      back(ANN, { legacyNumber: 'S-9', degree: 'MA' }),
      besides(ELSE),
      { degree: 'MA' },
      [taken('legacyNumber', ANN, ELSE)],
    ],
    [
      'address and number of another user',
      back(ANN, { email: ELSE.email, legacyNumber: 'S-9' }),
      besides(ELSE),
      {},
      [taken('email', ANN, ELSE), taken('legacyNumber', ANN, ELSE)],
    ],
    [
      'address of a person who was erased',
      back(ANN, { email: 'gone@example.edu', legacyNumber: 'S-7' }),
      erased('gone@example.edu'),
      { legacyNumber: 'S-7' },
      [taken('email', ANN, ELSE)],
    ],
    [
      'number of a person who was erased',
      back(ANN, { email: 'a@example.edu', legacyNumber: 'S-7' }),
      erased('S-7'),
      { email: 'a@example.edu' },
      [taken('legacyNumber', ANN, ELSE)],
    ],
  ])('the %s is not put back', (_, reversal, holders, left, kept) => {
    expect(settleKeys([reversal], holders)).toEqual([{ ...back(reversal.user, left), kept }]);
  });

  it.each<[string, readonly Reversal[], KeyHolders, readonly (User | undefined)[]]>([
    [
      'that a user of the run keeps stays with them',
      [back(ANN, { email: BOB.email }), back(BOB, { degree: 'MA' })],
      free,
      [BOB, undefined],
    ],
    [
      'that two users get back goes to the first',
      [back(ANN, { email: 'a@x.edu' }), back(BOB, { email: 'A@x.edu' })],
      free,
      [undefined, ANN],
    ],
    [
      'that a user keeps after all is taken from the next, and so on',
      [back(CLEO, { email: BOB.email }), back(BOB, { email: ANN.email }), back(ANN, { email: ELSE.email })],
      besides(ELSE),
      [BOB, ANN, ELSE],
    ],
  ])('an address %s', (_, reversals, holders, owners) => {
    const settled = settleKeys(reversals, holders);
    expect(settled.map(({ kept }) => kept[0]?.owner)).toEqual(owners.map((owner) => owner?.id));
    expect(settled.map(({ fields }) => fields.some(({ field }) => field === 'email'))).toEqual(
      reversals.map(({ fields }, row) => owners[row] === undefined && fields[0]?.field === 'email'),
    );
  });

  it('that were kept for another reason stay named', () => {
    const before: KeptField = { field: 'degree', value: 'MA', reason: 'changed since' };
    const reversal = { ...back(ANN, { email: ELSE.email }), kept: [before] };
    expect(settleKeys([reversal], besides(ELSE))).toMatchObject([
      { kept: [before, taken('email', ANN, ELSE)] },
    ]);
  });

  it('that are wanted are those of all users, as they are compared, without those that there were not', () => {
    const reversals = [
      back(ANN, { email: 'A@X.edu', legacyNumber: 'S-7', degree: 'MA' }),
      back(BOB, { email: 'b@x.edu', legacyNumber: null }),
    ];
    expect(wantedBy(reversals)).toEqual({ emailKeys: ['a@x.edu', 'b@x.edu'], externalIds: ['S-7'] });
  });
});
