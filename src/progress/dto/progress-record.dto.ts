import { ApiProperty } from '@nestjs/swagger';

import { COMMITTEE_ROLES, type CommitteeRole } from '../../users/model/faculty-profile.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../users/model/user.entity.js';
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

const text = { type: String, nullable: true } as const;
const date = { type: String, format: 'date', nullable: true } as const;
const moment = { type: String, format: 'date-time', nullable: true } as const;
const whole = { type: 'integer', nullable: true } as const;

export class VersionDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  number!: number;

  @ApiProperty(text)
  title!: string | null;

  @ApiProperty({ enum: [...VERSION_STAGES] })
  stage!: VersionStage;

  @ApiProperty({ enum: [...VERSION_STATUSES] })
  status!: VersionStatus;

  @ApiProperty(moment)
  submittedAt!: string | null;

  @ApiProperty(moment)
  decidedAt!: string | null;
}

export class DissertationDto {
  @ApiProperty(text)
  title!: string | null;

  @ApiProperty({ enum: [...DISSERTATION_STATUSES] })
  status!: DissertationStatus;

  @ApiProperty(date)
  startedOn!: string | null;

  @ApiProperty(date)
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

  @ApiProperty(date)
  dueOn!: string | null;

  @ApiProperty(date)
  completedOn!: string | null;
}

export class NextMilestoneDto {
  @ApiProperty()
  code!: string;

  @ApiProperty(date)
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

  @ApiProperty(date)
  formedOn!: string | null;

  @ApiProperty({ type: String, isArray: true })
  missingRoles!: string[];

  @ApiProperty({ type: MemberDto, isArray: true })
  members!: MemberDto[];
}

/** What a student's record says of the work itself. */
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

  @ApiProperty(text)
  legacyNumber!: string | null;

  @ApiProperty()
  email!: string;

  @ApiProperty()
  firstName!: string;

  @ApiProperty()
  lastName!: string;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty(text)
  schoolProgram!: string | null;

  @ApiProperty(text)
  programId!: string | null;

  @ApiProperty(text)
  degree!: string | null;

  @ApiProperty(whole)
  monthOfEntry!: number | null;

  @ApiProperty(whole)
  yearOfEntry!: number | null;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

/** What stands for the record of a person who stopped being a Student (contract, section 3). */
export class RemovedRecordDto {
  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty({ ...text, description: 'As the last record had it' })
  legacyNumber!: string | null;

  @ApiProperty({ enum: [true] })
  removed!: true;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}
