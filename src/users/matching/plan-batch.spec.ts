import type { Scope } from '../../tenancy/scope.js';
import { CandidateIndex } from './candidate-index.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Intent } from '../model/awaiting-source/awaited-field.js';
import { MatchDecisions, NO_DECISIONS } from './questions.js';
import { blankUser } from '../model/fields/merge.js';
import { NamedAddresses } from './named-addresses.js';
import { planBatch } from './plan-batch.js';
import type { Outcome, Plan } from '../model/outcome.js';
import { emailKeyOf, formatId } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

const settings = { emailDomain: 'uni.example.edu', possibleReassignment: 'warn', adoptByEmail: 'always' };
const scope = { tenantId: 'tenant', tenant: settings } as unknown as Scope;
const EARLIER = new Date('2026-01-01T00:00:00.000Z');

function user(id: string, email: string, legacyNumber: string | null = null): User {
  const blank = blankUser('tenant', id, legacyNumber, EARLIER);
  return { ...blank, email, emailKey: emailKeyOf(email), firstName: 'Ann', lastName: 'Lee' };
}

function person(
  name: string,
  externalId?: string | null,
  more: Partial<CreateUpdateUserDto> = {},
): CreateUpdateUserDto {
  const number = externalId === undefined ? {} : { externalId };
  const named = { firstName: 'Ann', lastName: 'Lee', accountType: 'Student' } as const;
  return { email: `${name}@example.edu`, ...named, ...number, ...more };
}

function plan(
  people: CreateUpdateUserDto[],
  stored: User[] = [],
  { tenant = settings, decisions = NO_DECISIONS, named = new NamedAddresses() } = {},
): Plan {
  const next = { '950': 1, '951': 1 };
  const takeId = (prefix: '950' | '951'): string => formatId(prefix, next[prefix]++);
  const sent = people.map((one) => ({ person: one }));
  const ofTenant = { ...scope, tenant } as unknown as Scope;
  return planBatch(ofTenant, sent, new CandidateIndex(stored, decisions, named), takeId, new Date());
}

function brief(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.refusal.code;
  const { kind, user: after, matchedBy } = outcome;
  return `${kind} ${after.id} ${after.legacyNumber ?? '-'} ${matchedBy ?? '-'}`;
}

const ANN = user('950000101', 'ann@example.edu', 'S-1');
const BOB = user('950000102', 'bob@example.edu', 'S-2');
const CLEO = user('950000103', 'cleo@example.edu');

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

describe('a row that is probably about another person', () => {
  const held = { ...settings, possibleReassignment: 'hold' };
  const row = person('eve', 'S-1', { firstName: 'Evelyn', lastName: 'Baptiste' });

  it('is applied with a warning, and asked about with what it has changed', () => {
    const { outcomes, questions } = plan([row], [ANN]);

    expect(outcomes).toMatchObject([{ kind: 'updated', warnings: [{ code: 'POSSIBLE_REASSIGNMENT' }] }]);
    expect(questions.map(({ kind, subject, applied }) => [kind, subject, applied?.length])).toEqual([
      ['possible_reassignment', 'S-1', 3],
    ]);
  });

  it('is asked about with the people as the batch leaves them', () => {
    const { questions } = plan([row, { ...row, degree: 'PhD' }], [ANN]);

    const [asked] = questions;
    expect(questions).toHaveLength(1);
    expect(asked?.user.degree).toBe('PhD');
    expect(asked?.applied).toContainEqual({ field: 'degree', before: null, after: 'PhD' });
  });

  it('waits where the setting says so, and leaves the person as they are for the rows after it', () => {
    const { outcomes, changes, questions } = plan([row, person('ann', 'S-1')], [ANN], { tenant: held });

    const pendingId = questions[0]?.conflictId;
    expect(pendingId).toMatch(/^cf_[0-9a-f]{26}$/);
    expect(outcomes).toEqual([
      expect.objectContaining({ kind: 'unchanged', user: ANN, pendingId, changed: [] }),
      expect.objectContaining({ kind: 'unchanged', user: ANN }),
    ]);
    expect(outcomes[1]).not.toHaveProperty('pendingId');
    expect(changes).toEqual([]);
  });

  it('is applied without a question where the setting is off', () => {
    const tenant = { ...settings, possibleReassignment: 'off' };
    const { outcomes, questions } = plan([row], [ANN], { tenant });

    expect(outcomes).toEqual([expect.objectContaining({ kind: 'updated', warnings: [] })]);
    expect(questions).toEqual([]);
  });

  it('asks the same question under the same ID, and no more once it is decided', () => {
    const [asked] = plan([row], [ANN], { tenant: held }).questions;
    const [again] = plan([{ ...row, degree: 'EdD' }], [ANN], { tenant: held }).questions;
    expect(again?.conflictId).toBe(asked?.conflictId);

    const conflictId = asked?.conflictId ?? '';
    const decided = { tenantId: 'tenant', conflictId, subject: 'S-1', meansUserId: null, decidedAt: EARLIER };
    const decisions = new MatchDecisions([decided]);
    const { outcomes, questions } = plan([row], [ANN], { tenant: held, decisions });
    expect(outcomes.map(brief)).toEqual(['updated 950000101 S-1 legacyNumber']);
    expect(questions).toEqual([]);
  });

  it('is asked about the number, although a decision was about the address', () => {
    const linked = { ...ANN, legacyNumber: 'S-9', firstName: 'Evelyn', lastName: 'Baptiste' };
    const byAddress = { ...row, externalId: 'S-9', email: ANN.email };
    const [ofAddress] = plan([byAddress], [ANN], { tenant: held }).questions;
    const conflictId = ofAddress?.conflictId ?? '';
    const decided = { tenantId: 'tenant', conflictId, subject: 'S-9', meansUserId: null, decidedAt: EARLIER };
    const decisions = new MatchDecisions([decided]);
    expect(plan([byAddress], [ANN], { tenant: held, decisions }).questions).toEqual([]);

    const another = person('sam', 'S-9', { firstName: 'Wilbur', lastName: 'Okafor' });
    const { questions } = plan([another], [linked], { tenant: held, decisions });
    expect(questions.map(({ subject, user }) => [subject, user.id])).toEqual([['S-9', ANN.id]]);
  });

  it('is about the user whom a decision gave the ID', () => {
    const means = { tenantId: 'tenant', conflictId: 'cf_1', subject: ANN.id, meansUserId: BOB.id };
    const decisions = new MatchDecisions([{ ...means, decidedAt: EARLIER }]);

    const { outcomes } = plan([person('bob', ANN.id, { degree: 'EdD' })], [ANN, BOB], { decisions });

    expect(outcomes.map(brief)).toEqual(['updated 950000102 S-2 id']);
  });
});

