import {
  ANN,
  BOB,
  brief,
  CLEO,
  EARLIER,
  NOW,
  person,
  plan,
  type Row,
  samePersonIn,
  type settings,
} from '../../../test/factories/planned-rows.js';
import type { AwaitedField } from '../model/awaiting-source/awaited-field.js';
import type { SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import { MatchDecisions } from './questions.js';

const OTHER = { firstName: 'Evelyn', lastName: 'Baptiste' };
const AWAITED: AwaitedField = {
  sourceValue: 'MA',
  source: 'feed',
  cause: 'administrator',
  submissionId: null,
  actor: 'admin:951000001',
  since: NOW.toISOString(),
};
const APPROVED: User = { ...ANN, degree: 'PhD', awaitingSource: { degree: AWAITED } };

describe('the outcome of a row', () => {
  const keepActive = { since: NOW.toISOString(), actor: 'admin:951000001', until: '2026-12-31' };

  it.each<[string, Row, User, Partial<typeof settings>, object]>([
    ['of a new person', person('new'), CLEO, {}, { kind: 'inserted', matchedBy: null, changed: [] }],
    [
      'that changes nothing',
      person('ann', 'S-1'),
      ANN,
      {},
      { kind: 'unchanged', matchedBy: 'legacyNumber', changed: [] },
    ],
    [
      'that gives a person another number',
      person('ann', 'S-9'),
      ANN,
      {},
      { kind: 'updated', matchedBy: 'email', replacedNumber: 'S-1', changed: ['legacyNumber'] },
    ],
    [
      'that gives a person a number',
      person('cleo', 'S-9'),
      CLEO,
      {},
      { kind: 'updated', matchedBy: 'email', changed: ['legacyNumber'] },
    ],
    [
      'that finds a person by address alone',
      person('ann'),
      ANN,
      {},
      { kind: 'unchanged', matchedBy: 'email', changed: [] },
    ],
    [
      'that names its user and gives them another number',
      { person: person('ann', 'S-9'), userId: ANN.id },
      ANN,
      {},
      { kind: 'updated', matchedBy: 'id', changed: ['legacyNumber'] },
    ],
    [
      'that sends the former value of an approved one',
      person('ann', 'S-1', { degree: 'MA' }),
      APPROVED,
      { awaitSourceDays: 30 },
      {
        kind: 'unchanged',
        matchedBy: 'legacyNumber',
        changed: [],
        warnings: [expect.objectContaining({ field: 'degree' })],
        awaiting: { kept: ['degree'], putBack: [] },
      },
    ],
    [
      'that leaves a person active whom an administrator keeps',
      person('ann', 'S-1', { accountStatus: 'inactive' }),
      { ...ANN, keepActive },
      {},
      {
        kind: 'unchanged',
        matchedBy: 'legacyNumber',
        changed: [],
        warnings: [expect.objectContaining({ field: 'accountStatus' })],
        keptActive: true,
      },
    ],
    [
      'that waits for an administrator',
      person('eve', 'S-1', OTHER),
      ANN,
      { possibleReassignment: 'hold' },
      {
        kind: 'unchanged',
        matchedBy: 'legacyNumber',
        changed: [],
        pendingId: expect.any(String) as unknown,
      },
    ],
  ])('%s has what is to be said of it alone', (_, row, stored, tenant, expected) => {
    const [outcome] = plan([row], [stored], { tenant }).outcomes;
    const whole = { user: expect.anything() as unknown, warnings: [], ...expected };
    expect(outcome).toStrictEqual(whole);
  });
});

describe('a body', () => {
  const HASH = Buffer.from('hash');
  const hashBody = jest.fn(() => HASH);
  const text = '{}';

  it.each<[string, SentPerson, Buffer | null]>([
    ['is remembered', { person: person('ann', 'S-1'), text }, HASH],
    [
      'is remembered of a row that changes something',
      { person: person('ann', 'S-1', { degree: 'MA' }), text },
      HASH,
    ],
    ['is remembered of a new person', { person: person('new'), text }, HASH],
    ['is not remembered without its text', { person: person('ann', 'S-1', { degree: 'MA' }) }, null],
    ['is not remembered with a warning of the match', { person: person('eve', 'S-1', OTHER), text }, null],
    [
      'is not remembered with another warning',
      { person: person('ann', 'S-1', { degree: 'MA', facultyProfile: { facultyRank: 'Professor' } }), text },
      null,
    ],
  ])('%s', (_, sent, hash) => {
    const { changes, bodiesToRemember } = plan([sent], [ANN], { hashBody });
    const people = [...changes.map(({ after }) => after), ...bodiesToRemember];
    expect(people.map(({ bodyHash }) => bodyHash)).toEqual([hash]);
  });

  it('is not remembered where it means this person by a decision', () => {
    const sent = { person: person('ann', 'S-9'), text };
    const decisions = samePersonIn(plan([sent], [ANN], { tenant: { adoptByEmail: 'never' } }));
    const { changes } = plan([sent], [ANN], { tenant: { adoptByEmail: 'never' }, decisions, hashBody });
    expect(changes.map(({ after }) => after.bodyHash)).toEqual([null]);
  });

  it('is not remembered where its ID means this person by a decision', () => {
    const means = { tenantId: 'tenant', conflictId: 'cf_1', subject: BOB.id, meansUserId: ANN.id };
    const decisions = new MatchDecisions([{ ...means, decidedAt: EARLIER }]);
    const sent = { person: person('ann', BOB.id, { degree: 'MA' }), text };
    const { changes } = plan([sent], [ANN, BOB], { decisions, hashBody });
    expect(changes.map(({ after }) => [after.id, after.bodyHash])).toEqual([[ANN.id, null]]);
  });

  it('is hashed with the moment of the change, and not at all where no body is to be recognised', () => {
    const sent = { person: person('ann', 'S-1', { degree: 'MA' }), text };
    hashBody.mockClear();
    plan([sent], [ANN], { hashBody });
    expect(hashBody.mock.calls).toEqual([[NOW, text]]);
    expect(plan([sent], [ANN]).changes.map(({ after }) => after.bodyHash)).toEqual([null]);
  });
});

describe('the people of a question', () => {
  it('are as the batch leaves them, and nothing of the row is applied', () => {
    const rows = [person('bob', 'S-1'), person('bob', 'S-2', { degree: 'EdD' })];
    const [asked] = plan(rows, [ANN, BOB]).questions;
    expect(asked).toMatchObject({
      user: { id: ANN.id },
      owner: { id: BOB.id, degree: 'EdD' },
      applied: null,
    });
  });

  it('have no owner where nothing belongs to another person', () => {
    const [asked] = plan([person('eve', 'S-1', OTHER)], [ANN]).questions;
    expect(asked).not.toHaveProperty('owner');
  });

  it('are asked about a row that waits, of which nothing is applied', () => {
    const tenant = { possibleReassignment: 'hold' };
    const rows = [person('eve', 'S-1', OTHER), person('ann', 'S-1', { degree: 'MA' })];
    expect(plan(rows, [ANN], { tenant }).questions).toMatchObject([{ applied: null }]);
  });
});

describe('a row that is probably about another person', () => {
  const held = { possibleReassignment: 'hold' };
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
    const tenant = { possibleReassignment: 'off' };
    const { outcomes, questions } = plan([row], [ANN], { tenant });

    expect(outcomes).toEqual([expect.objectContaining({ kind: 'updated', warnings: [] })]);
    expect(questions).toEqual([]);
  });

  it('asks the same question under the same ID, and no more once it is decided', () => {
    const undecided = plan([row], [ANN], { tenant: held });
    const [again] = plan([{ ...row, degree: 'EdD' }], [ANN], { tenant: held }).questions;
    expect(again?.conflictId).toBe(undecided.questions[0]?.conflictId);

    const decisions = samePersonIn(undecided);
    const { outcomes, questions } = plan([row], [ANN], { tenant: held, decisions });
    expect(outcomes.map(brief)).toEqual(['updated 950000101 S-1 legacyNumber']);
    expect(questions).toEqual([]);
  });

  it('is asked about the number, although a decision was about the address', () => {
    const linked = { ...ANN, legacyNumber: 'S-9', firstName: 'Evelyn', lastName: 'Baptiste' };
    const byAddress = { ...row, externalId: 'S-9', email: ANN.email };
    const decisions = samePersonIn(plan([byAddress], [ANN], { tenant: held }));
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

describe('an approved address that its source has not sent yet', () => {
  const email = { ...AWAITED, sourceValue: 'former@example.edu' };
  const tenant = { awaitSourceDays: 30 };

  it('is awaited no longer once it is sent', () => {
    const stored = { ...ANN, awaitingSource: { email } };
    expect(plan([person('ann', 'S-1')], [stored], { tenant }).confirmed).toMatchObject([
      { awaitingSource: null },
    ]);
  });

  it('is awaited still where a decision leaves the address that was sent with another person', () => {
    const people = [{ ...APPROVED, awaitingSource: { email, degree: AWAITED } }, BOB];
    const rows = [person('bob', 'S-1', { degree: 'MA' })];
    const decisions = samePersonIn(plan(rows, people, { tenant }));
    const decided = plan(rows, people, { tenant, decisions });
    expect(decided).toMatchObject({ outcomes: [{ kind: 'unchanged' }], confirmed: [], changes: [] });
  });
});
