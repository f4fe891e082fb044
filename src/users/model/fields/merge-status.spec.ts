import type { Scope } from '../../../tenancy/scope.js';
import { tenantContextOf } from '../../../tenancy/tenants/tenant-context.js';
import { type AwaitedFields, type Intent, REPORT } from '../awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import type { User } from '../user.entity.js';
import { blankUser, merge, type Merged } from './merge.js';

const EARLIER = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-02-02T00:00:00.000Z');
const settings = { awaitSourceDays: 30 };
const tenant = tenantContextOf({ emailDomain: 'uni.example.edu', settings, clock: null, resets: 0 });
const scope: Scope = { tenantId: 'tenant', tenant, actor: 'key:sis', requestId: 'r' };

const ann: CreateUpdateUserDto = {
  email: 'ann@example.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  accountType: 'Student',
};
const stored = merge(scope, blankUser('tenant', '950000001', 'S-1', EARLIER), ann, 'S-1', EARLIER).after;

type Status = Pick<User, 'accountStatus' | 'inactiveCause'>;
const ACTIVE: Status = { accountStatus: 'active', inactiveCause: null };
const ABSENT: Status = { accountStatus: 'inactive', inactiveCause: 'absent' };
const INACTIVE: Status = { accountStatus: 'inactive', inactiveCause: null };
const SAYS_INACTIVE = { accountStatus: 'inactive' } as const;
const ABSENCE: Intent = { kind: 'report', isAbsence: true };
const restoration = (more: object = {}): Intent => ({ kind: 'restoration', awaited: {}, ...more });

function send(before: Partial<User>, sent: Partial<CreateUpdateUserDto>, intent: Intent = REPORT): Merged {
  return merge(scope, { ...stored, ...before }, { ...ann, ...sent }, 'S-1', NOW, intent);
}

describe('the status after a row, and why a person is inactive', () => {
  it.each<[string, Status, Partial<CreateUpdateUserDto>, Intent, Status, string[]]>([
    ['who was absent and is named is restored', ABSENT, {}, REPORT, ACTIVE, ['accountStatus']],
    ['unless the row says inactive', ABSENT, SAYS_INACTIVE, REPORT, INACTIVE, ['inactiveCause']],
    ['not by a part of a row', ABSENT, {}, { kind: 'partial report' }, ABSENT, []],
    ['not by a row that is applied later', ABSENT, {}, { kind: 'report', source: 'feed' }, ABSENT, []],
    ['no other inactive person is restored', INACTIVE, {}, REPORT, INACTIVE, []],
    ['a row de-provisions without a cause', ACTIVE, SAYS_INACTIVE, REPORT, INACTIVE, ['accountStatus']],
    ['an absence has its cause', ACTIVE, SAYS_INACTIVE, ABSENCE, ABSENT, ['accountStatus']],
    ['which is not given to who is inactive', INACTIVE, SAYS_INACTIVE, ABSENCE, INACTIVE, []],
    [
      'a restoration to inactive has the former cause',
      ACTIVE,
      SAYS_INACTIVE,
      restoration({ inactiveCause: 'absent' }),
      ABSENT,
      ['accountStatus'],
    ],
    ['or none', ABSENT, SAYS_INACTIVE, restoration(), INACTIVE, ['inactiveCause']],
  ])('%s', (_, before, sent, intent, expected, changed) => {
    const { after, changed: names } = send(before, sent, intent);
    const { accountStatus, inactiveCause } = after;
    expect({ accountStatus, inactiveCause, names }).toEqual({ ...expected, names: changed });
  });
});

describe('a person whom an administrator keeps active', () => {
  const until = '2026-03-01';
  const keepActive = {
    until,
    since: EARLIER.toISOString(),
    actor: 'admin:951000009',
  } as unknown as NonNullable<User['keepActive']>;

  it('stays active, with a warning', () => {
    const { after, changed, warnings, keptActive } = send({ keepActive }, SAYS_INACTIVE);
    expect({ status: after.accountStatus, rule: after.keepActive, changed, keptActive }).toEqual({
      status: 'active',
      rule: keepActive,
      changed: [],
      keptActive: true,
    });
    expect(warnings).toMatchObject([{ field: 'accountStatus', code: 'KEPT_ACTIVE' }]);
  });

  it('is not said to be kept active by a row that leaves them active', () => {
    expect(send({ keepActive }, { degree: 'EdD' })).not.toHaveProperty('keptActive');
  });

  it('is de-provisioned when the rule is over, which is forgotten', () => {
    const { after } = send({ keepActive: { ...keepActive, until: '2026-01-31' } }, SAYS_INACTIVE);
    expect(after).toMatchObject({ accountStatus: 'inactive', keepActive: null });
  });
});

describe('fields that await their source', () => {
  const approval = { cause: 'administrator', submissionId: null, source: 'feed' } as const;
  const awaited = {
    degree: { ...approval, sourceValue: 'EdD', actor: 'admin:951000009', since: NOW.toISOString() },
  } satisfies AwaitedFields;

  it('are those of an approval, and of no report', () => {
    const { after } = send({ degree: 'EdD' }, { degree: 'PhD' }, { kind: 'approval', approval });
    expect(after.awaitingSource).toMatchObject({ degree: { ...approval, sourceValue: 'EdD' } });
    expect(send({ degree: 'EdD' }, { degree: 'PhD' }).after.awaitingSource).toBeNull();
  });

  it('are those that a restoration brings back', () => {
    const { after } = send({ degree: 'EdD' }, { degree: 'PhD' }, restoration({ awaited }));
    expect(after.awaitingSource).toEqual(awaited);
  });

  it('keep their value while the source sends its own, with a warning', () => {
    const { after, changed, warnings, awaiting } = send(
      { degree: 'PhD', awaitingSource: awaited },
      { degree: 'EdD' },
    );
    expect({ degree: after.degree, changed, warned: warnings.map(({ field }) => field) }).toEqual({
      degree: 'PhD',
      changed: [],
      warned: ['degree'],
    });
    expect(awaiting?.kept).toHaveLength(1);
  });

  it('are kept and put back by one row', () => {
    const lastName = { ...awaited.degree, sourceValue: 'Li', since: new Date(0).toISOString() };
    const { awaiting, changed } = send(
      { degree: 'PhD', awaitingSource: { ...awaited, lastName } },
      { degree: 'EdD', lastName: 'Li' },
    );
    expect({ awaiting, changed }).toMatchObject({
      awaiting: { kept: ['degree'], putBack: [{ field: 'lastName' }] },
      changed: ['lastName'],
    });
  });
});

describe('a faculty profile of a person who has none by their account type', () => {
  const facultyProfile = { tools: ['R'] };

  it('is refused by a warning that says why', () => {
    expect(send({}, { facultyProfile }).warnings).toEqual([
      {
        field: 'facultyProfile',
        code: 'IGNORED',
        message:
          'facultyProfile is used for accountType Faculty or role chair only; it was checked but not stored',
      },
    ]);
  });

  it('is given back by a restoration', () => {
    const { after, warnings } = send({}, { facultyProfile }, restoration());
    expect({ profile: after.facultyProfile, warnings }).toEqual({ profile: facultyProfile, warnings: [] });
  });
});

it('a person without anything sent has empty names and addresses, and is an active student', () => {
  expect(blankUser('tenant', '950000001', null, NOW)).toMatchObject({
    email: '',
    emailKey: '',
    firstName: '',
    lastName: '',
    accountType: 'Student',
    accountStatus: 'active',
  });
});
