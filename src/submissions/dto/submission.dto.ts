import { ApiProperty } from '@nestjs/swagger';

import { Diagnostic, Identifier, JsonObject, OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { type Discrepancy, type Resolution, RESOLUTIONS } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../review-workflow.js';

export const SUBMISSION_ID = /^[A-Za-z0-9._:-]{1,64}$/;
/** Clients remove such segments from addresses. */
const DOTS = ['.', '..'];
export const NO_FORM_TYPE = DOTS;

/** Contract, section 4. */
export function SubmissionId(reserved: readonly string[] = []): PropertyDecorator {
  return Pattern(SUBMISSION_ID, 'must be 1 to 64 of A-Z a-z 0-9 . _ : -', {
    required: true,
    reserved,
    ...(reserved.length === 0 ? {} : { description: `Not ${reserved.join(' or ')}` }),
    example: 'sub-77',
  });
}

/** A number of more digits is not exact in JavaScript. */
export const DISCREPANCY_ID = /^\d{1,15}$/;

export function DiscrepancyId(): PropertyDecorator {
  return Pattern(DISCREPANCY_ID, 'must be the id of a discrepancy', { required: true, example: '12' });
}

export class SubmissionPathDto {
  @SubmissionId()
  submissionId!: string;
}

/** The path of a new submission. One that was created before the reserved IDs is found by {@link SubmissionPathDto}. */
export class PutSubmissionPathDto {
  @SubmissionId(DOTS)
  submissionId!: string;
}

export class DiscrepancyPathDto extends SubmissionPathDto {
  @DiscrepancyId()
  id!: string;
}

export class PutSubmissionDto {
  @Identifier(64, {
    required: true,
    isUnmistakable: true,
    reserved: NO_FORM_TYPE,
    description: 'Not . or ..; no tab, line break or other character that cannot be seen',
    example: 'address_change',
  })
  formType!: string;

  @Identifier(64, { required: true, description: 'The 950 ID or the legacyNumber', example: '950000001' })
  studentId!: string;

  @JsonObject({
    required: true,
    description: 'Form fields by name. A number beyond 9007199254740991 must be text',
    example: { email: 'ann.lee@northern.example.edu', degree: 'EdD' },
  })
  fields!: Record<string, unknown>;
}

export class ChangeStatusDto {
  @OneOf(SUBMISSION_STATUSES, { required: true, example: 'approved' })
  status!: SubmissionStatus;

  @Diagnostic(2000, { description: 'Kept in the history; cleaned and cut, never refused' })
  reason?: string | null;

  @Text(128, { description: 'Who decided, as the platform knows them' })
  actorId?: string | null;
}

export class ResolveDiscrepancyDto {
  @OneOf(RESOLUTIONS, { required: true, example: 'accept_submitted' })
  resolution!: Resolution;

  @Diagnostic(2000, { description: 'Cleaned and cut, never refused' })
  note?: string | null;
}

export class DiscrepancyDto {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty({ description: 'The record field', example: 'degree' })
  field!: string;

  @ApiProperty({ description: 'The form field that is mapped to it', example: 'degree' })
  formField!: string;

  @ApiProperty()
  submitted!: string;

  @ApiProperty({ type: String, nullable: true })
  recorded!: string | null;

  @ApiProperty({ enum: [...RESOLUTIONS], nullable: true })
  resolution!: Resolution | null;

  @ApiProperty({ type: String, nullable: true })
  note!: string | null;

  @ApiProperty({ type: String, nullable: true })
  resolvedBy!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  resolvedAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class SubmissionDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty()
  formType!: string;

  @ApiProperty()
  studentId!: string;

  @ApiProperty({ enum: [...SUBMISSION_STATUSES] })
  status!: SubmissionStatus;

  @ApiProperty({ type: 'object', additionalProperties: true })
  fields!: Record<string, unknown>;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  submittedAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidedAt!: string | null;

  @ApiProperty({ type: DiscrepancyDto, isArray: true })
  discrepancies!: DiscrepancyDto[];

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

export function presentDiscrepancy(discrepancy: Discrepancy): DiscrepancyDto {
  const { id, field, formField, submitted, recorded, resolution, note, resolvedBy, resolvedAt, createdAt } =
    discrepancy;
  const decided = { resolution, note, resolvedBy, resolvedAt: resolvedAt?.toISOString() ?? null };
  return {
    id: String(id),
    field,
    formField,
    submitted,
    recorded,
    ...decided,
    createdAt: createdAt.toISOString(),
  };
}

export function presentSubmission(
  submission: Submission,
  discrepancies: readonly Discrepancy[],
): SubmissionDto {
  const { submissionId, formType, studentId, status, fields, submittedAt, decidedAt, createdAt, updatedAt } =
    submission;
  return {
    submissionId,
    formType,
    studentId,
    status,
    fields,
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    discrepancies: discrepancies.map(presentDiscrepancy),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
