import { ApiProperty, PickType } from '@nestjs/swagger';

import { Flag, OneOf, Text } from '../../http/fields/fields.js';
import { RELEASABLE, type ReleasedKey } from '../../users/tombstones/tombstone-keys.js';
import { PLANNED_TABLES } from '../personal-data/personal-tables.js';
import { ERASURE_STATES, type Erasure, type ErasureState } from './erasure.entity.js';

export class EraseDto {
  @Flag({ description: 'Answers what would be erased, with the token, and erases nothing', example: true })
  dryRun?: boolean;

  @Text(1000, { description: 'Of the plan that dryRun answered, at most 15 minutes ago' })
  token?: string;
}

export class ReleasedKeyDto implements ReleasedKey {
  @OneOf(RELEASABLE, {
    required: true,
    description: 'email: an e-mail address, or a SCIM userName in the form of one',
    example: 'email',
  })
  kind!: ReleasedKey['kind'];

  @Text(254, {
    required: true,
    description: 'The address in any case, or the legacyNumber exactly as it was',
    example: 'former.student@example.edu',
  })
  value!: string;
}

export const PLANNED_FATES = ['erased', 'overwritten', 'kept'] as const;
export type PlannedFate = (typeof PLANNED_FATES)[number];

export class PlannedTableDto {
  @ApiProperty({ enum: [...PLANNED_TABLES], example: 'submissions' })
  table!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Which rows, where a table is named twice' })
  part!: string | null;

  @ApiProperty({ type: 'integer', example: 3 })
  rows!: number;

  @ApiProperty({
    enum: [...PLANNED_FATES],
    description: 'overwritten: the rows stay without what is personal',
  })
  fate!: PlannedFate;

  @ApiProperty({ type: String, nullable: true, description: 'Why the rows stay' })
  reason!: string | null;
}

/** Rows that the erasure has not reached yet. */
export class LeftRowsDto extends PickType(PlannedTableDto, ['table', 'part', 'rows']) {}

export class ErasurePlanDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ type: PlannedTableDto, isArray: true, description: 'Tables without a row are left out' })
  tables!: PlannedTableDto[];

  @ApiProperty({
    type: 'integer',
    description: 'Claims of connectors that are out: their acknowledgement is refused',
  })
  openClaims!: number;

  @ApiProperty({ description: 'Sent back, it erases what the plan says' })
  token!: string;

  @ApiProperty({ format: 'date-time' })
  validUntil!: string;
}

export class ErasureDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({
    enum: [...ERASURE_STATES],
    description:
      'checking: all is erased, and what was in flight then is looked for once more, a minute after the erasure began',
  })
  state!: ErasureState;

  @ApiProperty({ type: 'integer', description: 'Steps that are done', example: 12 })
  done!: number;

  @ApiProperty({ type: 'integer', example: 32 })
  steps!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that were deleted or overwritten so far' })
  rows!: number;

  @ApiProperty({
    type: LeftRowsDto,
    isArray: true,
    description:
      'What is still to be deleted; the request log and what stands in rows about others is not counted',
  })
  left!: LeftRowsDto[];

  @ApiProperty({ format: 'date-time' })
  requestedAt!: string;

  @ApiProperty({ example: 'admin:951000001' })
  requestedBy!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt!: string | null;
}

/** @param stepNames in their order */
export function presentErasure(
  erasure: Erasure,
  stepNames: readonly string[],
  left: LeftRowsDto[],
): ErasureDto {
  const { userId, state, step, erasedRows, requestedAt, requestedBy, finishedAt } = erasure;
  return {
    userId,
    state,
    done: state === 'erasing' ? stepNames.indexOf(step) + 1 : stepNames.length,
    steps: stepNames.length,
    rows: erasedRows,
    left,
    requestedAt: requestedAt.toISOString(),
    requestedBy,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
