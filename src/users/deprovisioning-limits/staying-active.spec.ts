import {
  ANN,
  BOB,
  EARLIER,
  NOW,
  person,
  plan,
  type Row,
  sentAs,
  type settings,
} from '../../../test/factories/planned-rows.js';
import type { AwaitedField } from '../model/awaiting-source/awaited-field.js';
import type { Outcome, Plan } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import { NOTHING } from './apply-thresholds.js';
import { askedBy, limitedPlan, type Limits, namedAgain, saidActive } from './limited-plan.js';
import { rejectedBefore } from './rejections.js';

const OTHER = { firstName: 'Evelyn', lastName: 'Baptiste' };
const LEAVES = { accountStatus: 'inactive' } as const;
const COMES = { accountStatus: 'active' } as const;
const NO_LIMITS: Limits = { thresholds: NOTHING, withdrawn: new Map(), rejected: new Map() };
const HELD: Limits['thresholds']['held'] = new Map([[ANN.id, 'hold']]);
const holding = ({ id }: User): Limits => ({
  ...NO_LIMITS,
  thresholds: { ...NOTHING, held: new Map([[id, 'hold']]) },
});

function awaited(sourceValue: string, since: Date): AwaitedField {
  return {
    sourceValue,
    source: 'feed',
    cause: 'administrator',
    submissionId: null,
    actor: 'admin:951000001',
    since: since.toISOString(),
  };
}

interface Case {
  readonly rows: readonly Row[];
  readonly held: User;
  readonly tenant?: Partial<typeof settings>;
}

function limited({ rows, held, tenant = {} }: Case, stored: readonly User[] = [ANN, BOB]): Plan {
  return limitedPlan(sentAs(rows), plan(rows, stored, { tenant }), holding(held));
}

function kindOf(outcome: Outcome): string {
  return outcome.kind === 'refused' ? outcome.kind : `${outcome.kind} ${outcome.user.accountStatus}`;
}

describe('a question about a row', () => {
  it.each<Case & { what: string; user: string; owner?: string; applied: readonly string[] | undefined }>([
    {
      what: 'of a person who is held has the person as active, and what else was changed',
      rows: [person('eve', 'S-1', { ...OTHER, ...LEAVES })],
      held: ANN,
      user: 'active',
      applied: ['email', 'firstName', 'lastName'],
    },
    {
      what: 'of a person who is not held has the status, too',
      rows: [person('eve', 'S-1', { ...OTHER, ...LEAVES }), person('bob', 'S-2', LEAVES)],
      held: BOB,
      user: 'inactive',
      applied: ['accountStatus', 'email', 'firstName', 'lastName'],
    },
    {
      what: 'that waits has changed nothing',
      rows: [person('eve', 'S-1', OTHER), person('ann', 'S-1', LEAVES)],
      held: ANN,
      tenant: { possibleReassignment: 'hold' },
      user: 'active',
      applied: undefined,
    },
    {
      what: 'with the address of a person who is held has that person as active',
      rows: [person('bob', 'S-1'), person('bob', 'S-2', LEAVES)],
      held: BOB,
      user: 'active',
      owner: 'active',
      applied: undefined,
    },
    {
      what: 'with the address of a person who is not held has that person as inactive',
      rows: [person('bob', 'S-1'), person('bob', 'S-2', LEAVES), person('ann', 'S-1', LEAVES)],
      held: ANN,
      user: 'active',
      owner: 'inactive',
      applied: undefined,
    },
  ])('$what', ({ user, owner, applied, ...given }) => {
    const { questions } = limited(given);
    expect(questions).toHaveLength(1);
    const [asked] = questions;
    expect(asked).toMatchObject({ subject: 'S-1', conflictId: expect.stringMatching(/^cf_/) as unknown });
    expect(asked?.user.accountStatus).toBe(user);
    expect(asked?.owner?.accountStatus).toBe(owner);
    expect(Object.keys(asked ?? {}).includes('owner')).toBe(owner !== undefined);
    expect(asked?.applied?.map(({ field }) => field).sort()).toEqual(applied);
  });
});

