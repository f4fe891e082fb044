import { ApiProperty } from '@nestjs/swagger';

import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import { COMMITTEE_ROLES, type CommitteeRole } from '../../settings/committee-roles.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;
const LONGEST_PROGRAM = 64;

export class OpenSeatsQueryDto {
  @QueryValue(
    'isText',
    { type: String, maxLength: LONGEST_PROGRAM, description: 'Of this program only' },
    (value) =>
      value.length <= LONGEST_PROGRAM
        ? { value }
        : { problem: `must have at most ${LONGEST_PROGRAM} characters` },
  )
  programId?: string;

  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

/** A seat in the committee of an active student, whose member has left. */
export class OpenSeatDto {
  @ApiProperty({ type: String, nullable: true, example: 'PHD-EDU' })
  programId!: string | null;

  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'S-77' })
  studentLegacyNumber!: string | null;

  @ApiProperty({ example: 'Ann Lee' })
  studentName!: string;

  @ApiProperty({ enum: [...COMMITTEE_ROLES] })
  role!: CommitteeRole;

  @ApiProperty({ description: 'Whether the chair of the student has left, and there is no other one' })
  withoutChair!: boolean;

  @ApiProperty({ example: '951000001', description: 'Who has left' })
  facultyId!: string;

  @ApiProperty({ example: 'Bo Cruz' })
  facultyName!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When they became inactive; null for a person who was never active',
  })
  leftAt!: string | null;
}
