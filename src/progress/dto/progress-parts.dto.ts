import {
  CalendarDate,
  Flag,
  Identifier,
  Moment,
  OneOf,
  SnakeCase,
  Text,
  WholeNumber,
} from '../../http/fields/fields.js';
import { DistinctBy, NestedList, OnlyWhen } from '../../http/fields/nested-list.js';
import { COMMITTEE_ROLES, type CommitteeRole } from '../../settings/committee-roles.js';
import {
  COMMITTEE_STATUSES,
  type CommitteeStatus,
  DISSERTATION_STATUSES,
  type DissertationStatus,
  MEMBER_STATUSES,
  type MemberStatus,
  MILESTONE_RESULTS,
  MILESTONE_STATUSES,
  type MilestoneResult,
  type MilestoneStatus,
  VERSION_STAGES,
  VERSION_STATUSES,
  type VersionStage,
  type VersionStatus,
} from '../progress-enums.js';

export const LARGEST_VERSION = 10_000;
const LARGEST_SEQUENCE = 1_000_000;

/** Contract, section 4: the dissertation as a whole; what is omitted is cleared. */
export class PutDissertationDto {
  @Text(1000, { required: true, example: 'Mentoring first-generation principals' })
  title!: string;

  @OneOf(DISSERTATION_STATUSES, { required: true, example: 'in_progress' })
  status!: DissertationStatus;

  @CalendarDate({ example: '2025-01-13' })
  startedOn?: string | null;

  @CalendarDate()
  defendedOn?: string | null;
}

export class PutVersionDto {
  @Text(1000)
  title?: string | null;

  @OneOf(VERSION_STAGES, { required: true, example: 'proposal' })
  stage!: VersionStage;

  @OneOf(VERSION_STATUSES, { required: true, example: 'submitted' })
  status!: VersionStatus;

  @Moment({ example: '2026-02-01T09:30:00.000Z' })
  submittedAt?: string | null;

  @Moment()
  decidedAt?: string | null;
}

/** name, sequence and required default to the template's. */
export class PutMilestoneDto {
  @Text(255)
  name?: string | null;

  @WholeNumber(0, LARGEST_SEQUENCE)
  sequence?: number | null;

  @Flag()
  required?: boolean | null;

  @OneOf(MILESTONE_STATUSES, { required: true, example: 'completed' })
  status!: MilestoneStatus;

  @OneOf(MILESTONE_RESULTS, { example: 'passed' })
  result?: MilestoneResult | null;

  @CalendarDate({ example: '2026-03-01' })
  dueOn?: string | null;

  @CalendarDate({ description: 'Only with the status completed', example: '2026-02-20' })
  @OnlyWhen('status', 'completed')
  completedOn?: string | null;
}

export class CommitteeMemberDto {
  @Identifier(64, { required: true, description: 'The 950/951 ID or the legacyNumber', example: '951000003' })
  facultyId!: string;

  @OneOf(COMMITTEE_ROLES, { required: true, example: 'chair' })
  role!: CommitteeRole;

  @OneOf(MEMBER_STATUSES, { required: true, example: 'accepted' })
  status!: MemberStatus;
}

/** The whole committee: a member who is not in the list no longer has a seat. */
export class PutCommitteeDto {
  @OneOf(COMMITTEE_STATUSES, { description: 'Omitted: follows from the members' })
  status?: CommitteeStatus | null;

  @CalendarDate()
  formedOn?: string | null;

  @NestedList(() => CommitteeMemberDto, 50, { required: true })
  @DistinctBy('facultyId')
  members!: CommitteeMemberDto[];
}

export class BulkVersionDto extends PutVersionDto {
  @WholeNumber(1, LARGEST_VERSION, { required: true, example: 1 })
  number!: number;
}

export class BulkMilestoneDto extends PutMilestoneDto {
  @SnakeCase(64, { required: true, example: 'proposal_defense' })
  code!: string;
}
