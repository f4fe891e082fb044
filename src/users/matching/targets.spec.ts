import {
  ANN,
  BOB,
  brief,
  briefly,
  CLEO,
  NOW,
  person,
  plan,
  type Row,
  samePersonIn,
  type settings,
} from '../../../test/factories/planned-rows.js';
import type { UndecidedMatch } from '../../errors/undecided-match.js';
import { AddressNamedTwice, AdoptionRefused, IdentityConflict } from '../../errors/users.errors.js';
import type { AccountType } from '../model/account.js';
import type { AwaitedField, Intent } from '../model/awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Plan } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';

const OTHER = { firstName: 'Evelyn', lastName: 'Baptiste' };

/** The refusal of the last row, or its warnings. */
function lastOf({ outcomes }: Plan): unknown {
  const last = outcomes.at(-1);
  return last?.kind === 'refused' ? last.refusal.toError() : last?.warnings;
}

describe('a row that an administrator has to decide about', () => {
  const kept = (field: string, what: string, owner: User, of: User): object => ({
    field,
    code: field === 'email' ? 'EMAIL_OF_ANOTHER_USER' : 'NUMBER_OF_ANOTHER_USER',
    message:
      `By an administrator's decision the ${what} stays with user ${owner.id}, and that of user ${of.id} ` +
      'stays as it is',
  });

  interface Case {
    readonly what: string;
    readonly rows: readonly Row[];
    readonly tenant?: Partial<typeof settings>;
    readonly refusal: UndecidedMatch;
    readonly question: readonly [kind: string, subject: string, user: User, owner?: User];
    /** Of the last row, once the question is decided. */
    readonly decided: string;
    readonly warnings?: readonly object[];
  }

  it.each<Case>([
    {
      what: 'with the address of another person',
      rows: [person('bob', 'S-1', { degree: 'EdD' })],
      refusal: new IdentityConflict('email', ANN.id, BOB.id),
      question: ['email_taken', 'S-1', ANN, BOB],
      decided: 'updated 950000101 S-1 legacyNumber',
      warnings: [kept('email', 'e-mail address', BOB, ANN)],
    },
    {
      what: 'with the address of another person and other names',
      rows: [person('bob', 'S-1', OTHER)],
      refusal: new IdentityConflict('email', ANN.id, BOB.id),
      question: ['email_taken', 'S-1', ANN, BOB],
      decided: 'updated 950000101 S-1 legacyNumber',
      warnings: [kept('email', 'e-mail address', BOB, ANN)],
    },
    {
      what: 'that names its user, with the address of another person',
      rows: [{ person: person('bob'), userId: ANN.id }],
      refusal: new IdentityConflict('email', ANN.id, BOB.id),
      question: ['email_taken', ANN.id, ANN, BOB],
      decided: 'unchanged 950000101 S-1 id',
      warnings: [kept('email', 'e-mail address', BOB, ANN)],
    },
    {
      what: 'that names its user, with the number of another person',
      rows: [{ person: person('new', 'S-2'), userId: ANN.id }],
      refusal: new IdentityConflict('externalId', ANN.id, BOB.id),
      question: ['number_taken', ANN.id, ANN, BOB],
      decided: 'updated 950000101 S-1 id',
      warnings: [kept('externalId', 'externalId', BOB, ANN)],
    },
    {
      what: 'that finds its person by address, where the setting does not let it',
      rows: [person('cleo', 'S-9', OTHER)],
      tenant: { adoptByEmail: 'never' },
      refusal: new AdoptionRefused('never', CLEO.id),
      question: ['adopt_by_email', 'S-9', CLEO],
      decided: 'updated 950000103 S-9 email',
    },
    {
      what: 'that finds a person with a number by address, where the setting does not let it',
      rows: [person('bob', 'S-9')],
      tenant: { adoptByEmail: 'unlinked' },
      refusal: new AdoptionRefused('unlinked', BOB.id),
      question: ['adopt_by_email', 'S-9', BOB],
      decided: 'updated 950000102 S-9 email',
    },
    {
      what: 'with an unknown ID that finds its person by address, where the setting does not let it',
      rows: [person('bob', '950000777')],
      tenant: { adoptByEmail: 'never' },
      refusal: new AdoptionRefused('never', BOB.id),
      question: ['adopt_by_email', '950000777', BOB],
      decided: 'unchanged 950000102 S-2 email',
      warnings: [
        {
          field: 'externalId',
          code: 'EXTERNAL_ID_NOT_FOUND',
          message: 'No user has the ID 950000777; the user with this e-mail address, 950000102, was updated',
        },
      ],
    },
    ...['always', 'unlinked'].map((adoptByEmail) => ({
      what: `with a second number of one address, where the setting is ${adoptByEmail}`,
      rows: [person('cleo', 'S-8'), person('cleo', 'S-9')],
      tenant: { adoptByEmail },
      refusal:
        adoptByEmail === 'always' ? new AddressNamedTwice(CLEO.id) : new AdoptionRefused('unlinked', CLEO.id),
      question: ['adopt_by_email', 'S-9', CLEO] as const,
      decided: 'updated 950000103 S-9 email',
    })),
    {
      what: 'with an address whose person another row names, where the setting lets people without a number be found',
      rows: [person('cleo', CLEO.id), person('cleo', 'S-9')],
      tenant: { adoptByEmail: 'unlinked' },
      refusal: new AddressNamedTwice(CLEO.id),
      question: ['adopt_by_email', 'S-9', CLEO],
      decided: 'updated 950000103 S-9 email',
    },
  ])(
    '$what asks, and is applied once it is decided',
    ({ rows, tenant = {}, refusal, question, ...expected }) => {
      const stored = [ANN, BOB, CLEO];
      const undecided = plan(rows, stored, { tenant });
      const { conflictId } = undecided.questions[0] ?? {};
      expect(lastOf(undecided)).toEqual({ ...refusal.toError(), conflictId });
      expect(undecided.questions).toMatchObject([
        { kind: question[0], subject: question[1], user: { id: question[2].id }, applied: null },
      ]);
      expect(undecided.questions.map(({ owner }) => owner?.id)).toEqual([question[3]?.id]);
      const decided = plan(rows, stored, { tenant, decisions: samePersonIn(undecided) });
      expect(brief(decided.outcomes.at(-1))).toBe(expected.decided);
      expect(lastOf(decided)).toEqual(expected.warnings ?? []);
      expect(decided.questions).toEqual([]);
    },
  );
});

