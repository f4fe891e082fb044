import {
  ANN,
  BOB,
  brief,
  briefly,
  CLEO,
  DAN,
  NOW,
  person,
  plan,
  type Row,
  scopeWith,
  sentAs,
} from '../../../test/factories/planned-rows.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { CandidateIndex } from './candidate-index.js';
import { NamedAddresses } from './named-addresses.js';
import { planBatch } from './plan-batch.js';

describe('a plan', () => {
  it.each<[string, CreateUpdateUserDto, string]>([
    ['inserts a new person', person('new'), 'inserted 950000001 - -'],
    [
      'keeps the externalId of a new person as legacyNumber',
      person('new', 'S-9'),
      'inserted 950000001 S-9 -',
    ],
    ['gives 951 to staff', person('new', undefined, { accountType: 'Staff' }), 'inserted 951000001 - -'],
    ['makes an unknown ID the ID of a new person', person('new', '950000777'), 'inserted 950000777 - -'],
    ['refuses an unknown ID of the other type', person('new', '951000777'), 'VALIDATION_FAILED'],
    ['leaves alone what is stored already', person('ann', 'S-1'), 'unchanged 950000101 S-1 legacyNumber'],
    ['moves the address of a user matched by ID', person('new', '950000101'), 'updated 950000101 S-1 id'],
    ['re-keys a user matched by address', person('ann', 'S-9'), 'updated 950000101 S-9 email'],
    ['keys a user who had no number', person('cleo', 'S-9'), 'updated 950000103 S-9 email'],
    [
      'keeps the number of a user matched by address without externalId',
      person('ann', undefined, { degree: 'EdD' }),
      'updated 950000101 S-1 email',
    ],
    ['refuses the address of another user', person('bob', 'S-1'), 'IDENTITY_CONFLICT'],
    ['refuses the number of another user', person('cleo', 'S-2'), 'IDENTITY_CONFLICT'],
  ])('%s', (_, sent, expected) => {
    expect(plan([sent], [ANN, BOB, CLEO]).outcomes.map(brief)).toEqual([expected]);
  });

  it('warns that an ID was not found when the address was', () => {
    const { outcomes } = plan([person('ann', '951000777')], [ANN]);

    const warnings = [{ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND' }];
    expect(outcomes).toMatchObject([{ kind: 'unchanged', matchedBy: 'email', warnings }]);
  });

  it('names both people in a conflict and writes nothing', () => {
    const { outcomes, changes } = plan([person('bob', 'S-1')], [ANN, BOB]);

    const message = outcomes[0]?.kind === 'refused' ? outcomes[0].refusal.message : '';
    expect(message).toContain('950000101');
    expect(message).toContain('950000102');
    expect(changes).toEqual([]);
  });
});

describe('a plan of several rows', () => {
  it('lets a later row meet the result of an earlier one', () => {
    const { outcomes, changes } = plan([
      person('new', 'S-9'),
      person('new', 'S-9'),
      person('moved', 'S-9'),
      person('MOVED', 'S-10'),
    ]);

    expect(outcomes.map(brief)).toEqual([
      'inserted 950000001 S-9 -',
      'unchanged 950000001 S-9 legacyNumber',
      'updated 950000001 S-9 legacyNumber',
      'IDENTITY_CONFLICT',
    ]);
    expect(changes).toHaveLength(1);
    const after = { id: '950000001', legacyNumber: 'S-9', email: 'moved@example.edu' };
    expect(changes[0]).toMatchObject({ before: undefined, after });
  });

  it('lets an address pass from one person to the next', () => {
    const { outcomes, changes } = plan(
      [person('free', 'S-1'), person('ann', 'S-2'), person('bob', 'S-3')],
      [ANN, BOB],
    );

    expect(outcomes.map(brief)).toEqual([
      'updated 950000101 S-1 legacyNumber',
      'updated 950000102 S-2 legacyNumber',
      'inserted 950000001 S-3 -',
    ]);
    expect(changes.map(({ before }) => before)).toEqual([ANN, BOB, undefined]);
  });

  it('gives away no address of a person who comes twice, and has it again in the end', () => {
    const rows = [person('ann', 'S-2'), person('free', 'S-1'), person('ann', 'S-1')];

    expect(plan(rows, [ANN, BOB]).outcomes.map(brief)).toEqual([
      'IDENTITY_CONFLICT',
      'updated 950000101 S-1 legacyNumber',
      'updated 950000101 S-1 legacyNumber',
    ]);
  });

  it.each<[string, CreateUpdateUserDto[], string[]]>([
    [
      'moves and comes by address too',
      [person('ann', undefined, { degree: 'EdD' }), person('moved', 'S-1')],
      ['IDENTITY_CONFLICT', 'updated 950000101 S-1 email', 'updated 950000101 S-1 legacyNumber'],
    ],
    [
      'stays',
      [person('ann', 'S-1', { degree: 'EdD' })],
      ['IDENTITY_CONFLICT', 'updated 950000101 S-1 legacyNumber'],
    ],
  ])('makes no other person of one whom another row names: who %s', (_, others, expected) => {
    const rows = [person('ann', 'S-9'), ...others];

    expect(plan(rows, [ANN]).outcomes.map(brief)).toEqual(expected);
  });

  it('gives no one a number that an earlier row of the upload has replaced', () => {
    const named = new NamedAddresses();
    const sent = person('ann', 'S-9');
    const first = plan([sent], [ANN], { named });
    expect(first.outcomes).toMatchObject([{ kind: 'updated', replacedNumber: 'S-1' }]);
    named.addRows([{ person: sent }], first.outcomes);

    const later = person('moved', 'S-1');
    const now = first.changes.map(({ after }) => after);
    expect(plan([later], now, { named }).outcomes.map(brief)).toEqual(['IDENTITY_CONFLICT']);
  });

  it('gives no one a number that a row before it has replaced', () => {
    const rows = [person('ann', 'S-9'), person('sam', 'S-1', { firstName: 'Wilbur', lastName: 'Okafor' })];
    const { outcomes } = plan(rows, [ANN], { tenant: { possibleReassignment: 'hold' } });
    expect(outcomes.map(brief)).toEqual(['updated 950000101 S-9 email', 'IDENTITY_CONFLICT']);
  });

  it('passes a number on to the next person, who is found by address, where the names say so', () => {
    const bob = { ...BOB, firstName: 'Robert', lastName: 'Okafor' };
    const rows = [person('ann', 'S-9'), person('bob', 'S-1', { firstName: 'Robert', lastName: 'Okafor' })];

    expect(plan(rows, [ANN, bob]).outcomes.map(brief)).toEqual([
      'updated 950000101 S-9 email',
      'updated 950000102 S-1 email',
    ]);
  });

  it('gives away no address that was approved, and that the source does not know of', () => {
    const since = new Date().toISOString();
    const approved = { cause: 'submission', submissionId: 'sub-1', source: 'feed', actor: 'key:a' } as const;
    const email = { ...approved, sourceValue: 'former@example.edu', since };
    const rows = [person('ann', 'S-2'), person('former', 'S-1')];
    const tenant = { awaitSourceDays: 30 };

    const { outcomes } = plan(rows, [{ ...ANN, awaitingSource: { email } }, BOB], { tenant });

    expect(outcomes.map(brief)).toEqual(['IDENTITY_CONFLICT', 'unchanged 950000101 S-1 legacyNumber']);
  });

  it.each<[string, CreateUpdateUserDto[], string[]]>([
    [
      'two people swap addresses',
      [person('bob', 'S-1'), person('ann', 'S-2')],
      ['updated 950000101 S-1 legacyNumber', 'updated 950000102 S-2 legacyNumber'],
    ],
    [
      'three form a ring',
      [person('bob', 'S-1'), person('dan', 'S-2'), person('ann', 'S-4')],
      [
        'updated 950000101 S-1 legacyNumber',
        'updated 950000102 S-2 legacyNumber',
        'updated 950000104 S-4 legacyNumber',
      ],
    ],
    [
      'a newcomer gets the address of a person whose row comes later',
      [person('ann', 'S-9'), person('free', 'S-1')],
      ['inserted 950000001 S-9 -', 'updated 950000101 S-1 legacyNumber'],
    ],
    [
      'a chain ends at a person who stays',
      [person('bob', 'S-1'), person('dan', 'S-2'), person('dan', 'S-4')],
      ['IDENTITY_CONFLICT', 'IDENTITY_CONFLICT', 'unchanged 950000104 S-4 legacyNumber'],
    ],
    [
      'two want the same address',
      [person('dan', 'S-1'), person('dan', 'S-2'), person('free', 'S-4')],
      ['updated 950000101 S-1 legacyNumber', 'IDENTITY_CONFLICT', 'updated 950000104 S-4 legacyNumber'],
    ],
  ])('moves addresses in any order: %s', (_, people, expected) => {
    const { outcomes, changes } = plan(people, [ANN, BOB, DAN]);

    expect(outcomes.map(brief)).toEqual(expected);
    const addresses = changes.map(({ after }) => after.emailKey);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each<[string, CreateUpdateUserDto, string[]]>([
    [
      'is about the person whom the row of the number moves away',
      person('ann', undefined, { degree: 'EdD' }),
      ['updated 950000101 S-1 email', 'updated 950000101 S-1 legacyNumber'],
    ],
    [
      'is about another person where the names say so',
      person('ann', undefined, { firstName: 'Wilbur', lastName: 'Okafor' }),
      ['inserted 950000001 - -', 'updated 950000101 S-1 legacyNumber'],
    ],
  ])('a row with an address and without a number %s', (_, unnumbered, expected) => {
    const rows = [unnumbered, person('moved', 'S-1')];

    expect(plan(rows, [ANN]).outcomes.map(brief)).toEqual(expected);
  });

  it('refuses a second number of one address, in the first night and in later ones', () => {
    const rows = [
      person('ann', 'S-1'),
      person('ann', 'S-2', { firstName: 'Bob', lastName: 'Ray' }),
      person('ann', 'S-3', { firstName: 'Cid', lastName: 'Fox' }),
    ];

    const first = plan(rows);
    expect(first.outcomes.map(brief)).toEqual([
      'inserted 950000001 S-1 -',
      'IDENTITY_CONFLICT',
      'IDENTITY_CONFLICT',
    ]);
    const later = plan(rows, [ANN]);
    expect(later.outcomes.map(brief).slice(1)).toEqual(['IDENTITY_CONFLICT', 'IDENTITY_CONFLICT']);
    expect(later.changes).toEqual([]);
  });

  it.each<[string, readonly Row[], string[]]>([
    [
      'continues after a refused row, which leaves no trace',
      [person('bob', 'S-1', { firstName: 'Eve' }), person('ann', 'S-1'), person('bob', 'S-9')],
      ['IDENTITY_CONFLICT', 'unchanged 950000101 S-1 legacyNumber', 'updated 950000102 S-9 email'],
    ],
    [
      'may have a number after an address came without one',
      [person('new'), person('new', 'S-8'), person('new', 'S-9')],
      ['inserted 950000001 - -', 'updated 950000001 S-8 email', 'IDENTITY_CONFLICT'],
    ],
    [
      'knows the number of an address that comes without one later',
      [person('new', 'S-8'), person('new'), person('new', 'S-9')],
      ['inserted 950000001 S-8 -', 'unchanged 950000001 S-8 email', 'IDENTITY_CONFLICT'],
    ],
    [
      'matches requests that share it as if each came alone',
      [person('ann', 'S-9'), person('ann', 'S-1')].map((one, n) => ({ person: one, requestId: `r${n}` })),
      ['updated 950000101 S-9 email', 'updated 950000101 S-1 email'],
    ],
    [
      'matches a row as if it came alone, where another one names its user',
      [person('ann', 'S-9'), { person: person('ann', 'S-1'), userId: ANN.id }],
      ['updated 950000101 S-9 email', 'updated 950000101 S-1 id'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(briefly(plan(rows, [ANN, BOB]))).toEqual(expected);
  });

  it('knows the addresses of the batches before it', () => {
    const named = new NamedAddresses();
    named.add('cleo@example.edu', 'S-8');
    expect(briefly(plan([person('cleo', 'S-9')], [CLEO], { named }))).toEqual(['IDENTITY_CONFLICT']);
    expect(briefly(plan([person('cleo', 'S-8')], [CLEO], { named }))).toEqual([
      'updated 950000103 S-8 email',
    ]);
  });

  it('is not made when no ID can be taken', () => {
    const noId = (): never => {
      throw new Error('No ID is left');
    };
    expect(() => planBatch(scopeWith(), sentAs([person('new')]), new CandidateIndex([]), noId, NOW)).toThrow(
      'No ID is left',
    );
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('never hands out an ID that a caller brings %s the newcomer', (_, position) => {
    const people = [person('newcomer')];
    people.splice(1 - position, 0, person('brought', '950000001'));

    const { outcomes, changes } = plan(people);

    expect(outcomes.map(brief).sort()).toEqual(['inserted 950000001 - -', 'inserted 950000002 - -']);
    const addresses = changes.map(({ after }) => after.email).sort();
    expect(addresses).toEqual(['brought@example.edu', 'newcomer@example.edu']);
  });
});
