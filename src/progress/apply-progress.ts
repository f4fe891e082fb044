import { isDeepStrictEqual } from 'node:util';

import type { FieldProblem } from '../errors/refusal.js';
import { ValidationFailed } from '../errors/request.errors.js';
import type { Warning } from '../http/answers.js';
import { presentFacultyProfile } from '../users/model/fields/faculty-profile.js';
import { effectiveRole } from '../users/model/user-defaults.js';
import type { User } from '../users/model/user.entity.js';
import type { Day } from '../tenancy/time/calendar.js';
import { dueByTemplate, dueWhenNotSent } from './due-dates.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import type {
  BulkMilestoneDto,
  BulkVersionDto,
  CommitteeMemberDto,
  PutCommitteeDto,
  PutDissertationDto,
} from './dto/progress-parts.dto.js';
import type { CommitteeMember } from './entities/committee-member.entity.js';
import type { DissertationVersion } from './entities/dissertation-version.entity.js';
import type { Milestone } from './entities/milestone.entity.js';
import type { StudentProgress } from './student-progress.js';
import { nameOfCode, type TemplateMilestone } from './templates/default-template.js';

/** What the rules for one student need besides the student's stored progress. */
export interface ApplyContext {
  readonly tenantId: string;
  readonly studentId: string;
  readonly today: Day;
  readonly template: readonly TemplateMilestone[];
  /** The first day of the student's month of entry, from which offsets of the template count; null: not known. */
  readonly startsOn: Day | null;
  /** The user of an ID or legacyNumber; undefined when there is none. */
  readonly findFaculty: (reference: string) => User | undefined;
  /** The number of accepted seats in other students' committees. */
  readonly otherSeats: (facultyId: string) => number;
}

export interface Applied {
  readonly after: StudentProgress;
  readonly warnings: readonly Warning[];
}

const moment = (text: string | null | undefined): Date | null =>
  text === undefined || text === null ? null : new Date(text);

function putDissertation(
  context: ApplyContext,
  { title, status, startedOn, defendedOn }: PutDissertationDto,
): StudentProgress['dissertation'] {
  const { tenantId, studentId } = context;
  return { tenantId, studentId, title, status, startedOn: startedOn ?? null, defendedOn: defendedOn ?? null };
}

/** Replaces the items that have the same key and keeps the others. */
function putAll<T>(stored: readonly T[], sent: readonly T[], keyOf: (item: T) => unknown): T[] {
  const merged = new Map(stored.map((item) => [keyOf(item), item]));
  for (const item of sent) merged.set(keyOf(item), item);
  return [...merged.values()];
}

function putVersion(
  context: ApplyContext,
  { number, title, stage, status, submittedAt, decidedAt }: BulkVersionDto,
): DissertationVersion {
  const { tenantId, studentId } = context;
  return {
    tenantId,
    studentId,
    number,
    title: title ?? null,
    stage,
    status,
    submittedAt: moment(submittedAt),
    decidedAt: moment(decidedAt),
  };
}

/** The whole template is copied when a student's first milestone is written. */
function milestonesToStartFrom(context: ApplyContext, stored: readonly Milestone[]): readonly Milestone[] {
  if (stored.length > 0) return stored;
  const { tenantId, studentId } = context;
  return context.template.map((milestone) => ({
    tenantId,
    studentId,
    code: milestone.code,
    name: milestone.name,
    sequence: milestone.sequence,
    required: milestone.required,
    status: 'not_started' as const,
    result: null,
    dueOn: dueByTemplate(context.startsOn, milestone),
    completedOn: null,
  }));
}

function putMilestone(
  context: ApplyContext,
  stored: readonly Milestone[],
  sent: BulkMilestoneDto,
): Milestone {
  const { tenantId, studentId } = context;
  const { code, status, result, completedOn } = sent;
  const known = stored.find((milestone) => milestone.code === code);
  const last = Math.max(0, ...stored.map(({ sequence }) => sequence));
  const fallback: TemplateMilestone = context.template.find((milestone) => milestone.code === code) ??
    known ?? { code, name: nameOfCode(code), sequence: last + 10, required: true };
  return {
    tenantId,
    studentId,
    code,
    name: sent.name ?? fallback.name,
    sequence: sent.sequence ?? fallback.sequence,
    required: sent.required ?? fallback.required,
    status,
    result: result ?? null,
    dueOn: sent.dueOn === undefined ? dueWhenNotSent(context.startsOn, known, fallback) : sent.dueOn,
    completedOn: completedOn ?? null,
  };
}

function putMilestones(
  context: ApplyContext,
  stored: readonly Milestone[],
  sent: readonly BulkMilestoneDto[],
): readonly Milestone[] {
  if (sent.length === 0) return stored;
  return sent.reduce<readonly Milestone[]>(
    (milestones, one) => putAll(milestones, [putMilestone(context, milestones, one)], ({ code }) => code),
    milestonesToStartFrom(context, stored),
  );
}