describe('a possible reassignment', () => {
  const awaited: AwaitedField = {
    sourceValue: 'Baptiste',
    source: 'feed',
    cause: 'administrator',
    submissionId: null,
    actor: 'admin:951000001',
    since: NOW.toISOString(),
  };
  const approved: User = { ...ANN, awaitingSource: { lastName: awaited } };

  it.each<[string, CreateUpdateUserDto, User, object]>([
    [
      'by number',
      person('eve', 'S-1', OTHER),
      ANN,
      {
        field: 'externalId',
        code: 'POSSIBLE_REASSIGNMENT',
        message:
          'The externalId S-1 may have been given to another person: names, e-mail address and entry differ from ' +
          'those of user 950000101, who was updated',
      },
    ],
    ...[undefined, 'S-9'].map((number): [string, CreateUpdateUserDto, User, object] => [
      `by address, with the number ${number}`,
      person('ann', number, OTHER),
      ANN,
      {
        field: 'email',
        code: 'POSSIBLE_REASSIGNMENT',
        message:
          'The e-mail address may have been given to another person: what was sent differs from user 950000101, who ' +
          'was updated',
      },
    ]),
  ])('is warned of: %s', (_, row, stored, warning) => {
    const made = plan([row], [stored]);
    expect(lastOf(made)).toEqual([warning]);
    const [{ kind, subject, matchedBy } = {}] = made.questions;
    const isByAddress = row.email === ANN.email;
    expect({ kind, subject, matchedBy }).toEqual({
      kind: 'possible_reassignment',
      subject: row.externalId ?? ANN.id,
      matchedBy: isByAddress ? 'email' : undefined,
    });

    const more = { decisions: samePersonIn(made), hashBody: () => Buffer.from('hash') };
    const decided = plan([{ person: row, text: '{}' }], [stored], more);
    expect({ asked: decided.questions, warnings: lastOf(decided) }).toEqual({ asked: [], warnings: [] });
    expect(decided.changes.map(({ after }) => after.bodyHash)).toEqual([null]);
  });

  it('is none that sends the former value of an approved one', () => {
    const row = person('eve', 'S-1', OTHER);
    expect(plan([row], [approved], { tenant: { awaitSourceDays: 30 } }).questions).toEqual([]);
    expect(plan([row], [approved], { tenant: { awaitSourceDays: 0 } }).questions).toHaveLength(1);
  });

  it('is none of a number with the same address', () => {
    expect(plan([person('ann', 'S-1', OTHER)], [ANN]).questions).toEqual([]);
  });

  it('may have an address that is to be decided about first, and asks one question', () => {
    const { questions } = plan([person('bob', 'S-1', OTHER)], [ANN, BOB]);
    expect(questions.map(({ kind }) => kind)).toEqual(['email_taken']);
  });
});