describe('a row that finds its person by address alone', () => {
  it.each([
    ['always', 'S-9', 'bob', 'updated 950000102 S-9 email'],
    ['unlinked', 'S-9', 'cleo', 'updated 950000103 S-9 email'],
    ['unlinked', 'S-9', 'bob', 'IDENTITY_CONFLICT'],
    ['never', 'S-9', 'cleo', 'IDENTITY_CONFLICT'],
    ['never', '950000777', 'cleo', 'IDENTITY_CONFLICT'],
    ['never', undefined, 'bob', 'unchanged 950000102 S-2 email'],
  ])('with adoptByEmail %s and the externalId %s', (adoptByEmail, externalId, found, expected) => {
    const tenant = { ...settings, adoptByEmail };
    const { outcomes } = plan([person(found, externalId)], [BOB, CLEO], { tenant });
    expect(outcomes.map(brief)).toEqual([expected]);
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
    const tenant = { ...settings, awaitSourceDays: 30 };

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
    const { outcomes, changes } = plan(people, [ANN, BOB, user('950000104', 'dan@example.edu', 'S-4')]);

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

  it('continues after a refused row, which leaves no trace', () => {
    const { outcomes } = plan([person('bob', 'S-1', { firstName: 'Eve' }), person('ann', 'S-1')], [ANN, BOB]);

    expect(outcomes.map(brief)).toEqual(['IDENTITY_CONFLICT', 'unchanged 950000101 S-1 legacyNumber']);
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

describe('a row that names its user', () => {
  it.each<[string, string, CreateUpdateUserDto, string]>([
    ['keeps the number', ANN.id, person('ann'), 'unchanged 950000101 S-1 id'],
    ['moves address and number', ANN.id, person('new', 'S-9'), 'updated 950000101 S-9 id'],
    ['removes the number', ANN.id, person('ann', null), 'updated 950000101 - id'],
    ['matches no other by number', ANN.id, person('ann', 'S-2'), 'IDENTITY_CONFLICT'],
    ['matches no other by address', ANN.id, person('bob'), 'IDENTITY_CONFLICT'],
    ['gives no ID as a number', ANN.id, person('ann', '950000777'), 'VALIDATION_FAILED'],
    ['creates no one', '950000999', person('new'), 'USER_NOT_FOUND'],
  ])('%s', (_, userId, sent, expected) => {
    const takeId = (): string => '950000001';
    const candidates = new CandidateIndex([ANN, BOB]);
    const { outcomes } = planBatch(scope, [{ person: sent, userId }], candidates, takeId, new Date());
    expect(outcomes.map(brief)).toEqual([expected]);
  });
});

describe('the former address of a person who keeps an approved one, and another person who has it by now', () => {
  const approval = { cause: 'submission', submissionId: 'sub-1', source: 'feed' } as const;
  const approved = { ...approval, sourceValue: 'bob@example.edu', actor: 'key:a' };
  const tenant = { ...settings, awaitSourceDays: 30 };
  it.each<[Intent, string]>([
    [{ kind: 'report' }, 'unchanged 950000101 S-1 id'],
    [{ kind: 'partial report' }, 'unchanged 950000101 S-1 id'],
    [{ kind: 'approval', approval }, 'IDENTITY_CONFLICT'],
    [{ kind: 'decision' }, 'IDENTITY_CONFLICT'],
    [{ kind: 'restoration', awaited: {} }, 'IDENTITY_CONFLICT'],
  ])('by %j', (intent, expected) => {
    const now = new Date();
    const ann: User = { ...ANN, awaitingSource: { email: { ...approved, since: now.toISOString() } } };
    const sent = [{ person: person('bob'), userId: ANN.id, intent }];
    const ofTenant = { ...scope, tenant } as unknown as Scope;
    const { outcomes } = planBatch(ofTenant, sent, new CandidateIndex([ann, BOB]), () => '', now);
    expect(outcomes.map(brief)).toEqual([expected]);
  });
});
