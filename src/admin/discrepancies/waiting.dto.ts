import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ArrayNotEmpty } from 'class-validator';

import { OneOf, Text } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';
import type { SubmissionCard } from '../../submissions/discrepancies/waiting-discrepancies.js';
import { DiscrepancyId } from '../../submissions/dto/submission.dto.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../submissions/review-workflow.js';
import { type Resolution, RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import type { SubmissionWithDiscrepancies } from '../../submissions/submissions-of-student.js';
import { QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { MOST_SELECTED } from '../selection.js';
import { DiscrepancyRowDto } from './discrepancies.dto.js';
import { SubmissionNamesDto } from './submission-names.dto.js';

export class WaitingFilterDto {
  @QueryText(64, 'Only of this form type')
  formType?: string;

  @QueryOneOf(RECORD_FIELDS)
  field?: string;
}

export class WaitingSubmissionsQueryDto extends IntersectionType(
  ListSortedBy('waitingSince'),
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
