import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';

import { isSnakeCase } from '../../http/fields/formats.js';
import { QueryDay, QueryForm, QueryOneOf, QueryText, QueryValue } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { pick } from '../../http/pick.js';
import {
  DissertationDto,
  MemberDto,
  MilestoneDto,
  PacingDto,
  ProgressRecordDto,
} from '../../progress/dto/progress-record.dto.js';
import { PROGRESS_SORTS } from '../../progress/list/progress-list.repository.js';
import type { ListedProgress } from '../../progress/list/progress-list.service.js';
import { PACING_STATUSES, type PacingStatus } from '../../progress/progress-enums.js';

export class ProgressListQueryDto extends ListSortedBy(...PROGRESS_SORTS) {
  @QueryText(255, 'A whole number or e-mail address, or beginnings of names or of the ID')
  q?: string;

  @QueryOneOf(PACING_STATUSES)
  pacing?: PacingStatus;

  @QueryText(64, 'The ID of a program')
  programId?: string;

  @QueryValue(
    'isSnakeCase',
    { type: String, example: 'candidacy', description: 'The code of the next open required milestone' },
    (value) => (isSnakeCase(value) ? { value } : { problem: 'must be lower snake case, such as candidacy' }),
  )
  milestone?: string;

  @QueryDay('That milestone is due on this day or later')
  dueFrom?: string;

  @QueryDay('It is due on this day or earlier')
  dueTo?: string;

  @QueryText(64, 'The ID or legacyNumber of the chair of the committee')
  chair?: string;

  @QueryForm(/^\d{4}(-(0[1-9]|1[0-2]))?$/, '2024-09', 'must be a year or a month, such as 2024 or 2024-09')
  entry?: string;
}

/** The filters of the list. */
export class ProgressTimelineQueryDto extends OmitType(ProgressListQueryDto, [
  'page',
  'perPage',
  'sort',
  'order',
]) {}

const LISTED = [
  'studentId',
  'legacyNumber',
  'email',
  'firstName',
  'lastName',
  'accountStatus',
  'schoolProgram',
  'programId',
  'monthOfEntry',
  'yearOfEntry',
  'changedAt',
] as const;

class DissertationHeadDto extends PickType(DissertationDto, ['title', 'status'] as const) {}

class ChairDto extends PickType(MemberDto, ['facultyId', 'name'] as const) {}

class LateMilestoneDto {
  @ApiProperty({ example: 'proposal_defense' })
  code!: string;

  @ApiProperty({ format: 'date' })
  dueOn!: string;
}

const DAYS_BEHIND = {
  type: 'integer',
  description:
    "Days past due of the latest open required milestone, on today's day of the tenant's calendar; in pacing, on asOf",
} as const;

/** A student in a list. */
export class ProgressRowDto extends PickType(ProgressRecordDto, LISTED) {
  @ApiProperty()
  pacing!: PacingDto;

  @ApiProperty(DAYS_BEHIND)
  daysBehind!: number;

  @ApiProperty({
    type: LateMilestoneDto,
    nullable: true,
    description: 'From which they are counted: the latest open required milestone; null when none is late',
  })
  lateMilestone!: LateMilestoneDto | null;

  @ApiProperty({ type: ChairDto, nullable: true, description: 'The accepted chair of the committee' })
  chair!: ChairDto | null;

  @ApiProperty()
  dissertation!: DissertationHeadDto;
}

const OF_CHAIR = ['facultyId', 'name'] as const;

export function presentRow({ record, daysBehind, lateMilestone, chair }: ListedProgress): ProgressRowDto {
  const { pacing, dissertation } = record;
  return {
    ...pick(record, LISTED),
    pacing,
    daysBehind,
    lateMilestone: lateMilestone === null ? null : pick(lateMilestone, ['code', 'dueOn']),
    chair: chair === null ? null : pick(chair, OF_CHAIR),
    dissertation: pick(dissertation, ['title', 'status']),
  };
}

const OF_MILESTONE = ['code', 'name', 'required', 'status', 'result', 'dueOn', 'completedOn'] as const;

export class TimelineMilestoneDto extends PickType(MilestoneDto, OF_MILESTONE) {}

const OF_STUDENT = ['studentId', 'legacyNumber', 'firstName', 'lastName'] as const;

/** The row of a student in a timeline. */
export class TimelineStudentDto extends PickType(ProgressRecordDto, OF_STUDENT) {
  @ApiProperty({ enum: [...PACING_STATUSES] })
  pacingStatus!: PacingStatus;

  @ApiProperty(DAYS_BEHIND)
  daysBehind!: number;

  @ApiProperty({ type: TimelineMilestoneDto, isArray: true, description: 'In their order' })
  milestones!: TimelineMilestoneDto[];
}

/** Students with their milestones. */
export class ProgressTimelineDto {
  @ApiProperty({ format: 'date', description: "The day of the tenant's calendar" })
  today!: string;

  @ApiProperty({ type: 'integer', description: 'Whom the filters match; the first 200 of them are shown' })
  total!: number;

  @ApiProperty({ type: TimelineStudentDto, isArray: true, description: 'Those who are behind most first' })
  students!: TimelineStudentDto[];
}

export function presentTimelineRow({ record, daysBehind }: ListedProgress): TimelineStudentDto {
  const milestones = record.milestones.map((milestone) => pick(milestone, OF_MILESTONE));
  return { ...pick(record, OF_STUDENT), pacingStatus: record.pacing.status, daysBehind, milestones };
}