describe('a plan in which one person is held', () => {
  it('leaves the rows of the others as they are', () => {
    const rows = [
      person('ann', 'S-1', LEAVES),
      person('bob', 'S-2', { degree: 'EdD' }),
      person('new', 'S-9', LEAVES),
      person('bob', 'S-1', LEAVES),
    ];
    const { outcomes, changes, confirmed } = limited({ rows, held: ANN });
    expect(outcomes.map(kindOf)).toEqual([
      'unchanged active',
      'updated active',
      'inserted inactive',
      'refused',
    ]);
    expect(changes.map(({ after }) => after.email)).toEqual([BOB.email, 'new@example.edu']);
    expect(confirmed).toEqual([]);
  });

  it('has what an earlier row has said of an approved status that is awaited', () => {
    const approved: User = { ...ANN, awaitingSource: { accountStatus: awaited('inactive', NOW) } };
    const rows = [LEAVES, COMES, LEAVES].map((status) => person('ann', 'S-1', status));
    const { outcomes } = limited({ rows, held: ANN, tenant: { awaitSourceDays: 30 } }, [approved]);
    expect(outcomes.map((outcome) => 'awaiting' in outcome && outcome.awaiting)).toEqual([
      { kept: ['accountStatus'], putBack: [] },
      false,
      false,
    ]);
    expect(outcomes).toMatchObject([{ warnings: [{ field: 'accountStatus' }] }, {}, {}]);
  });

  it('has what a row has said of other approved values', () => {
    const awaitingSource = { degree: awaited('MA', NOW), lastName: awaited('Ng', EARLIER) };
    const rows = [person('ann', 'S-1', { ...LEAVES, degree: 'MA', lastName: 'Ng' })];
    const stored = { ...ANN, degree: 'PhD', awaitingSource };
    const { outcomes } = limited({ rows, held: ANN, tenant: { awaitSourceDays: 30 } }, [stored]);
    expect(outcomes).toMatchObject([
      {
        kind: 'updated',
        awaiting: { kept: ['degree'], putBack: [{ field: 'lastName' }] },
        warnings: [{ field: 'degree' }, { field: 'lastName' }],
      },
    ]);
  });

  it.each<[string, Partial<Limits>]>([
    ['another one was rejected', { rejected: new Map([[BOB.id, rejectedBefore('hold', 'nightly')]]) }],
    ['another one is warned of', { thresholds: { ...NOTHING, held: HELD, warned: new Set([BOB.id]) } }],
    ['the hold of another one was withdrawn', { withdrawn: new Map([[BOB.id, 'hold']]) }],
  ])('is limited, although %s', (_, more) => {
    const rows = [person('ann', 'S-1', LEAVES)];
    const limits = { ...holding(ANN), ...more };
    expect(limitedPlan(sentAs(rows), plan(rows, [ANN, BOB]), limits)).toMatchObject({
      outcomes: [{ holdId: 'hold', kind: 'unchanged' }],
      changes: [],
    });
  });
});

describe('a plan', () => {
  const rows = [person('ann', 'S-1', LEAVES)];
  const planned = plan(rows, [ANN]);

  it('stays as it is without limits', () => {
    expect(limitedPlan(sentAs(rows), planned, NO_LIMITS)).toBe(planned);
  });

  it('has a warning and a withdrawn hold at once', () => {
    const both = [...rows, person('bob', 'S-2', COMES)];
    const limits: Limits = {
      ...NO_LIMITS,
      thresholds: { ...NOTHING, warned: new Set([ANN.id]) },
      withdrawn: new Map([[BOB.id, 'hold']]),
    };
    const { outcomes } = limitedPlan(sentAs(both), plan(both, [ANN, BOB]), limits);
    expect(outcomes).toMatchObject([
      { kind: 'updated', warnings: [{ code: 'DEPROVISIONING_THRESHOLD' }] },
      { kind: 'unchanged', withdrawnId: 'hold' },
    ]);
  });
});

describe('a row that is not applied', () => {
  const hold = { possibleReassignment: 'hold' };

  it.each<[string, (status: object) => Row, Partial<typeof settings>]>([
    ['is refused', (status) => person('bob', 'S-1', status), {}],
    ['waits', (status) => person('eve', 'S-1', { ...OTHER, ...status }), hold],
  ])('says nothing of its person: it %s', (_, row, tenant) => {
    const people = [row({}), row(COMES), row(LEAVES)].map((one) => sentAs([one]));
    const plans = people.map((sent) => plan(sent, [ANN, BOB], { tenant }));
    const of = <T>(say: (sent: ReturnType<typeof sentAs>, planned: Plan) => T[]): T[] =>
      people.flatMap((sent, index) => say(sent, plans[index] ?? plan([])));
    expect(of(namedAgain)).toEqual([]);
    expect(of(saidActive)).toEqual([]);
    expect(of((sent, planned) => askedBy(sent, planned, 'r'))).toEqual([]);
    const outcomes = of((sent, planned) => [...limitedPlan(sent, planned, holding(BOB)).outcomes]);
    expect(outcomes).toEqual(plans.flatMap((planned) => planned.outcomes));
  });
});