describe('an ID in a number', () => {
  const newcomer = (accountType: AccountType, id: string): Row => person('new', id, { accountType });

  it.each<[string, Row, string]>([
    [
      'is none of staff for a student',
      newcomer('Student', '951000777'),
      '951000777 has the form of an ID for Faculty and Staff, and accountType is Student',
    ],
    [
      'is none of a student for staff',
      newcomer('Staff', '950000777'),
      '950000777 has the form of an ID for a Student, and accountType is Staff',
    ],
    [
      'is no number of a user who is named',
      { person: person('ann', '950000777'), userId: ANN.id },
      '950000777 has the form of an ID, and no legacyNumber has it',
    ],
  ])('%s', (_, row, problem) => {
    const details = [{ field: 'externalId', code: 'idType', message: `externalId ${problem}` }];
    expect(plan([row], [ANN]).outcomes).toMatchObject([{ kind: 'refused', refusal: { details } }]);
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
    const tenant = { adoptByEmail };
    const { outcomes } = plan([person(found, externalId)], [BOB, CLEO], { tenant });
    expect(outcomes.map(brief)).toEqual([expected]);
  });
});

describe('a row that names its user', () => {
  it.each<[string, string, CreateUpdateUserDto, string]>([
    ['keeps the number', ANN.id, person('ann'), 'unchanged 950000101 S-1 id'],
    ['keeps the number that it has', ANN.id, person('ann', 'S-1'), 'unchanged 950000101 S-1 id'],
    ['moves address and number', ANN.id, person('new', 'S-9'), 'updated 950000101 S-9 id'],
    ['removes the number', ANN.id, person('ann', null), 'updated 950000101 - id'],
    ['matches no other by number', ANN.id, person('ann', 'S-2'), 'IDENTITY_CONFLICT'],
    ['matches no other by address', ANN.id, person('bob'), 'IDENTITY_CONFLICT'],
    ['gives no ID as a number', ANN.id, person('ann', '950000777'), 'VALIDATION_FAILED'],
    ['creates no one', '950000999', person('new'), 'USER_NOT_FOUND'],
  ])('%s', (_, userId, sent, expected) => {
    expect(briefly(plan([{ person: sent, userId }], [ANN, BOB]))).toEqual([expected]);
  });
});

describe('the former address of a person who keeps an approved one, and another person who has it by now', () => {
  const approval = { cause: 'submission', submissionId: 'sub-1', source: 'feed' } as const;
  const approved = { ...approval, sourceValue: 'bob@example.edu', actor: 'key:a' };
  const tenant = { awaitSourceDays: 30 };
  it.each<[Intent, string]>([
    [{ kind: 'report' }, 'unchanged 950000101 S-1 id'],
    [{ kind: 'partial report' }, 'unchanged 950000101 S-1 id'],
    [{ kind: 'approval', approval }, 'IDENTITY_CONFLICT'],
    [{ kind: 'decision' }, 'IDENTITY_CONFLICT'],
    [{ kind: 'restoration', awaited: {} }, 'IDENTITY_CONFLICT'],
  ])('by %j', (intent, expected) => {
    const ann: User = { ...ANN, awaitingSource: { email: { ...approved, since: NOW.toISOString() } } };
    const { outcomes } = plan([{ person: person('bob'), userId: ANN.id, intent }], [ann, BOB], { tenant });
    expect(outcomes.map(brief)).toEqual([expected]);
  });
});
