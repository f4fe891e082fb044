import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';

import { QueryNumber, QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ApiCounts } from '../../http/openapi/openapi.decorators.js';
import { COHORTS, type CohortKind } from '../../progress/list/progress-list.repository.js';
import { PACING_STATUSES, type PacingStatus } from '../../progress/progress-enums.js';
import { FailureCauseDto } from '../../users/failed-rows/failed-row.dto.js';
import { KeyDayDto } from '../keys/key-activity.dto.js';
import { ProgressListQueryDto } from '../progress/progress.dto.js';

export const DEFAULT_DAYS = 30;
const MOST_DAYS = 90;
const DAYS = { type: String, isArray: true, example: ['2026-11-19', '2026-11-20'] } as const;

export class TrendQueryDto {
  @QueryNumber(1, MOST_DAYS, `How many days, up to today; default ${DEFAULT_DAYS}`)
  days?: number;
}

export class PacingTrendQueryDto extends PickType(ProgressListQueryDto, ['programId', 'entry'] as const) {
  @QueryOneOf(COHORTS, 'What students are put together by; default term')
  by?: CohortKind;
}

export class CohortDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2024-09',
    description: 'The month or year of entry, or the ID of the program; null without one',
  })
  name!: string | null;

  @ApiCounts(PACING_STATUSES)
  pacing!: Readonly<Record<PacingStatus, number>>;
}

export class PacingTrendDto {
  @ApiProperty({ enum: [...COHORTS] })
  by!: CohortKind;

  @ApiProperty({
    type: CohortDto,
    isArray: true,
    description: 'The oldest term or the largest program first',
  })
  cohorts!: CohortDto[];

  @ApiCounts(PACING_STATUSES, 'Students of all other terms or programs')
  others!: Readonly<Record<PacingStatus, number>>;

  @ApiCounts(PACING_STATUSES, 'All students of the filters')
  all!: Readonly<Record<PacingStatus, number>>;
}

export class QueueDayDto {
  @ApiProperty({ type: 'integer', example: 40, description: 'Items that became sent' })
  sent!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'Deliveries that failed' })
  failed!: number;

  @ApiProperty({
    type: 'integer',
    example: 900_000,
    description: 'How long the item that was queued longest had waited on that day',
  })
  longestWaitMs!: number;
}

export class SystemTrendDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'SIS',
    description: '(none): items without a target system; null: all others',
  })
  name!: string | null;

  @ApiProperty({ type: QueueDayDto, isArray: true, description: 'For each of the days' })
  days!: QueueDayDto[];
}

export class QueueTrendDto {
  @ApiProperty({ ...DAYS, description: "Days of the tenant's calendar, the oldest first" })
  days!: string[];

  @ApiProperty({ type: SystemTrendDto, isArray: true })
  systems!: SystemTrendDto[];
}

export class RunTrendQueryDto extends TrendQueryDto {
  @QueryText(100, 'Which runs, as series names them; default those with most people')
  series?: string;
}

export class SeriesDto {
  @ApiProperty({ example: 'nightly-#', description: 'What the names have in common' })
  series!: string;

  @ApiProperty({ type: 'integer', example: 30 })
  runs!: number;
}

export class UsualBandDto {
  @ApiProperty({ type: 'integer', example: 0 })
  low!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  median!: number;

  @ApiProperty({ type: 'integer', example: 5 })
  high!: number;
}

export class RunOfTrendDto {
  @ApiProperty({ example: 'nightly-1122' })
  name!: string;

  @ApiProperty({ format: 'date-time' })
  startedAt!: string;

  @ApiProperty({ type: 'integer', example: 100_000 })
  received!: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'All rows that were refused' })
  failed!: number;

  @ApiProperty({
    type: 'integer',
    isArray: true,
    example: [9, 1],
    description:
      'Of these, as many as failed of each of the causes; of the others the cause is another one, or no row is ' +
      'kept, or there are too many',
  })
  failedOf!: number[];

  @ApiProperty({ type: 'integer', example: 3 })
  deprovisioned!: number;

  @ApiProperty({
    type: UsualBandDto,
    nullable: true,
    description: 'De-provisionings of the up to seven runs before; null when fewer than three came before it',
  })
  usual!: UsualBandDto | null;
}

export class RunTrendDto {
  @ApiProperty({ type: SeriesDto, isArray: true, description: 'The series of these days, largest first' })
  series!: SeriesDto[];

  @ApiProperty({ type: String, nullable: true, example: 'nightly-#', description: 'That of the runs' })
  shown!: string | null;

  @ApiProperty({
    type: FailureCauseDto,
    isArray: true,
    description: 'Of which most of their rows failed, at most six',
  })
  causes!: FailureCauseDto[];

  @ApiProperty({ type: RunOfTrendDto, isArray: true, description: 'The oldest first' })
  runs!: RunOfTrendDto[];

  @ApiProperty({ example: false, description: 'There are more runs in these days than are answered' })
  isCapped!: boolean;
}

export class KeyCountsDto extends OmitType(KeyDayDto, ['day'] as const) {}

export class KeyOfTrendDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ik_0000000000000000000000000a',
    description: 'Null: all other keys',
  })
  apiKey!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'SIS nightly' })
  label!: string | null;

  @ApiProperty({ type: KeyCountsDto, isArray: true, description: 'For each of the days' })
  days!: KeyCountsDto[];
}

export class KeyTrendDto {
  @ApiProperty({ ...DAYS, description: "Days of the tenant's calendar, the oldest first" })
  days!: string[];

  @ApiProperty({ type: KeyOfTrendDto, isArray: true, description: 'The one with most calls first' })
  keys!: KeyOfTrendDto[];
}
