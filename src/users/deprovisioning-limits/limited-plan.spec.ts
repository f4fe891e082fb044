import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { DeprovisioningPause } from '../../settings/settings.js';
import { tenantContextOf } from '../../tenancy/tenants/tenant-context.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { AwaitedField } from '../model/awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser } from '../model/fields/merge.js';
import type { Plan, SentPerson, ThresholdBreach } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { NOTHING } from './apply-thresholds.js';
import {
  askedBy,
  limitedPlan,
  type Limits,
  namedAgain,
  overThreshold,
  paused,
  saidActive,
  withdrawn,
} from './limited-plan.js';
import { rejectedBefore } from './rejections.js';

const EARLIER = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-03-01T00:00:00.000Z');
const tenant = tenantContextOf({
  emailDomain: 'uni.example.edu',
  settings: { awaitSourceDays: 0 },
  clock: null,
  resets: 0,
});
const scope: Scope = { tenantId: 'tenant', tenant, actor: 'key:sis', requestId: 'r' };

const ANN: User = {
  ...blankUser('tenant', '951000101', 'S-1', EARLIER),
  email: 'ann@example.edu',
  emailKey: emailKeyOf('ann@example.edu'),
  firstName: 'Ann',
  lastName: 'Lee',
  bodyHash: Buffer.from('hash'),
};

const DEGREE: AwaitedField = {
  sourceValue: null,
  source: 'feed',
  cause: 'administrator',
  submissionId: null,
  actor: 'admin:951000001',
  since: EARLIER.toISOString(),
};
/** An administrator has set the degree, and has restored the person although the source says inactive. */
const APPROVED: User = {
  ...ANN,
  degree: 'PhD',
  awaitingSource: { degree: DEGREE, accountStatus: { ...DEGREE, sourceValue: 'inactive' } },
};

const ROW: CreateUpdateUserDto = {
  externalId: 'S-1',
  email: ANN.email,
  firstName: 'Ann',
  lastName: 'Lee',
  accountType: 'Student',
};
const ROWS: readonly CreateUpdateUserDto[] = [
  ROW,
  { ...ROW, accountStatus: 'inactive' },
  { ...ROW, accountStatus: 'inactive', lastName: 'Ng' },
  { ...ROW, accountStatus: 'active' },
  { ...ROW, degree: 'PhD' },
  { ...ROW, degree: 'MA', email: 'ann.lee@example.edu' },
];

/** All files of up to three of these rows that de-provision the person in the end. */
function files(): (readonly CreateUpdateUserDto[])[] {
  const longer = (some: readonly (readonly CreateUpdateUserDto[])[]): (readonly CreateUpdateUserDto[])[] =>
    some.flatMap((file) => ROWS.map((row) => [...file, row]));
  const [one, two] = [longer([[]]), longer(longer([[]]))];
  return [...one, ...two, ...longer(two)].filter(
    (file) => file.findLast(({ accountStatus }) => accountStatus !== undefined)?.accountStatus === 'inactive',
  );
}

function planned(stored: User, people: readonly CreateUpdateUserDto[]): Plan {
  const noId = (): string => {
    throw new Error('The person is known');
  };
  const sent = people.map((person) => ({ person }));
  return planBatch(scope, sent, new CandidateIndex([stored]), noId, NOW);
}

function held(stored: User, people: readonly CreateUpdateUserDto[]): Plan {
  const sent = people.map((person) => ({ person }));
  const thresholds = { ...NOTHING, held: new Map([[stored.id, 'hold']]) };
  return limitedPlan(sent, planned(stored, people), {
    thresholds,
    withdrawn: new Map<string, string>(),
    rejected: new Map(),
  });
}

function withoutDeparture({ accountStatus, ...row }: CreateUpdateUserDto): CreateUpdateUserDto {
  return accountStatus === 'active' ? { ...row, accountStatus } : row;
}

