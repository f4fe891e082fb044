import { ApiProperty } from '@nestjs/swagger';

import { Pattern } from '../../http/fields/pattern.js';
import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import { QUESTION_KINDS, type QuestionKind } from '../../users/model/outcome.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';
import { CONFLICT_STATUSES, type ConflictStatus, type Decision, DECISIONS } from './decision.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;
export const CONFLICT_ID = /^cf_[0-9a-f]{26}$/;
const EXAMPLE = 'cf_00112233445566778899aabbcc';

export class ConflictPathDto {
  @Pattern(CONFLICT_ID, 'must be the id of a conflict', { required: true, example: EXAMPLE })
  id!: string;
}

export class ConflictsQueryDto {
  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;

  @QueryValue('isIn', { enum: [...CONFLICT_STATUSES], description: 'default: all' }, (value) =>
    CONFLICT_STATUSES.some((status) => status === value)
      ? { value }
      : { problem: `must be one of ${CONFLICT_STATUSES.join(', ')}` },
  )
  status?: ConflictStatus;

  @QueryValue('isText', { type: String, maxLength: 64, description: 'As it was sent' }, (value) =>
    value.length <= 64 ? { value } : { problem: 'must have at most 64 characters' },
  )
  externalId?: string;
}

/** An identity conflict, and what became of it. */
export class ConflictDto {
  @ApiProperty({ example: EXAMPLE })
  id!: string;

  @ApiProperty({
    enum: [...QUESTION_KINDS],
    description:
      'possible_reassignment: the ID or number has probably been given to another person. email_taken, number_taken: ' +
      'the address or number belongs to another person. adopt_by_email: the settings do not let the externalId find ' +
      'the user by address. erased: the user was erased, and nothing that was sent is stored',
  })
  kind!: QuestionKind;

  @ApiProperty({
    enum: [...CONFLICT_STATUSES],
    description: 'taken_back: open again when it is asked again',
  })
  status!: ConflictStatus;

  @ApiProperty({ enum: [...DECISIONS], nullable: true })
  decision!: Decision | null;

  @ApiProperty({ type: 'integer', description: 'How often it was asked' })
  count!: number;

  @ApiProperty({ format: 'date-time' })
  firstAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastAt!: string;

  @ApiProperty({
    example: 'S-77',
    description: 'As it was sent; the ID of the user where the request named its user',
  })
  externalId!: string;

  @ApiProperty({ example: '950000001', description: 'Whom the request is about by the rules of matching' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Who has the e-mail address or the number' })
  ownerId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The user whom the decision has made' })
  newUserId!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidedAt!: string | null;
}

export function presentConflict(conflict: IdentityConflictEntry): ConflictDto {
  const { id, kind, status, decision, count, firstAt, lastAt, subject, userId, ownerId } = conflict;
  return {
    id,
    kind,
    status,
    decision,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    externalId: subject,
    userId,
    ownerId,
    newUserId: conflict.newUserId,
    decidedAt: conflict.decidedAt?.toISOString() ?? null,
  };
}
