import { type Applied, type ApplyContext, applyProgress } from '../../src/progress/apply-progress.js';
import type { BulkProgressDto } from '../../src/progress/dto/bulk-progress.dto.js';
import type { CommitteeMemberDto } from '../../src/progress/dto/progress-parts.dto.js';
import { NO_PROGRESS, type StudentProgress } from '../../src/progress/student-progress.js';
import { DEFAULT_TEMPLATE } from '../../src/progress/templates/default-template.js';
import type { StoredFacultyProfile } from '../../src/users/model/fields/faculty-profile.js';
import { blankUser } from '../../src/users/model/fields/merge.js';
import type { User } from '../../src/users/model/user.entity.js';
import type { AccountType } from '../../src/users/model/account.js';

export const STUDENT = '950000001';
const FAY = '951000001';

function user(
  id: string,
  accountType: AccountType,
  facultyProfile: StoredFacultyProfile | null = null,
): User {
  return { ...blankUser('t', id, null, new Date()), accountType, facultyProfile };
}

export function contextWith(profile: StoredFacultyProfile | null = null, otherSeats = 0): ApplyContext {
  const fay = user(FAY, 'Faculty', profile);
  const people = new Map([
    [FAY, fay],
    ['F-1', fay],
    ['951000002', user('951000002', 'Staff')],
    ['950000009', user('950000009', 'Student')],
  ]);
  return {
    tenantId: 't',
    studentId: STUDENT,
    today: '2026-11-20',
    template: DEFAULT_TEMPLATE,
    startsOn: null,
    findFaculty: (reference) => people.get(reference),
    otherSeats: () => otherSeats,
  };
}

export function apply(
  sent: Partial<BulkProgressDto>,
  before: StudentProgress = NO_PROGRESS,
  context = contextWith(),
): Applied {
  return applyProgress(context, before, { studentId: STUDENT, ...sent }, '');
}

export const seat = (overrides: Partial<CommitteeMemberDto> = {}): CommitteeMemberDto => ({
  facultyId: FAY,
  role: 'chair',
  status: 'accepted',
  ...overrides,
});