/** What is stored and answered, without the hold. */
function effectOf({ changes, confirmed, outcomes }: Plan): unknown {
  const result = (user: User): unknown => ({ ...user, bodyHash: null });
  return {
    changes: changes.map(({ before, after }) => ({ before, after: result(after) })),
    confirmed: confirmed.map(result),
    outcomes: outcomes.map((outcome) => {
      if (outcome.kind === 'refused') return outcome;
      const { kind, user, changed, warnings, awaiting } = outcome;
      return { kind, status: user.accountStatus, changed, warnings, awaiting };
    }),
  };
}

describe('the plan with a person who is held', () => {
  it.each([
    ['a person', ANN],
    ['a person with approved values', APPROVED],
  ])('is the plan of the same rows without the departure: %s', (_, stored) => {
    for (const file of files())
      expect({ file, effect: effectOf(held(stored, file)) }).toEqual({
        file,
        effect: effectOf(planned(stored, file.map(withoutDeparture))),
      });
  });

  it('names the hold on each row that would de-provision the person', () => {
    const { outcomes } = held(ANN, [ROW, { ...ROW, accountStatus: 'inactive' }]);
    expect(outcomes.map((outcome) => 'holdId' in outcome && outcome.holdId)).toEqual([false, 'hold']);
  });

  it('says before it is made whether the row that would de-provision the person is an unchanged one', () => {
    for (const file of files()) {
      const sent = file.map((person) => ({ person }));
      const row = file.findLastIndex(({ accountStatus }) => accountStatus === 'inactive');
      const asked = askedBy(sent, planned(ANN, file), 'r');
      expect({ file, asked }).toMatchObject({
        file,
        asked: [{ isRowUnchanged: held(ANN, file).outcomes[row]?.kind === 'unchanged' }],
      });
    }
  });

  it('has no row of an absent person', () => {
    const people = [{ person: { ...ROW, accountStatus: 'inactive' as const } }];
    const absent = people.map((one) => ({
      ...one,
      intent: { kind: 'partial report' as const, isAbsence: true },
    }));
    const [plan, ofRow] = [planned(ANN, [{ ...ROW, accountStatus: 'inactive' }]), { isRowUnchanged: true }];
    expect(askedBy(people, plan, 'r')).toMatchObject([ofRow]);
    expect(askedBy(absent, plan, 'r')).toMatchObject([{ isRowUnchanged: false }]);
  });

  it('has one object for an outcome and its change', () => {
    const { outcomes, changes } = held(ANN, [{ ...ROW, accountStatus: 'inactive', lastName: 'Ng' }]);
    const [outcome] = outcomes;
    expect(outcome?.kind === 'updated' && outcome.user === changes[0]?.after).toBe(true);
  });
});

const LEAVES: CreateUpdateUserDto = { ...ROW, accountStatus: 'inactive' };
const COMES: CreateUpdateUserDto = { ...ROW, accountStatus: 'active' };
const GONE: User = { ...ANN, accountStatus: 'inactive' };
const OTHER: CreateUpdateUserDto = { ...ROW, externalId: 'S-2', email: 'bo@example.edu', firstName: 'Bo' };

/** A plan with a person who is new, whose ID is the same each time. */
function plannedWithNew(stored: readonly User[], sent: readonly SentPerson[]): Plan {
  return planBatch(scope, sent, new CandidateIndex([...stored]), () => '951000102', NOW);
}

