import type { Scope } from '../../tenancy/scope.js';
import { tenantContextOf } from '../../tenancy/tenants/tenant-context.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { AwaitedField } from '../model/awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser } from '../model/fields/merge.js';
import type { Plan } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { NOTHING } from './apply-thresholds.js';
import { askedBy, limitedPlan } from './limited-plan.js';

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
