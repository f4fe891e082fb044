import { ApiProperty } from '@nestjs/swagger';

import { COMMITTEE_ROLES, type CommitteeRole } from '../../settings/committee-roles.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../users/model/account.js';
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
  PACING_REASONS,
  PACING_STATUSES,
  type PacingReason,
  type PacingStatus,
  VERSION_STAGES,
  VERSION_STATUSES,
  type VersionStage,
  type VersionStatus,
} from '../progress-enums.js';

const TEXT = { type: String, nullable: true } as const;
const DATE = { type: String, format: 'date', nullable: true } as const;
const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const WHOLE = { type: 'integer', nullable: true } as const;

export class VersionDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  number!: number;

  @ApiProperty(TEXT)
  title!: string | null;

  @ApiProperty({ enum: [...VERSION_STAGES] })
  stage!: VersionStage;

  @ApiProperty({ enum: [...VERSION_STATUSES] })
  status!: VersionStatus;

  @ApiProperty(MOMENT)
  submittedAt!: string | null;

  @ApiProperty(MOMENT)
  decidedAt!: string | null;
}

export class DissertationDto {
  @ApiProperty(TEXT)
  title!: string | null;

  @ApiProperty({ enum: [...DISSERTATION_STATUSES] })
  status!: DissertationStatus;

  @ApiProperty(DATE)
  startedOn!: string | null;

  @ApiProperty(DATE)
  defendedOn!: string | null;

  @ApiProperty({ type: VersionDto, isArray: true })
  versions!: VersionDto[];
}

export class MilestoneDto {
  @ApiProperty({ example: 'proposal_defense' })
  code!: string;

  @ApiProperty({ example: 'Proposal defence' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 80 })
  sequence!: number;

  @ApiProperty()
  required!: boolean;

  @ApiProperty({ enum: [...MILESTONE_STATUSES] })
  status!: MilestoneStatus;

  @ApiProperty({ enum: [...MILESTONE_RESULTS], nullable: true })
  result!: MilestoneResult | null;

  @ApiProperty(DATE)
  dueOn!: string | null;

  @ApiProperty(DATE)
  completedOn!: string | null;
}

export class NextMilestoneDto {
  @ApiProperty()
  code!: string;

  @ApiProperty(DATE)
  dueOn!: string | null;
}

export class PacingDto {
  @ApiProperty({ enum: [...PACING_STATUSES] })
  status!: PacingStatus;

  @ApiProperty({ enum: [...PACING_REASONS], isArray: true })
  reasons!: PacingReason[];

  @ApiProperty({ type: 'integer' })
  completed!: number;

  @ApiProperty({ type: 'integer' })
  total!: number;

  @ApiProperty({ type: NextMilestoneDto, nullable: true })
  nextMilestone!: NextMilestoneDto | null;

  @ApiProperty({ type: 'integer', description: 'Days past due of the latest open required milestone' })
  daysBehind!: number;

  @ApiProperty({ format: 'date' })
  asOf!: string;
}

export class MemberDto {
  @ApiProperty({ example: '951000003' })
  facultyId!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: [...COMMITTEE_ROLES] })
  role!: CommitteeRole;

  @ApiProperty({ enum: [...MEMBER_STATUSES] })
  status!: MemberStatus;

  @ApiProperty()
  isExternal!: boolean;

  @ApiProperty({ description: 'Whether the account of the faculty member is active' })
  active!: boolean;
}

export class CommitteeDto {
  @ApiProperty({ enum: [...COMMITTEE_STATUSES] })
  status!: CommitteeStatus;

  @ApiProperty(DATE)
  formedOn!: string | null;

  @ApiProperty({ type: String, isArray: true })
  missingRoles!: string[];

  @ApiProperty({ type: MemberDto, isArray: true })
  members!: MemberDto[];
}

/** The parts of a student's record about the work. */
export class ProgressPartsDto {
  @ApiProperty()
  dissertation!: DissertationDto;

  @ApiProperty({ type: MilestoneDto, isArray: true })
  milestones!: MilestoneDto[];

  @ApiProperty()
  pacing!: PacingDto;

  @ApiProperty()
  committee!: CommitteeDto;
}

/** One student as the export sends it (contract, section 3). */
export class ProgressRecordDto extends ProgressPartsDto {
  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty(TEXT)
  legacyNumber!: string | null;

  @ApiProperty()
  email!: string;

  @ApiProperty()
  firstName!: string;

  @ApiProperty()
  lastName!: string;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty(TEXT)
  schoolProgram!: string | null;

  @ApiProperty(TEXT)
  programId!: string | null;

  @ApiProperty(TEXT)
  degree!: string | null;

  @ApiProperty(WHOLE)
  monthOfEntry!: number | null;

  @ApiProperty(WHOLE)
  yearOfEntry!: number | null;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

/** The entry of a person who stopped being a Student (contract, section 3). */
export class RemovedRecordDto {
  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty({ ...TEXT, description: 'As the last record had it' })
  legacyNumber!: string | null;

  @ApiProperty({ enum: [true] })
  removed!: true;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}
