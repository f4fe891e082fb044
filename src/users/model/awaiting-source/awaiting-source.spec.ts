import type { Scope } from '../../../tenancy/scope.js';
import { DEFAULT_CONNECTION } from '../../../tenancy/connection.js';
import { tenantContextOf } from '../../../tenancy/tenants/tenant-context.js';
import { type Approval, type AwaitedFields, type Intent, REPORT } from './awaited-field.js';
import { approve, decided, formerApproval, warningsOf } from './awaiting-source.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import { fieldValue, withFields } from '../fields/field-values.js';
import { blankUser, merge } from '../fields/merge.js';
import type { User } from '../user.entity.js';

const SINCE = new Date('2026-03-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const dayAfter = (days: number): Date => new Date(SINCE.getTime() + days * DAY_MS);

function scopeWith(awaitSourceDays: number, connectionId?: string): Scope {
  const settings = { awaitSourceDays };
  const tenant = tenantContextOf({ emailDomain: 'example.edu', settings, clock: null, resets: 0 });
  const scope = { tenantId: 't', tenant, actor: 'key:sis', requestId: 'r' };
  return connectionId === undefined
    ? scope
    : { ...scope, connection: { id: connectionId, settings: DEFAULT_CONNECTION } };
}

const OFF = scopeWith(0);
const ON = scopeWith(30);
const IDP = scopeWith(30, 'ik_idp');
const SUBMISSION: Approval = { cause: 'submission', submissionId: 'sub-1', source: 'feed' };
const ADMIN: Approval = { cause: 'administrator', submissionId: null, source: 'feed' };

const NAMED = { email: 'ann@example.edu', firstName: 'Ann', lastName: 'Lee' };
const ANN: CreateUpdateUserDto = { ...NAMED, accountType: 'Faculty' };
const STORED = merge(
  ON,
  blankUser('t', '951000001', 'F-1', SINCE),
  { ...ANN, degree: 'EdD', facultyProfile: { facultyRank: 'Reader' }, userTags: ['a', 'b'] },
  'F-1',
  SINCE,
).after;

/** The person after these fields were approved. */
function approved(
  fields: Record<string, unknown>,
  { before = STORED, approval = SUBMISSION, at = SINCE } = {},
): User {
  const inputs = Object.entries(fields).map(([field, value]) => ({ field, value }));
  const after = withFields(before, inputs);
  after.awaitingSource = approve({ actor: 'key:platform' }, before, after, Object.keys(fields), approval, at);
  return after;
}

interface Row {
  readonly scope?: Scope;
  readonly now?: Date;
  readonly intent?: Intent;
}

function send(
  before: User,
  sent: Partial<CreateUpdateUserDto>,
  { scope = ON, now = dayAfter(1), intent = REPORT }: Row = {},
) {
  const externalId = sent.externalId === undefined ? before.legacyNumber : sent.externalId;
  return merge(scope, before, { ...ANN, ...sent }, externalId, now, intent);
}

const awaits = ({ awaitingSource }: User): string[] => Object.keys(awaitingSource ?? {});

describe('a field that awaits its source', () => {
  const named: [field: string, approved: unknown, former: Partial<CreateUpdateUserDto>, source: unknown][] = [
    ['lastName', 'Kim', { lastName: 'Lee' }, 'Lee'],
    ['email', 'ann.kim@example.edu', { email: 'Ann@Example.edu' }, 'ann@example.edu'],
    ['degree', 'PhD', { degree: 'EdD' }, 'EdD'],
    ['schoolProgram', 'Law', { schoolProgram: null }, null],
    ['accountStatus', 'inactive', { accountStatus: 'active' }, 'active'],
    ['legacyNumber', 'F-2', { externalId: 'F-1' }, 'F-1'],
    ['userTags', ['c'], { userTags: ['a', 'b'] }, ['a', 'b']],
    ['facultyProfile.facultyRank', 'Professor', { facultyProfile: { facultyRank: 'Reader' } }, 'Reader'],
    ['facultyProfile.degreeField', 'Law', { facultyProfile: null }, null],
  ];

  it.each(named)('keeps its value when the former one is sent: %s', (field, value, former, source) => {
    const before = approved({ [field]: value });
    const { after, changed, warnings, awaiting } = send(before, former);
    expect(before.awaitingSource?.[field]?.sourceValue).toEqual(source);
    expect(fieldValue(after, field)).toEqual(value);
    expect(changed.includes(field)).toBe(false);
    expect(warnings.map((one) => [one.field, one.code])).toContainEqual([field, 'AWAITING_SOURCE']);
    expect(awaiting?.kept).toContain(field);
    expect(awaits(after)).toContain(field);
  });

  it.each(named)('has the former value again where the tenant does not wait: %s', (field, value, former) => {
    const before = approved({ [field]: value });
    const { after, changed, warnings, awaiting } = send(before, former, { scope: OFF });
    expect(fieldValue(after, field)).not.toEqual(value);
    expect(changed).toContain(field);
    expect(warnings.map(({ code }) => code)).toContain('APPROVED_CHANGE_PUT_BACK');
    expect(awaiting?.putBack.map((one) => [one.field, one.actor])).toContainEqual([field, 'key:platform']);
    expect(awaits(after)).toEqual([]);
  });

  it('awaits no longer when its source sends the approved value', () => {
    const before = approved({ degree: 'PhD', lastName: 'Kim' });
    const { after, changed, warnings } = send(before, { degree: 'PhD' });
    expect(changed).toEqual([]);
    expect(warnings.map(({ field }) => field)).toEqual(['lastName']);
    expect(awaits(after)).toEqual(['lastName']);
  });

  it('continues to await when it is not named, or another source sends the approved value', () => {
    const before = approved({ degree: 'PhD' });
    expect(awaits(send(before, {}).after)).toEqual(['degree']);
    expect(awaits(send(before, { degree: 'PhD' }, { scope: IDP }).after)).toEqual(['degree']);
    const ofIdp = approved({ degree: 'PhD' }, { approval: { ...SUBMISSION, source: 'ik_idp' } });
    expect(awaits(send(ofIdp, { degree: 'PhD' }).after)).toEqual(['degree']);
    expect(awaits(send(ofIdp, { degree: 'PhD' }, { scope: IDP }).after)).toEqual([]);
  });

  it('awaits the confirmation of any caller when its source is not known', () => {
    const before = approved({ degree: 'PhD' }, { approval: { ...ADMIN, source: null } });
    expect(awaits(send(before, { degree: 'PhD' }, { scope: IDP }).after)).toEqual([]);
  });

  it('takes a third value, from any caller, and awaits no longer', () => {
    const { after, changed, warnings } = send(approved({ degree: 'PhD' }), { degree: 'MA' }, { scope: IDP });
    expect(after.degree).toBe('MA');
    expect({ changed, warnings }).toEqual({ changed: ['degree'], warnings: [] });
    expect(awaits(after)).toEqual([]);
  });

  it.each([
    ['at the last moment', 30, 'PhD'],
    ['a day later', 31, 'EdD'],
  ])('keeps its value as long as the tenant says: %s', (_, days, degree) => {
    const { after } = send(approved({ degree: 'PhD' }), { degree: 'EdD' }, { now: dayAfter(days) });
    expect(after.degree).toBe(degree);
  });

  it('is not confirmed by what a partial report fills in, and gives way to a decision', () => {
    const before = approved({ lastName: 'Kim', accountStatus: 'inactive' });
    const partial = send(before, { lastName: 'Kim' }, { intent: { kind: 'partial report' } });
    expect(awaits(partial.after)).toEqual(['lastName', 'accountStatus']);
    const sent = { lastName: 'Kim', accountStatus: 'active' } as const;
    const { after, warnings } = send(before, sent, { intent: { kind: 'decision' } });
    expect(after.accountStatus).toBe('active');
    expect(warnings).toEqual([]);
    expect(awaits(after)).toEqual(['lastName']);
  });

  it('keeps the default name with its parts', () => {
    const { after } = send(approved({ lastName: 'Kim' }), { lastName: 'Lee', name: 'Ann Lee' });
    expect(after).toMatchObject({ lastName: 'Kim', name: null });
  });

  it('leaves a person alone when nothing else differs, as the same objects', () => {
    const before = approved({ 'facultyProfile.facultyRank': 'Professor' });
    const { after, changed } = send(before, { facultyProfile: { facultyRank: 'Reader' } });
    expect(changed).toEqual([]);
    expect(after.updatedAt).toEqual(before.updatedAt);
    expect(after.facultyProfile).toBe(before.facultyProfile);
  });
});

describe('a second approved change', () => {
  it('keeps the value that the source still sends, its source, and names who approved last', () => {
    const first = approved({ degree: 'PhD' });
    const approval: Approval = { cause: 'administrator', submissionId: null, source: 'ik_idp' };
    const second = approved({ degree: 'MD' }, { before: first, approval, at: dayAfter(5) });
    const since = dayAfter(5).toISOString();
    const sent = { sourceValue: 'EdD', source: 'feed' };
    const last = { cause: 'administrator', submissionId: null, actor: 'key:platform', since };
    expect(second.awaitingSource?.['degree']).toEqual({ ...sent, ...last });
  });

  it('to what the source sends awaits nothing', () => {
    expect(approved({ degree: 'EdD' }, { before: approved({ degree: 'PhD' }) }).awaitingSource).toBeNull();
  });
});

describe('a decision of a caller', () => {
  it('ends what awaits in that field, and in no other', () => {
    const { awaitingSource } = approved({ degree: 'PhD', accountStatus: 'inactive' });
    const left = (awaited: AwaitedFields | null): string[] => Object.keys(awaited ?? {});
    expect(left(decided(awaitingSource, 'accountStatus'))).toEqual(['degree']);
    expect(decided(awaitingSource, 'lastName')).toBe(awaitingSource);
    expect(decided(null, 'lastName')).toBeNull();
  });
});

describe('the history of a change', () => {
  it('has the approval that it ended or replaced, and none that continues', () => {
    const before = approved({ degree: 'PhD', lastName: 'Kim' });
    const { after } = send(before, { degree: 'MA', lastName: 'Kim' });
    expect(formerApproval(before, after, 'degree')?.sourceValue).toBe('EdD');
    const continuing = { ...after, awaitingSource: before.awaitingSource };
    expect(formerApproval(before, continuing, 'degree')).toBeUndefined();
  });
});

describe('warnings', () => {
  it('name the field, the cause and the time, and no value', () => {
    const before = approved({ degree: 'PhD' });
    const [kept] = warningsOf(ON, before, { kept: ['degree'], putBack: [] });
    expect(kept?.message).toBe(
      'degree keeps its value: an accepted submission changed it at 2026-03-01T00:00:00.000Z, and the value from ' +
        'before was sent again; that one is applied after 2026-03-31T00:00:00.000Z',
    );
  });
});