describe('the people whom rows de-provision', () => {
  it.each<[string, User, readonly CreateUpdateUserDto[], boolean[]]>([
    ['one who is active', ANN, [LEAVES], [true]],
    ['one whose name changes, too', ANN, [{ ...LEAVES, lastName: 'Ng' }], [false]],
    ['one who is named again without a status', ANN, [LEAVES, { ...ROW, lastName: 'Ng' }], [true]],
    ['none who is inactive', GONE, [LEAVES], []],
    ['none who comes back', GONE, [COMES], []],
    ['none who stays', ANN, [{ ...ROW, lastName: 'Ng' }], []],
    ['none who leaves and comes back', ANN, [LEAVES, COMES], []],
    ['none who is new', ANN, [{ ...OTHER, accountStatus: 'inactive' }], []],
  ])('are %s', (_, stored, rows, unchanged) => {
    const sent = rows.map((person) => ({ person }));
    const asked = askedBy(sent, plannedWithNew([stored], sent), 'batch');
    expect(asked.map(({ userId }) => userId)).toEqual(unchanged.map(() => ANN.id));
    expect(asked.map(({ isRowUnchanged }) => isRowUnchanged)).toEqual(unchanged);
  });

  it('are asked about with the request of their row, or of the batch', () => {
    const of = (sent: readonly SentPerson[]): string[] =>
      askedBy(sent, plannedWithNew([ANN], sent), 'batch').map(({ requestId }) => requestId);
    expect(of([{ person: LEAVES }])).toEqual(['batch']);
    expect(of([{ person: { ...OTHER } }, { person: LEAVES, requestId: 'own' }])).toEqual(['own']);
  });
});

describe('what rows say about people', () => {
  it.each<[string, User, readonly CreateUpdateUserDto[], string[]]>([
    ['active', ANN, [COMES], [ANN.id]],
    ['inactive and then active', ANN, [LEAVES, COMES], [ANN.id]],
    ['active, and then nothing', ANN, [COMES, ROW], [ANN.id]],
    ['active and then inactive', ANN, [COMES, LEAVES], []],
    ['nothing', ANN, [ROW], []],
    ['active, as they are new', ANN, [{ ...OTHER, accountStatus: 'active' }], []],
  ])('that they are active: %s', (_, stored, rows, expected) => {
    const sent = rows.map((person) => ({ person }));
    expect(saidActive(sent, plannedWithNew([stored], sent))).toEqual(expected);
  });

  it.each<[string, readonly SentPerson[], string[]]>([
    ['a row', [{ person: ROW }], [ANN.id]],
    ['two rows', [{ person: ROW }, { person: { ...ROW, lastName: 'Ng' } }], [ANN.id]],
    ['a row with a status', [{ person: COMES }], []],
    ['a decision', [{ person: ROW, intent: { kind: 'decision' } }], []],
    ['a row of a new person', [{ person: OTHER }], []],
  ])('that they are there, without a status: %s', (_, sent, expected) => {
    expect(namedAgain(sent, plannedWithNew([ANN], sent))).toEqual(expected);
  });

  it('nothing, where the row is not applied', () => {
    const pendingOf = (person: CreateUpdateUserDto): Pick<Plan, 'outcomes'> => ({
      outcomes: planned(ANN, [person]).outcomes.map((outcome) =>
        outcome.kind === 'refused' ? outcome : { ...outcome, pendingId: 'conflict' },
      ),
    });
    expect(saidActive([{ person: COMES }], pendingOf(COMES))).toEqual([]);
    expect(namedAgain([{ person: ROW }], pendingOf(ROW))).toEqual([]);
    expect(
      askedBy([{ person: LEAVES }], { ...planned(ANN, [LEAVES]), ...pendingOf(LEAVES) }, 'r'),
    ).toMatchObject([{ isRowUnchanged: false }]);
  });
});

