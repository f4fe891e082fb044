import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ArrayNotEmpty } from 'class-validator';

import { ERROR_STATUS, type ErrorCode } from '../../errors/refusal.js';
import { OneOf, Text } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';
import { Pattern } from '../../http/fields/pattern.js';
import type {
  GroupWithExample,
  SubmissionCard,
} from '../../submissions/discrepancies/waiting-discrepancies.js';
import {
  DISCREPANCY_ID,
  DiscrepancyId,
  ResolveDiscrepancyDto,
} from '../../submissions/dto/submission.dto.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../submissions/review-workflow.js';
import { type Resolution, RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import type { SubmissionWithDiscrepancies } from '../../submissions/submissions-of-student.js';
import { QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { MOST_SELECTED } from '../selection.js';
import { A_GROUP, DiscrepancyRowDto, GROUP_KEY } from './discrepancies.dto.js';
import { SubmissionNamesDto } from './submission-names.dto.js';

class WaitingFilterDto {
  @QueryText(64, 'Only of this form type')
  formType?: string;

  @QueryOneOf(RECORD_FIELDS)
  field?: string;
}

export class WaitingSubmissionsQueryDto extends IntersectionType(
  ListSortedBy('waitingSince'),
  WaitingFilterDto,
) {}

export class DiscrepancyGroupsQueryDto extends IntersectionType(
  ListSortedBy('discrepancies'),
  WaitingFilterDto,
) {}

class SubmissionFactsDto extends SubmissionNamesDto {
  @ApiProperty({ enum: [...SUBMISSION_STATUSES], description: 'Where its review stands' })
  submissionStatus!: SubmissionStatus;
}

/** A submission that waits for decisions. */
export class WaitingSubmissionDto extends SubmissionFactsDto {
  @ApiProperty({ type: String, isArray: true, description: 'The record fields that are undecided' })
  openFields!: string[];

  @ApiProperty({ format: 'date-time', description: 'When the first of them was found' })
  waitingSince!: string;
}

/** A field of a form beside the record. */
export class FormLineDto {
  @ApiProperty({ example: 'Degree sought' })
  formField!: string;

  @ApiProperty({ type: String, nullable: true, description: 'As text; null when it is blank' })
  submitted!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The record field that it means' })
  field!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the record has there now' })
  recorded!: string | null;
}

/** A submission with its whole form, and all its discrepancies. */
export class SubmissionCardDto extends SubmissionFactsDto {
  @ApiProperty({ type: FormLineDto, isArray: true })
  form!: FormLineDto[];

  @ApiProperty({ type: DiscrepancyRowDto, isArray: true, description: 'Decided ones included' })
  discrepancies!: DiscrepancyRowDto[];
}

export class FieldDecisionDto {
  @DiscrepancyId()
  id!: string;

  @OneOf(RESOLUTIONS, { required: true, example: 'accept_submitted' })
  resolution!: Resolution;
}

export class ResolveSubmissionDto {
  @NestedList(() => FieldDecisionDto, MOST_SELECTED, { required: true })
  @ArrayNotEmpty({ message: '$property must name a discrepancy' })
  @DistinctBy('id')
  decisions!: FieldDecisionDto[];

  @Text(2000, { description: 'Kept with each decision' })
  note?: string | null;
}

/** Open discrepancies with the same form type, field and values. */
export class DiscrepancyGroupDto {
  @ApiProperty({ example: A_GROUP })
  groupKey!: string;

  @ApiProperty({ example: 'program_transfer' })
  formType!: string;

  @ApiProperty({ description: 'The record field', example: 'schoolProgram' })
  field!: string;

  @ApiProperty({ example: 'Education (EdD)' })
  submitted!: string;

  @ApiProperty({ type: String, nullable: true })
  recorded!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many are open, each of another submission', example: 38 })
  discrepancies!: number;

  @ApiProperty({ description: 'The ID of the one that was found last', example: '412' })
  newest!: string;

  @ApiProperty({ format: 'date-time', description: 'When the first one was found' })
  waitingSince!: string;
}

export class GroupPathDto {
  @Pattern(GROUP_KEY, 'must be the groupKey of a group', { required: true, example: A_GROUP })
  groupKey!: string;
}

export class ResolveGroupDto extends ResolveDiscrepancyDto {
  @Pattern(DISCREPANCY_ID, 'must be the id of a discrepancy', {
    required: true,
    description: 'newest of the group that was looked at: what was found later is left open',
    example: '412',
  })
  newest!: string;

  @Pattern(DISCREPANCY_ID, 'must be the id of a discrepancy', {
    description: `next of the answer before: one call decides ${MOST_SELECTED} at most`,
    example: '212',
  })
  after?: string;
}

/** A discrepancy of a group that could not be decided. */
export class GroupFailureDto {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty({ enum: Object.keys(ERROR_STATUS) })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class GroupResolvedDto {
  @ApiProperty({ type: 'integer', description: 'How many this call has decided', example: 38 })
  resolved!: number;

  @ApiProperty({ type: GroupFailureDto, isArray: true, description: 'They stay open' })
  failures!: GroupFailureDto[];

  @ApiProperty({ type: String, nullable: true, description: 'after of the next call; null: that was all' })
  next!: string | null;
}

function factsOf(
  { submission }: SubmissionWithDiscrepancies,
  studentName: string | null,
): SubmissionFactsDto {
  const { submissionId, formType, studentId, status: submissionStatus } = submission;
  return { submissionId, formType, studentId, studentName, submissionStatus };
}

export function presentWaiting(
  row: SubmissionWithDiscrepancies,
  studentName: string | null,
): WaitingSubmissionDto {
  const open = row.discrepancies.filter(({ resolution }) => resolution === null);
  const waitingSince = open[0]?.createdAt ?? row.submission.updatedAt;
  return {
    ...factsOf(row, studentName),
    openFields: open.map(({ field }) => field),
    waitingSince: waitingSince.toISOString(),
  };
}

export function presentCard(
  card: SubmissionCard,
  studentName: string | null,
  discrepancies: DiscrepancyRowDto[],
): SubmissionCardDto {
  return { ...factsOf(card, studentName), form: [...card.lines], discrepancies };
}

export function presentGroup({ group, example }: GroupWithExample): DiscrepancyGroupDto {
  const { formType, field, submitted, recorded, createdAt } = example;
  return {
    groupKey: group.groupKey,
    formType,
    field,
    submitted,
    recorded,
    discrepancies: group.discrepancies,
    newest: String(group.newest),
    waitingSince: createdAt.toISOString(),
  };
}
