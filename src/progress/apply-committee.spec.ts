import { apply, contextWith, seat, STUDENT } from '../../test/factories/applied-progress.js';
import type { ValidationFailed } from '../errors/request.errors.js';
import type { StoredFacultyProfile } from '../users/model/fields/faculty-profile.js';
import { applyProgress } from './apply-progress.js';
import type { CommitteeMemberDto } from './dto/progress-parts.dto.js';
import { NO_PROGRESS } from './student-progress.js';

function problemsOf(
  members: CommitteeMemberDto[],
  path = '',
  before = NO_PROGRESS,
  context = contextWith(),
): unknown {
  try {
    applyProgress(context, before, { studentId: STUDENT, committee: { members } }, path);
    return [];
  } catch (error) {
    const { details } = error as ValidationFailed;
    return details.map(({ field, code }) => [field, code]);
  }
}

describe('a seat in a committee', () => {
  it.each<[string, CommitteeMemberDto[], [string, string][]]>([
    ['an unknown user', [seat({ facultyId: '951999999' })], [['members[0].facultyId', 'unknownFaculty']]],
    ['a Student', [seat(), seat({ facultyId: '950000009' })], [['members[1].facultyId', 'isFaculty']]],
    [
      'one person twice',
      [seat(), seat({ facultyId: 'F-1', role: 'member' })],
      [['members[1].facultyId', 'distinct']],
    ],
    [
      'several of them',
      [seat({ facultyId: 'x' }), seat({ facultyId: 'y' })],
      [
        ['members[0].facultyId', 'unknownFaculty'],
        ['members[1].facultyId', 'unknownFaculty'],
      ],
    ],
  ])('is refused for %s, with every field named', (_, members, problems) => {
    expect(problemsOf(members)).toEqual(problems);
  });

  it('names the path to the committee in a line of many parts', () => {
    expect(problemsOf([seat({ facultyId: 'x' })], 'committee.')).toEqual([
      ['committee.members[0].facultyId', 'unknownFaculty'],
    ]);
  });

  it('may be of Staff', () => {
    expect(problemsOf([seat({ facultyId: '951000002' })])).toEqual([]);
  });

  it.each<[string, CommitteeMemberDto['status'], boolean]>([
    ['not given', 'invited', false],
    ['not given', 'accepted', false],
    ['kept on record', 'declined', true],
    ['kept on record', 'removed', true],
  ])('is %s to a person who is not eligible: %s', (_, status, taken) => {
    const context = contextWith({ isCommitteeEligible: false });
    const problems = problemsOf([seat({ status })], '', NO_PROGRESS, context);
    expect(problems).toEqual(taken ? [] : [['members[0].facultyId', 'isCommitteeEligible']]);
  });

  it('stays with a person who had it before they stopped being eligible', () => {
    const before = apply({ committee: { members: [seat()] } }).after;
    const context = contextWith({ isCommitteeEligible: false });
    expect(problemsOf([seat()], '', before, context)).toEqual([]);
    expect(problemsOf([seat({ role: 'member' })], '', before, context)).toEqual([
      ['members[0].facultyId', 'isCommitteeEligible'],
    ]);
  });
});

describe('warnings', () => {
  function warningsOf(profile: StoredFacultyProfile, otherSeats: number, member = seat()): string[] {
    const context = contextWith(profile, otherSeats);
    const { warnings } = apply({ committee: { members: [member] } }, NO_PROGRESS, context);
    return warnings.map(({ code }) => code);
  }

  it.each<[number | undefined, number, CommitteeMemberDto['status'], string[]]>([
    [undefined, 9, 'accepted', []],
    [undefined, 10, 'accepted', ['OVER_CAPACITY']],
    [2, 1, 'accepted', []],
    [2, 2, 'accepted', ['OVER_CAPACITY']],
    [0, 0, 'accepted', ['OVER_CAPACITY']],
    [0, 0, 'invited', []],
    [2, 3, 'invited', ['OVER_CAPACITY']],
    [0, 5, 'declined', []],
    [0, 5, 'removed', []],
  ])('of capacity: takes %s, has %i other seats, is %s', (max, otherSeats, status, expected) => {
    const profile = max === undefined ? {} : { maxConcurrentCommittees: max };
    expect(warningsOf(profile, otherSeats, seat({ status }))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['2026-11-19', []],
    ['2026-11-20', ['ON_LEAVE']],
    ['2026-11-21', ['ON_LEAVE']],
  ])('of leave until %s', (leaveUntil, expected) => {
    expect(warningsOf({ leaveUntil }, 0)).toEqual(expected);
  });

  it.each<[NonNullable<StoredFacultyProfile['committeeRolesSupported']>, string[]]>([
    [[], []],
    [['chair', 'member'], []],
    [['member'], ['ROLE_NOT_SUPPORTED']],
  ])('of roles: supports %j', (committeeRolesSupported, expected) => {
    expect(warningsOf({ committeeRolesSupported }, 0)).toEqual(expected);
  });
});