function seatProblem(
  field: string,
  member: CommitteeMemberDto,
  user: User | undefined,
  isSeated: boolean,
): FieldProblem | undefined {
  if (user === undefined)
    return {
      field,
      code: 'unknownFaculty',
      message: `${field}: no user has the ID or legacyNumber ${member.facultyId}`,
    };
  if (user.accountType === 'Student')
    return {
      field,
      code: 'isFaculty',
      message: `${field}: user ${user.id} is a Student; committees take faculty and staff`,
    };
  const takesPart = member.status === 'invited' || member.status === 'accepted';
  if (takesPart && !isSeated && user.facultyProfile?.isCommitteeEligible === false) {
    return {
      field,
      code: 'isCommitteeEligible',
      message: `${field}: user ${user.id} is not eligible for committees (isCommitteeEligible is false)`,
    };
  }
  return undefined;
}

function seatWarnings(
  context: ApplyContext,
  field: string,
  member: CommitteeMemberDto,
  user: User,
): Warning[] {
  if (member.status !== 'invited' && member.status !== 'accepted') return [];
  const profile = presentFacultyProfile(user.facultyProfile, effectiveRole(user));
  const seats = context.otherSeats(user.id) + (member.status === 'accepted' ? 1 : 0);
  const conditions: [boolean, string, string][] = [
    [
      seats > profile.maxConcurrentCommittees,
      'OVER_CAPACITY',
      `has ${seats} accepted seats and takes ${profile.maxConcurrentCommittees}`,
    ],
    [
      profile.leaveUntil !== null && profile.leaveUntil >= context.today,
      'ON_LEAVE',
      `is on leave until ${profile.leaveUntil ?? ''}`,
    ],
    [
      profile.committeeRolesSupported.length > 0 && !profile.committeeRolesSupported.includes(member.role),
      'ROLE_NOT_SUPPORTED',
      `does not list the role ${member.role} in committeeRolesSupported`,
    ],
  ];
  return conditions
    .filter(([isTrue]) => isTrue)
    .map(([, code, text]) => ({ field, code, message: `User ${user.id} ${text}` }));
}

/** Finds members who are named twice, by ID and by legacyNumber, which the validation of the body cannot find. */
function repeatedSeat(members: readonly CommitteeMember[], path: string): FieldProblem[] {
  const ids = members.map(({ facultyId }) => facultyId);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [
          {
            field: `${path}members[${index}].facultyId`,
            code: 'distinct',
            message: `${path}members[${index}].facultyId: user ${id} has a seat already`,
          },
        ],
  );
}

function putCommittee(
  context: ApplyContext,
  before: StudentProgress,
  sent: PutCommitteeDto,
  path: string,
): { members: CommitteeMember[]; warnings: Warning[] } {
  const { tenantId, studentId } = context;
  const problems: FieldProblem[] = [];
  const warnings: Warning[] = [];
  const members = sent.members.flatMap((member, position): CommitteeMember[] => {
    const field = `${path}members[${position}].facultyId`;
    const user = context.findFaculty(member.facultyId);
    const isSeated = before.members.some(
      ({ facultyId, role, status }) =>
        facultyId === user?.id && role === member.role && status === member.status,
    );
    const problem = seatProblem(field, member, user, isSeated);
    if (problem !== undefined) problems.push(problem);
    if (problem !== undefined || user === undefined) return [];
    warnings.push(...seatWarnings(context, field, member, user));
    return [{ tenantId, studentId, facultyId: user.id, position, role: member.role, status: member.status }];
  });
  problems.push(...repeatedSeat(members, path));
  if (problems.length > 0) throw new ValidationFailed(problems);
  return { members, warnings };
}

/**
 * Applies the parts that were sent to the stored progress of one student. A pure function: `before` stays as it is.
 * @param path the prefix of the committee's field names in a problem: `committee.` in bulk, empty in a PUT
 * @throws {ValidationFailed} when committee members may not take their seats; every such member is named
 */
export function applyProgress(
  context: ApplyContext,
  before: StudentProgress,
  sent: BulkProgressDto,
  path: string,
): Applied {
  const { tenantId, studentId } = context;
  const { dissertation, versions, milestones, committee } = sent;
  const seats = committee ? putCommittee(context, before, committee, path) : undefined;
  const after: StudentProgress = {
    dissertation: dissertation ? putDissertation(context, dissertation) : before.dissertation,
    versions: putAll(
      before.versions,
      (versions ?? []).map((version) => putVersion(context, version)),
      ({ number }) => number,
    ),
    milestones: putMilestones(context, before.milestones, milestones ?? []),
    committee: committee
      ? { tenantId, studentId, status: committee.status ?? null, formedOn: committee.formedOn ?? null }
      : before.committee,
    members: seats?.members ?? before.members,
  };
  return { after, warnings: seats?.warnings ?? [] };
}

/** Whether both are equal; the order of their rows does not count. */
export function sameProgress(one: StudentProgress, other: StudentProgress): boolean {
  const comparable = ({
    dissertation,
    versions,
    milestones,
    committee,
    members,
  }: StudentProgress): unknown => [
    dissertation,
    new Map(versions.map((version) => [version.number, version])),
    new Map(milestones.map((milestone) => [milestone.code, milestone])),
    committee,
    new Map(members.map((member) => [member.facultyId, member])),
  ];
  return isDeepStrictEqual(comparable(one), comparable(other));
}
