import { ApiProperty } from '@nestjs/swagger';

import { Diagnostic, OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { textProblem } from '../../http/fields/text-rules.js';
import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import { SubmissionId } from '../../submissions/dto/submission.dto.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../submissions/review-workflow.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import type { SyncTransition } from '../entities/sync-transition.entity.js';
import {
  ACK_STATUSES,
  type AckStatus,
  SYNC_STATUSES,
  type SyncStatus,
  TRANSITION_CAUSES,
  type TransitionCause,
} from '../entities/sync-statuses.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;
/** Of an error that a connector reports. */
export const LONGEST_ERROR = 5000;

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;

/** Contract, section 5: above 500 the limit is 500. */
export class QueueQueryDto {
  @QueryValue('isIn', { enum: [...SYNC_STATUSES] }, (value) =>
    (SYNC_STATUSES as readonly string[]).includes(value)
      ? { value }
      : { problem: `must be one of ${SYNC_STATUSES.join(', ')}` },
  )
  status?: SyncStatus;

  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

export const CLAIM_ID = /^[A-Za-z0-9_-]{1,32}$/;

export function ClaimId(options: { required?: boolean; description?: string } = {}): PropertyDecorator {
  return Pattern(CLAIM_ID, 'must be the claimId of a claim', {
    ...options,
    // An example of an optional claim would be sent by "Try it out", and there is no such claim.
    ...(options.required === true ? { example: 'n0XbmPq3sT7uVw9yZa2c4e' } : {}),
  });
}

export class ReplayDto {
  @SubmissionId()
  submissionId!: string;

  @Text(64, {
    isUnmistakable: true,
    description: 'Open; SIS, CRM and LMS are known. Omitted: unchanged. No character that cannot be seen',
    example: 'SIS',
  })
  targetSystem?: string | null;
}

export class AckDto extends ReplayDto {
  @OneOf(ACK_STATUSES, { required: true, example: 'sent' })
  status!: AckStatus;

  @Diagnostic(LONGEST_ERROR, {
    description: `Only with failed; cleaned, and cut after ${LONGEST_ERROR} characters`,
  })
  lastError?: string | null;

  @ClaimId({ description: 'The claim of a connector; without it the report ends any lease' })
  claimId?: string | null;
}

/** Which item of a submission, where it has one for each of several targets. */
export class TargetQueryDto {
  @QueryValue(
    'isText',
    { type: String, maxLength: 64, description: 'Which item, where the submission has several' },
    (value) => {
      const problem = textProblem(value, 64);
      return problem === undefined ? { value } : { problem };
    },
  )
  targetSystem?: string;
}

export class SyncItemDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty()
  formType!: string;

  @ApiProperty()
  studentId!: string;

  @ApiProperty({ enum: [...SUBMISSION_STATUSES] })
  submissionStatus!: SubmissionStatus;

  @ApiProperty({ enum: [...SYNC_STATUSES] })
  syncStatus!: SyncStatus;

  @ApiProperty(TEXT)
  targetSystem!: string | null;

  @ApiProperty(TEXT)
  lastError!: string | null;

  @ApiProperty({ type: 'integer' })
  attempts!: number;

  @ApiProperty(MOMENT)
  queuedAt!: string | null;

  @ApiProperty(MOMENT)
  lastTransitionAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

export class SyncTransitionDto {
  @ApiProperty({ enum: [...SYNC_STATUSES] })
  from!: SyncStatus;

  @ApiProperty({ enum: [...SYNC_STATUSES] })
  to!: SyncStatus;

  @ApiProperty({ enum: [...TRANSITION_CAUSES] })
  cause!: TransitionCause;

  @ApiProperty(TEXT)
  targetSystem!: string | null;

  @ApiProperty(TEXT)
  lastError!: string | null;

  @ApiProperty()
  actor!: string;

  @ApiProperty()
  requestId!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;
}

export function presentItem(item: SyncItem): SyncItemDto {
  return {
    submissionId: item.submissionId,
    formType: item.formType,
    studentId: item.studentId,
    submissionStatus: item.submissionStatus,
    syncStatus: item.syncStatus,
    targetSystem: item.targetSystem,
    lastError: item.lastError,
    attempts: item.attempts,
    queuedAt: item.queuedAt?.toISOString() ?? null,
    lastTransitionAt: item.lastTransitionAt?.toISOString() ?? null,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}

export function presentTransition(step: SyncTransition): SyncTransitionDto {
  return {
    from: step.from,
    to: step.to,
    cause: step.cause,
    targetSystem: step.targetSystem,
    lastError: step.lastError,
    actor: step.actor,
    requestId: step.requestId,
    at: step.at.toISOString(),
  };
}
