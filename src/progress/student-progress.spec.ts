import { milestoneRow, OWNER, versionRow } from '../../test/factories/progress-rows.js';
import type { TenantSettings } from '../settings/settings.js';
import { settingsOf } from '../settings/stored-settings.js';
import type { CommitteeRole } from '../settings/committee-roles.js';
import { blankUser } from '../users/model/fields/merge.js';
import type { CommitteeStatus, MemberStatus } from './progress-enums.js';
import {
  type FacultyView,
  NO_PROGRESS,
  presentCommittee,
  presentProgress,
  type StudentProgress,
  viewFaculty,
} from './student-progress.js';

const settings = (requiredCommitteeRoles?: CommitteeRole[]): TenantSettings =>
  settingsOf('test.example.edu', requiredCommitteeRoles === undefined ? null : { requiredCommitteeRoles });
const view = (overrides: Partial<FacultyView> = {}): FacultyView => ({
  name: 'Fay Cole',
  isExternal: false,
  active: true,
  ...overrides,
});

type Seat = readonly [role: CommitteeRole, status: MemberStatus];

function committeeOf(seats: readonly Seat[], stored: CommitteeStatus | null = null): StudentProgress {
  return {
    ...NO_PROGRESS,
    committee: { ...OWNER, status: stored, formedOn: null },
    members: seats.map(([role, status], position) => ({
      ...OWNER,
      facultyId: `95100000${position}`,
      position,
      role,
      status,
    })),
  };
}

const allActive = new Map(['951000000', '951000001', '951000002'].map((id) => [id, view()]));

describe('missing roles', () => {
  it.each<[string, readonly Seat[], CommitteeRole[] | undefined, string[]]>([
    ['no member', [], undefined, ['chair']],
    ['an accepted chair', [['chair', 'accepted']], undefined, []],
    ['an invited chair', [['chair', 'invited']], undefined, ['chair']],
    ['a chair who declined', [['chair', 'declined']], undefined, ['chair']],
    ['a removed chair', [['chair', 'removed']], undefined, ['chair']],
    ['a member', [['member', 'accepted']], undefined, ['chair']],
    [
      'a chair where three roles are required',
      [['chair', 'accepted']],
      ['chair', 'content_expert', 'member'],
      ['content_expert', 'member'],
    ],
    ['a chair where no role is required', [['chair', 'accepted']], [], []],
    ['no member where no role is required', [], [], []],
  ])('of a committee with %s', (_, seats, required, missing) => {
    expect(presentCommittee(committeeOf(seats), allActive, settings(required)).missingRoles).toEqual(missing);
  });

  it('include the role of a member whose account is not active', () => {
    const views = new Map([['951000000', view({ active: false })]]);
    const shown = presentCommittee(committeeOf([['chair', 'accepted']]), views, settings());
    expect(shown).toMatchObject({ missingRoles: ['chair'], members: [{ active: false }] });
  });

  it('leave out a role that a second, active person has', () => {
    const views = new Map([
      ['951000000', view({ active: false })],
      ['951000001', view()],
    ]);
    const seats: Seat[] = [
      ['chair', 'accepted'],
      ['chair', 'accepted'],
    ];
    expect(presentCommittee(committeeOf(seats), views, settings()).missingRoles).toEqual([]);
  });
});

describe("a committee's status", () => {
  it.each<[CommitteeStatus, string, readonly Seat[]]>([
    ['not_started', 'no member', []],
    ['forming', 'a required role missing', [['member', 'accepted']]],
    ['forming', 'an invited chair', [['chair', 'invited']]],
    ['pending_approval', 'every required role held', [['chair', 'accepted']]],
  ])('is %s with %s', (status, _, seats) => {
    expect(presentCommittee(committeeOf(seats), allActive, settings()).status).toBe(status);
  });

  it.each<CommitteeStatus>(['not_started', 'forming', 'pending_approval', 'approved', 'dissolved'])(
    'is %s when that was sent, with any members',
    (status) => {
      const shown = presentCommittee(committeeOf([['member', 'invited']], status), allActive, settings());
      expect(shown).toMatchObject({ status, missingRoles: ['chair'] });
    },
  );
});

describe('a committee', () => {
  it('shows its members in the order that was sent, unknown ones included', () => {
    const progress = committeeOf([
      ['chair', 'accepted'],
      ['member', 'invited'],
    ]);
    const shuffled = { ...progress, members: [...progress.members].reverse() };
    expect(
      presentCommittee(shuffled, new Map([['951000000', view({ isExternal: true })]]), settings()),
    ).toEqual({
      status: 'pending_approval',
      formedOn: null,
      missingRoles: [],
      members: [
        {
          facultyId: '951000000',
          name: 'Fay Cole',
          role: 'chair',
          status: 'accepted',
          isExternal: true,
          active: true,
        },
        {
          facultyId: '951000001',
          name: '951000001',
          role: 'member',
          status: 'invited',
          isExternal: false,
          active: false,
        },
      ],
    });
  });
});

describe('what a record shows of a faculty member', () => {
  const fay = { ...blankUser('t', '951000001', null, new Date()), firstName: 'Fay', lastName: 'Cole' };

  it.each<[string, Partial<typeof fay>, Partial<FacultyView>]>([
    ['nothing set', {}, {}],
    ['a middle initial', { middleInitial: 'M' }, { name: 'Fay M. Cole' }],
    ['a name of their own', { name: 'Dr. Cole' }, { name: 'Dr. Cole' }],
    ['another university', { facultyProfile: { isExternal: true } }, { isExternal: true }],
    ['no account any more', { accountStatus: 'inactive' }, { active: false }],
  ])('with %s', (_, overrides, expected) => {
    expect(viewFaculty({ ...fay, ...overrides })).toEqual(view(expected));
  });
});

describe('a student without anything stored', () => {
  it('has a record with nulls and empty lists, and no review day', () => {
    expect(presentProgress(NO_PROGRESS, new Map(), settings(), '2026-11-20')).toEqual({
      parts: {
        dissertation: { title: null, status: 'not_started', startedOn: null, defendedOn: null, versions: [] },
        milestones: [],
        pacing: {
          status: 'not_started',
          reasons: [],
          completed: 0,
          total: 0,
          nextMilestone: null,
          daysBehind: 0,
          asOf: '2026-11-20',
        },
        committee: { status: 'not_started', formedOn: null, missingRoles: ['chair'], members: [] },
      },
      reviewOn: null,
    });
  });
});

describe('milestones and versions', () => {
  it('are shown in the order of sequence, code and number, in any order of their rows', () => {
    const steps = { b: 20, a: 20, z: 3 };
    const progress = {
      ...NO_PROGRESS,
      milestones: Object.entries(steps).map(([code, sequence]) => milestoneRow({ code, sequence })),
      versions: [10, 9, 1].map((number) => versionRow({ number })),
    };
    const { parts } = presentProgress(progress, new Map(), settings(), '2026-11-20');
    expect(parts.milestones.map(({ code }) => code)).toEqual(['z', 'a', 'b']);
    expect(parts.dissertation.versions.map(({ number }) => number)).toEqual([1, 9, 10]);
  });
});
