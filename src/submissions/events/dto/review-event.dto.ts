import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Diagnostic, Identifier, JsonObject, Moment, OneOf, Text } from '../../../http/fields/fields.js';
import { Pattern } from '../../../http/fields/pattern.js';
import { NO_FORM_TYPE, SubmissionId } from '../../dto/submission.dto.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../review-workflow.js';

export const EVENT_TYPE = 'submission.status-changed.v1';
/** `application/json`, or a type of JSON with a name of its own, with parameters. */
const JSON_CONTENT = /^application\/(?:[\w.-]{1,64}\+)?json *(?:;.*)?$/i;
const ALL_OR_NONE = 'formType, studentId and fields are sent together or not at all';

/** `data` of a review event. With a form, the submission is made or replaced before it moves. */
export class ReviewEventDataDto {
  @SubmissionId(NO_FORM_TYPE)
  submissionId!: string;

  @OneOf(SUBMISSION_STATUSES, {
    required: true,
    description: 'The status that the submission has now',
    example: 'approved',
  })
  status!: SubmissionStatus;

  @Identifier(64, {
    isUnmistakable: true,
    reserved: NO_FORM_TYPE,
    description: ALL_OR_NONE,
    example: 'address_change',
  })
  formType?: string | null;

  @Identifier(64, { description: 'The 950 ID or the legacyNumber', example: '950000001' })
  studentId?: string | null;

  @JsonObject({
    description: 'Form fields by name, as in the PUT of a submission',
    example: { email: 'ann.lee@northern.example.edu', degree: 'EdD' },
  })
  fields?: Record<string, unknown> | null;

  @Diagnostic(2000, { description: 'Kept in the history; cleaned and cut, never refused' })
  reason?: string | null;

  @Text(128, { description: 'Who decided, as the sender knows them' })
  actorId?: string | null;
}

/** The context attributes that the service reads; others are ignored. */
export class ReviewEventContextDto {
  @OneOf(['1.0'], { required: true, example: '1.0' })
  specversion!: string;

  @Identifier(255, {
    required: true,
    description: 'The same for every repetition of one event; unique within the source',
    example: '7f1c2a8e',
  })
  id!: string;

  @Identifier(1024, { required: true, description: 'A URI reference', example: '/committees/doctoral' })
  source!: string;

  @OneOf([EVENT_TYPE], { required: true, example: EVENT_TYPE })
  type!: string;

  @Moment({ description: 'When it happened; omitted: now' })
  time?: string | null;

  @Pattern(JSON_CONTENT, 'must be a type of JSON, such as application/json', { example: 'application/json' })
  datacontenttype?: string | null;
}

/** An event as it is documented. Its two parts are checked one by one: free JSON must be a field of the checked DTO. */
export class ReviewEventDto extends ReviewEventContextDto {
  @ApiProperty({ type: () => ReviewEventDataDto })
  data!: ReviewEventDataDto;

  @ApiPropertyOptional({
    description:
      'The extension for distributed tracing: handed on with the envelope. One that is not valid is ignored',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  })
  traceparent?: string;
}

export const NOT_APPLIED = ['duplicate', 'older', 'unchanged'] as const;
export type NotApplied = (typeof NOT_APPLIED)[number];

export class EventResultDto {
  @ApiProperty({ example: true })
  applied!: boolean;

  @ApiPropertyOptional({
    enum: [...NOT_APPLIED],
    description:
      'Why nothing was done: the event was received before, it is older than the latest move, or the submission is ' +
      'like that already',
  })
  reason?: NotApplied;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'In the answer to a batch: why this event was refused (code, message and details)',
  })
  error?: object;
}