describe('the outcome of a row that names the status', () => {
  const NO_LIMITS: Limits = { thresholds: NOTHING, withdrawn: new Map(), rejected: new Map() };
  const BREACH: ThresholdBreach = { run: null, threshold: { count: 1, percent: null }, people: 1, active: 9 };
  const REJECTED = rejectedBefore('hold', 'nightly');
  const PAUSE: DeprovisioningPause = { from: '2026-02-28', until: '2026-03-02', note: 'migration' };

  function explainedOf(
    row: CreateUpdateUserDto,
    limits: Partial<Limits>,
    stored = ANN,
  ): Record<string, unknown> {
    const sent = [{ person: row }];
    const [outcome] = limitedPlan(sent, planned(stored, [row]), { ...NO_LIMITS, ...limits }).outcomes;
    if (outcome === undefined || outcome.kind === 'refused') throw new Error('The row is applied');
    const { user, warnings, holdId, beyond, keptActive, withdrawnId } = outcome;
    const codes = warnings.map(({ code }) => code);
    return { status: user.accountStatus, codes, holdId, beyond, keptActive, withdrawnId };
  }

  it.each<[string, CreateUpdateUserDto, Partial<Limits>, User, Record<string, unknown>]>([
    ['beyond no limit', LEAVES, {}, ANN, { status: 'inactive', codes: [] }],
    [
      'held by a limit',
      LEAVES,
      {
        thresholds: { ...NOTHING, held: new Map([[ANN.id, 'hold']]), beyond: new Map([[ANN.id, [BREACH]]]) },
      },
      ANN,
      { status: 'active', codes: [], holdId: 'hold', beyond: [BREACH] },
    ],
    [
      'held by a pause',
      LEAVES,
      { thresholds: { ...NOTHING, held: new Map([[ANN.id, 'hold']]), pause: PAUSE } },
      ANN,
      { status: 'active', codes: ['DEPROVISIONINGS_PAUSED'], holdId: 'hold', beyond: [] },
    ],
    [
      'beyond a limit that warns',
      LEAVES,
      { thresholds: { ...NOTHING, warned: new Set([ANN.id]), beyond: new Map([[ANN.id, [BREACH]]]) } },
      ANN,
      { status: 'inactive', codes: ['DEPROVISIONING_THRESHOLD'], beyond: [BREACH] },
    ],
    [
      'beyond a limit that warns, of a row that changes no status',
      LEAVES,
      { thresholds: { ...NOTHING, warned: new Set([ANN.id]) } },
      GONE,
      { status: 'inactive', codes: [] },
    ],
    [
      'rejected before',
      LEAVES,
      { rejected: new Map([[ANN.id, REJECTED]]) },
      ANN,
      { status: 'active', codes: ['DEPROVISIONING_REJECTED'], keptActive: true },
    ],
    [
      'active, which withdraws a hold',
      COMES,
      { withdrawn: new Map([[ANN.id, 'hold']]) },
      ANN,
      { status: 'active', codes: ['HOLD_WITHDRAWN'], withdrawnId: 'hold' },
    ],
    [
      'active, beside the hold of another person',
      COMES,
      { withdrawn: new Map([['951000999', 'hold']]) },
      ANN,
      { status: 'active', codes: [] },
    ],
  ])('is %s', (_, row, limits, stored, expected) => {
    expect(explainedOf(row, limits, stored)).toEqual({
      holdId: undefined,
      beyond: undefined,
      keptActive: undefined,
      withdrawnId: undefined,
      ...expected,
    });
  });

  it.each<[string, readonly Warning[], string, string]>([
    [
      'a threshold',
      [overThreshold()],
      'DEPROVISIONING_THRESHOLD',
      'More people were de-provisioned than the university expects of one run or one day; the university has been ' +
        'notified',
    ],
    [
      'a pause',
      paused({ ...NOTHING, pause: PAUSE }),
      'DEPROVISIONINGS_PAUSED',
      'De-provisionings are paused (2026-02-28 to 2026-03-02, migration): this one is held, and the person ' +
        'stays active until an administrator decides, also after the pause',
    ],
    [
      'a hold that was withdrawn',
      [withdrawn('hold')],
      'HOLD_WITHDRAWN',
      'The held de-provisioning hold of this person was withdrawn',
    ],
    [
      'a hold without an ID that was withdrawn',
      [withdrawn(null)],
      'HOLD_WITHDRAWN',
      'The held de-provisioning of this person was withdrawn',
    ],
  ])('is explained by %s', (_, warnings, code, message) => {
    expect(warnings).toEqual([{ field: 'accountStatus', code, message }]);
  });
});
