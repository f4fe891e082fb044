import type { CommitteeRole } from '../settings/committee-roles.js';
import { presentFacultyProfile } from '../users/model/fields/faculty-profile.js';
import { defaultName, effectiveRole } from '../users/model/user-defaults.js';
import type { User } from '../users/model/user.entity.js';
import type { TenantSettings } from '../settings/settings.js';
import type { Day } from '../tenancy/time/calendar.js';
import type {
  CommitteeDto,
  DissertationDto,
  MemberDto,
  MilestoneDto,
  ProgressPartsDto,
  VersionDto,
} from './dto/progress-record.dto.js';
import type { Committee } from './entities/committee.entity.js';
import type { CommitteeMember } from './entities/committee-member.entity.js';
import type { Dissertation } from './entities/dissertation.entity.js';
import type { DissertationVersion } from './entities/dissertation-version.entity.js';
import type { Milestone } from './entities/milestone.entity.js';
import { computePacing, nextReviewDay, type PacingFacts } from './pacing/pacing.js';
import type { CommitteeStatus } from './progress-enums.js';

/** All that is stored about the work of one student. */
export interface StudentProgress {
  readonly dissertation: Dissertation | undefined;
  readonly versions: readonly DissertationVersion[];
  readonly milestones: readonly Milestone[];
  readonly committee: Committee | undefined;
  readonly members: readonly CommitteeMember[];
}

export const NO_PROGRESS: StudentProgress = {
  dissertation: undefined,
  versions: [],
  milestones: [],
  committee: undefined,
  members: [],
};

/** The part of a committee member's account that a record shows. */
export interface FacultyView {
  readonly name: string;
  readonly isExternal: boolean;
  readonly active: boolean;
}

export function viewFaculty(user: User): FacultyView {
  const { isExternal } = presentFacultyProfile(user.facultyProfile, effectiveRole(user));
  return {
    name: user.name ?? defaultName(user),
    isExternal: isExternal ?? false,
    active: user.accountStatus === 'active',
  };
}

export type FacultyViews = ReadonlyMap<string, FacultyView>;

export function presentVersion({
  number,
  title,
  stage,
  status,
  submittedAt,
  decidedAt,
}: DissertationVersion): VersionDto {
  return {
    number,
    title,
    stage,
    status,
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

export function presentDissertation({ dissertation, versions }: StudentProgress): DissertationDto {
  const { title = null, status = 'not_started', startedOn = null, defendedOn = null } = dissertation ?? {};
  return {
    title,
    status,
    startedOn,
    defendedOn,
    versions: [...versions].sort((one, other) => one.number - other.number).map(presentVersion),
  };
}

export function presentMilestone({
  code,
  name,
  sequence,
  required,
  status,
  result,
  dueOn,
  completedOn,
}: Milestone): MilestoneDto {
  return { code, name, sequence, required, status, result, dueOn, completedOn };
}

function presentMembers(members: readonly CommitteeMember[], faculty: FacultyViews): MemberDto[] {
  return [...members]
    .sort((one, other) => one.position - other.position)
    .map(({ facultyId, role, status }) => {
      const { name, isExternal, active } = faculty.get(facultyId) ?? {
        name: facultyId,
        isExternal: false,
        active: false,
      };
      return { facultyId, name, role, status, isExternal, active };
    });
}

/** The stored status; without one, the status follows from the members. */
function committeeStatus(
  stored: CommitteeStatus | null,
  members: readonly MemberDto[],
  missingRoles: readonly string[],
): CommitteeStatus {
  if (stored !== null) return stored;
  if (members.length === 0) return 'not_started';
  return missingRoles.length > 0 ? 'forming' : 'pending_approval';
}

/** The required roles that no active member has accepted. */
function missingRolesOf(
  members: readonly MemberDto[],
  { requiredCommitteeRoles }: Pick<TenantSettings, 'requiredCommitteeRoles'>,
): CommitteeRole[] {
  const filled = new Set<string>(
    members
      .filter(({ status, active }) => status === 'accepted' && active)
      .map(({ role }): CommitteeRole => role),
  );
  return requiredCommitteeRoles.filter((role) => !filled.has(role));
}

/** The facts of a stored record, as these settings see them. */
export function factsUnder(
  { dissertation, milestones, committee }: ProgressPartsDto,
  settings: Pick<TenantSettings, 'requiredCommitteeRoles'>,
): PacingFacts {
  return {
    dissertationStatus: dissertation.status,
    versions: dissertation.versions,
    milestones,
    missingRoles: missingRolesOf(committee.members, settings),
  };
}

export function presentCommittee(
  { committee, members }: StudentProgress,
  faculty: FacultyViews,
  settings: TenantSettings,
): CommitteeDto {
  const shown = presentMembers(members, faculty);
  const missingRoles = missingRolesOf(shown, settings);
  const status = committeeStatus(committee?.status ?? null, shown, missingRoles);
  return { status, formedOn: committee?.formedOn ?? null, missingRoles, members: shown };
}

/** The record's parts, and the first day on which time alone may change them. */
export interface PresentedProgress {
  readonly parts: ProgressPartsDto;
  readonly reviewOn: Day | null;
}

/** Builds the parts of a record. A pure function of the stored progress, the tenant's settings and its calendar day. */
export function presentProgress(
  progress: StudentProgress,
  faculty: FacultyViews,
  settings: TenantSettings,
  today: Day,
): PresentedProgress {
  const dissertation = presentDissertation(progress);
  const committee = presentCommittee(progress, faculty, settings);
  const milestones = [...progress.milestones]
    .sort((one, other) => one.sequence - other.sequence || (one.code < other.code ? -1 : 1))
    .map(presentMilestone);
  const facts: PacingFacts = {
    dissertationStatus: dissertation.status,
    versions: dissertation.versions,
    milestones,
    missingRoles: committee.missingRoles,
  };
  const pacing = computePacing(facts, today, settings.pacing);
  const parts = { dissertation, milestones, pacing: { ...pacing, reasons: [...pacing.reasons] }, committee };
  return { parts, reviewOn: nextReviewDay(facts, today, settings.pacing) };
}
