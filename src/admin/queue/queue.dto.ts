import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { Warning } from '../../http/answers.js';
import { ArrayNotEmpty } from 'class-validator';

import { Flag, MomentFilter, OneOf, Text } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { QueryMoment, QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ApiCounts } from '../../http/openapi/openapi.decorators.js';
import { SUBMISSION_ID, SubmissionId } from '../../submissions/dto/submission.dto.js';
import { SyncItemDto, SyncTransitionDto } from '../../sync/dto/sync.dto.js';
import { FAILURES, type FailureKind } from '../../sync/failures/failure-filter.js';
import { SYNC_STATUSES, type SyncStatus } from '../../sync/entities/sync-statuses.js';
import { NO_SYSTEM, QuerySystem } from '../connectors/connectors.dto.js';
import { ListMetaDto, ListSortedBy } from '../../http/lists/list-query.js';
import { ItemResultDto, MOST_SELECTED, Selection } from '../selection.js';

const FAILURE =
  'Why an item is failed: its submission has discrepancies that wait for a decision, or its delivery failed';
const ERROR_GROUP = 'Only failed deliveries of this group of GET …/connectors/errors';

export class QueueListQueryDto extends ListSortedBy('updatedAt') {
  @QuerySystem()
  targetSystem?: string;

  @QueryOneOf(FAILURES, FAILURE)
  failure?: FailureKind;

  @QueryText(32, ERROR_GROUP)
  errorGroup?: string;

  @QueryMoment('Only items whose lastTransitionAt is at or after this moment')
  from?: Date;

  @QueryMoment('Only items whose lastTransitionAt is before this moment')
  to?: Date;

  @QueryOneOf(SYNC_STATUSES)
  status?: SyncStatus;

  @QueryText(64, "The beginning of a submission's ID, or either number of a student")
  q?: string;
}

export class ReplayItemDto {
  @SubmissionId()
  submissionId!: string;

  @Text(64, {
    isUnmistakable: true,
    description: 'Which item, where the submission has several; omitted: unchanged',
    example: 'SIS',
  })
  targetSystem?: string | null;
}

export class ReplaySelectionDto {
  @Selection(SUBMISSION_ID, 'sub-77', { instead: 'items' })
  submissionIds?: string[];

  @NestedList(() => ReplayItemDto, MOST_SELECTED, {
    description:
      'Beside submissionIds or instead, where submissions have an item for each of several targets',
  })
  @ArrayNotEmpty({ message: '$property must name an item' })
  items?: ReplayItemDto[];

  @Text(64, {
    isUnmistakable: true,
    description: 'Of items that name none; omitted: unchanged',
    example: 'SIS',
  })
  targetSystem?: string | null;

  @Flag({
    description:
      'true: items whose submission has discrepancies that no administrator has decided are queued as well; ' +
      'otherwise each of them is refused by itself',
  })
  includeUndecided?: boolean | null;
}

export class ReplayMatchingDto {
  @OneOf(SYNC_STATUSES, { description: 'Only items with this status; default failed' })
  status?: SyncStatus | null;

  @Text(64, { description: `Only items of this target system, spelt exactly; ${NO_SYSTEM}: without one` })
  targetSystem?: string | null;

  @OneOf(FAILURES, { description: FAILURE })
  failure?: FailureKind | null;

  @Text(32, { description: ERROR_GROUP })
  errorGroup?: string | null;

  @MomentFilter('Only items whose lastTransitionAt is at or after this moment')
  from?: string | null;

  @MomentFilter('Only items whose lastTransitionAt is before this moment')
  to?: string | null;

  @Flag({ description: 'true: nothing is written, and the answer says what would be' })
  dryRun?: boolean | null;

  @Flag({
    description:
      'true: items whose submission has discrepancies that no administrator has decided are queued as well',
  })
  includeUndecided?: boolean | null;
}

export class QueueRowDto extends SyncItemDto {
  @ApiProperty({ enum: [...FAILURES], nullable: true, description: `${FAILURE}; null when it is not failed` })
  failure!: FailureKind | null;

  @ApiProperty({ type: String, nullable: true })
  studentName!: string | null;
}

export class QueueMetaDto extends ListMetaDto {
  @ApiProperty({
    description: 'Failed items of the tenant whose submission waits for a decision',
    example: 0,
  })
  awaitDecision!: number;

  @ApiProperty({ description: 'True: there are more than were looked at', example: false })
  totalIsCapped!: boolean;

  @ApiCounts(SYNC_STATUSES, 'Of the tenant, with any filter')
  totals!: Readonly<Record<SyncStatus, number>>;
}

export class QueueStepDto extends SyncTransitionDto {
  @ApiProperty()
  actorLabel!: string;
}

/** The result for one item of a selection. */
export class ReplayedDto extends ItemResultDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiPropertyOptional({ example: 'SIS', description: 'Of an item that named one' })
  targetSystem?: string;

  @ApiPropertyOptional({ description: 'When ok is true' })
  item?: SyncItemDto;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object' },
    description: 'When ok is true and there are any',
  })
  warnings?: readonly Warning[];
}
