import type { Scope } from '../../tenancy/scope.js';
import { CandidateIndex } from './candidate-index.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser } from '../model/merge.js';
import { planBatch } from './plan-batch.js';
import type { Outcome, Plan } from '../model/outcome.js';
import { emailKeyOf, formatId } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

const scope = { tenantId: 'tenant', tenant: { emailDomain: 'uni.example.edu' } } as unknown as Scope;
const EARLIER = new Date('2026-01-01T00:00:00.000Z');

function user(id: string, email: string, legacyNumber: string | null = null): User {
  const blank = blankUser('tenant', id, legacyNumber, EARLIER);
  return { ...blank, email, emailKey: emailKeyOf(email), firstName: 'Ann', lastName: 'Lee' };
}

function person(email: string, sent: Partial<CreateUpdateUserDto> = {}): CreateUpdateUserDto {
  return { email, firstName: 'Ann', lastName: 'Lee', accountType: 'Student', ...sent };
}

function plan(people: CreateUpdateUserDto[], stored: User[] = []): Plan {
  const next = { '950': 1, '951': 1 };
  const takeId = (prefix: '950' | '951'): string => formatId(prefix, next[prefix]++);
  const sent = people.map((one) => ({ person: one }));
  return planBatch(scope, sent, new CandidateIndex(stored), takeId, new Date());
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
    ['inserts a new person', person('new@example.edu'), 'inserted 950000001 - -'],
    [
      'keeps the externalId of a new person as legacyNumber',
      person('new@example.edu', { externalId: 'S-9' }),
      'inserted 950000001 S-9 -',
    ],
    ['gives 951 to staff', person('new@example.edu', { accountType: 'Staff' }), 'inserted 951000001 - -'],
    [
      'makes an unknown ID the ID of a new person',
      person('new@example.edu', { externalId: '950000777' }),
      'inserted 950000777 - -',
    ],
    [
      'refuses an unknown ID of the other type',
      person('new@example.edu', { externalId: '951000777' }),
      'VALIDATION_FAILED',
    ],
    [
      'leaves alone what is stored already',
      person('ann@example.edu', { externalId: 'S-1' }),
      'unchanged 950000101 S-1 legacyNumber',
    ],
    [
      'moves the address of a user matched by ID',
      person('new@example.edu', { externalId: '950000101' }),
      'updated 950000101 S-1 id',
    ],
    [
      're-keys a user matched by address',
      person('ann@example.edu', { externalId: 'S-9' }),
      'updated 950000101 S-9 email',
    ],
    [
      'keys a user who had no number',
      person('cleo@example.edu', { externalId: 'S-9' }),
      'updated 950000103 S-9 email',
    ],
    [
      'keeps the number of a user matched by address without externalId',
      person('ann@example.edu', { degree: 'EdD' }),
      'updated 950000101 S-1 email',
    ],
    [
      'refuses the address of another user',
      person('bob@example.edu', { externalId: 'S-1' }),
      'IDENTITY_CONFLICT',
    ],
    [
      'refuses the number of another user',
      person('cleo@example.edu', { externalId: 'S-2' }),
      'IDENTITY_CONFLICT',
    ],
  ])('%s', (_, sent, expected) => {
    expect(plan([sent], [ANN, BOB, CLEO]).outcomes.map(brief)).toEqual([expected]);
  });

  it('warns that an ID was not found when the address was', () => {
    const { outcomes } = plan([person('ann@example.edu', { externalId: '951000777' })], [ANN]);

    expect(outcomes).toEqual([
      expect.objectContaining({
        kind: 'unchanged',
        matchedBy: 'email',
        warnings: [expect.objectContaining({ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND' })],
      }),
    ]);
  });

  it('names both people in a conflict and writes nothing', () => {
    const { outcomes, changes } = plan([person('bob@example.edu', { externalId: 'S-1' })], [ANN, BOB]);

    const message = outcomes[0]?.kind === 'refused' ? outcomes[0].refusal.message : '';
    expect(message).toContain('950000101');
    expect(message).toContain('950000102');
    expect(changes).toEqual([]);
  });
});

describe('a plan of several rows', () => {
  it('lets a later row meet the result of an earlier one', () => {
    const { outcomes, changes } = plan([
      person('new@example.edu', { externalId: 'S-9' }),
      person('new@example.edu', { externalId: 'S-9' }),
      person('moved@example.edu', { externalId: 'S-9' }),
      person('MOVED@example.edu', { externalId: 'S-10' }),
    ]);

    expect(outcomes.map(brief)).toEqual([
      'inserted 950000001 S-9 -',
      'unchanged 950000001 S-9 legacyNumber',
      'updated 950000001 S-9 legacyNumber',
      'updated 950000001 S-10 email',
    ]);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      before: undefined,
      after: { id: '950000001', legacyNumber: 'S-10', email: 'MOVED@example.edu' },
    });
  });

  it('lets an address pass from one person to the next', () => {
    const { outcomes, changes } = plan(
      [
        person('free@example.edu', { externalId: 'S-1' }),
        person('ann@example.edu', { externalId: 'S-2' }),
        person('bob@example.edu', { externalId: 'S-3' }),
      ],
      [ANN, BOB],
    );

    expect(outcomes.map(brief)).toEqual([
      'updated 950000101 S-1 legacyNumber',
      'updated 950000102 S-2 legacyNumber',
      'inserted 950000001 S-3 -',
    ]);
    expect(changes.map(({ before }) => before)).toEqual([ANN, BOB, undefined]);
  });

  it('goes on after a refused row, which leaves no trace', () => {
    const { outcomes } = plan(
      [
        person('bob@example.edu', { externalId: 'S-1', firstName: 'Eve' }),
        person('ann@example.edu', { externalId: 'S-1' }),
      ],
      [ANN, BOB],
    );

    expect(outcomes.map(brief)).toEqual(['IDENTITY_CONFLICT', 'unchanged 950000101 S-1 legacyNumber']);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('never hands out an ID that a caller brings %s the newcomer', (_, position) => {
    const people = [person('newcomer@example.edu')];
    people.splice(1 - position, 0, person('brought@example.edu', { externalId: '950000001' }));

    const { outcomes, changes } = plan(people);

    expect(outcomes.map(brief).sort()).toEqual(['inserted 950000001 - -', 'inserted 950000002 - -']);
    expect(changes.map(({ after }) => after.email).sort()).toEqual([
      'brought@example.edu',
      'newcomer@example.edu',
    ]);
  });
});

describe('a row that names its user', () => {
  it.each<[string, string, CreateUpdateUserDto, string]>([
    ['keeps the number', ANN.id, person('ann@example.edu'), 'unchanged 950000101 S-1 id'],
    [
      'moves address and number',
      ANN.id,
      person('new@example.edu', { externalId: 'S-9' }),
      'updated 950000101 S-9 id',
    ],
    ['removes the number', ANN.id, person('ann@example.edu', { externalId: null }), 'updated 950000101 - id'],
    [
      'matches no other by number',
      ANN.id,
      person('ann@example.edu', { externalId: 'S-2' }),
      'IDENTITY_CONFLICT',
    ],
    ['matches no other by address', ANN.id, person('bob@example.edu'), 'IDENTITY_CONFLICT'],
    [
      'gives no ID as a number',
      ANN.id,
      person('ann@example.edu', { externalId: '950000777' }),
      'VALIDATION_FAILED',
    ],
    ['creates no one', '950000999', person('new@example.edu'), 'USER_NOT_FOUND'],
  ])('%s', (_, userId, sent, expected) => {
    const takeId = (): string => '950000001';
    const candidates = new CandidateIndex([ANN, BOB]);
    const { outcomes } = planBatch(scope, [{ person: sent, userId }], candidates, takeId, new Date());
    expect(outcomes.map(brief)).toEqual([expected]);
  });
});
