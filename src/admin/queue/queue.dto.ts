import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { ERROR_STATUS, type ErrorCode } from '../../errors/refusal.js';
import type { Warning } from '../../http/answers.js';
import { ArrayNotEmpty } from 'class-validator';

import { Text } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { ApiCounts } from '../../http/openapi/openapi.decorators.js';
import { SUBMISSION_ID, SubmissionId } from '../../submissions/dto/submission.dto.js';
import { SyncItemDto, SyncTransitionDto } from '../../sync/dto/sync.dto.js';
import { SYNC_STATUSES, type SyncStatus } from '../../sync/sync-statuses.js';
import { ListMetaDto, ListQueryDto, QueryOneOf, QueryText, SortBy } from '../list-query.js';
import { MOST_SELECTED, Selection } from '../selection.js';

export class QueueListQueryDto extends ListQueryDto {
  @SortBy(['updatedAt'])
  sort?: 'updatedAt';

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
  @Selection(SUBMISSION_ID, 'sub-77', 'items')
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
}

export class QueueRowDto extends SyncItemDto {
  @ApiProperty({ type: String, nullable: true })
  studentName!: string | null;
}

export class QueueMetaDto extends ListMetaDto {
  @ApiCounts(SYNC_STATUSES, 'Of the tenant, with any filter')
  totals!: Readonly<Record<SyncStatus, number>>;
}

export class QueueStepDto extends SyncTransitionDto {
  @ApiProperty()
  actorLabel!: string;
}

/** The result for one item of a selection. */
export class ReplayedDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiPropertyOptional({ example: 'SIS', description: 'Of an item that named one' })
  targetSystem?: string;

  @ApiProperty({ example: true })
  ok!: boolean;

  @ApiPropertyOptional({ description: 'When ok is true' })
  item?: SyncItemDto;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object' },
    description: 'When ok is true and there are any',
  })
  warnings?: readonly Warning[];

  @ApiPropertyOptional({ enum: Object.keys(ERROR_STATUS), description: 'When ok is false' })
  code?: ErrorCode;

  @ApiPropertyOptional({ description: 'When ok is false' })
  message?: string;
}
