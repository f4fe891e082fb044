import { ApiProperty } from '@nestjs/swagger';

import { Flag, MomentFilter, OneOf, Text } from '../../http/fields/fields.js';
import { SyncItemDto } from '../dto/sync.dto.js';
import { SYNC_STATUSES, type SyncStatus } from '../entities/sync-statuses.js';

/** At most so many items are queued by one call. */
export const MOST_REPLAYED = 10_000;

export class BulkReplayDto {
  @OneOf(SYNC_STATUSES, { required: true, description: 'Only items with this status', example: 'failed' })
  status!: SyncStatus;

  @Text(64, { description: 'Only items of this target system, spelt like this', example: 'SIS' })
  targetSystem?: string | null;

  @Text(64, { description: 'Only items of this form type', example: 'degree_change' })
  formType?: string | null;

  @MomentFilter('Only items whose lastTransitionAt is at or after this moment')
  from?: string | null;

  @MomentFilter('Only items whose lastTransitionAt is before this moment')
  to?: string | null;

  @Flag({ description: 'true: nothing is written, and the answer says what would be' })
  dryRun?: boolean | null;

  @Flag({ description: 'true: items with unresolved discrepancies are queued as well' })
  includeUndecided?: boolean | null;
}

export class BulkReplayedDto {
  @ApiProperty({ type: 'integer', description: 'Items that fit, beyond the limit as well', example: 3 })
  matched!: number;

  @ApiProperty({
    type: 'integer',
    description: `Items that were queued, or would be in a dry run; at most ${MOST_REPLAYED}`,
    example: 2,
  })
  queued!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Items that were left out because their submission has unresolved discrepancies',
    example: 1,
  })
  undecided!: number;

  @ApiProperty({ type: [SyncItemDto], description: 'The first of the queued items, at most 10' })
  sample!: SyncItemDto[];
}
