import { ApiProperty } from '@nestjs/swagger';

import { QueryNumber } from '../../http/fields/query-fields.js';
import { ApiCounts } from '../../http/openapi/openapi.decorators.js';
import { PACING_STATUSES } from '../../progress/progress-enums.js';
import { SYNC_STATUSES } from '../../sync/entities/sync-statuses.js';
import { ACCOUNT_TYPES } from '../../users/model/account.js';
import { SYSTEM_STATES, type SystemState } from '../../sync/connectors/health.js';
import { HOLD_REASONS, type HoldReason } from '../../users/deprovisioning-limits/held-request.entity.js';
import { LastAttemptsDto } from '../connectors/connectors.dto.js';
import { RowCountsDto } from '../requests/requests.dto.js';
import { RefusedFinishDto } from '../runs/run-marks.dto.js';
import { AttentionDto } from './attention.dto.js';

export const DEFAULT_DAYS = 14;
const MOST_DAYS = 90;

export class OverviewQueryDto {
  @QueryNumber(1, MOST_DAYS, `How many days of provisioning, up to today; default ${DEFAULT_DAYS}`)
  days?: number;
}

export class ProvisioningDayDto extends RowCountsDto {
  @ApiProperty({ format: 'date', description: "By the tenant's calendar" })
  day!: string;
}

export class LastRunDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty()
  counts!: RowCountsDto;
}

export class NightlyRunDto {
  @ApiProperty({
    example: 'nightly-#',
    description: 'What its names have in common; @ and a sender: uploads without a name; blank: no habit yet',
  })
  series!: string;

  @ApiProperty({ type: String, nullable: true, example: 'nightly-1122', description: 'Null: it has no name' })
  run!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it ended' })
  at!: string;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty({ description: 'It is older than nightlyRunHours' })
  isLate!: boolean;

  @ApiProperty({
    description: 'A person whose only news was a de-provisioning that was held is not unchanged',
  })
  counts!: RowCountsDto;

  @ApiProperty({ example: 50, description: 'People of the run who became inactive' })
  deprovisioned!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0,
    description: 'The median of the up to seven runs before; null when fewer than three came before it',
  })
  usuallyDeprovisioned!: number | null;

  @ApiProperty({ type: 'integer', example: 40, description: 'De-provisionings of the run that were held' })
  held!: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Of the held, those that an administrator has decided or a later call has withdrawn',
  })
  heldDecided!: number;

  @ApiProperty({
    type: () => RefusedFinishDto,
    nullable: true,
    description: 'Why it was not complete, when its sender said so and was refused',
  })
  refusedFinish!: RefusedFinishDto | null;

  @ApiProperty({ description: 'Whether an undo of all of the run has left nothing of it; as of runs' })
  isPutBack!: boolean;
}

/** A run that de-provisioned people. */
export class RecentDepartureDto {
  @ApiProperty({ example: 'nightly-1121' })
  run!: string;

  @ApiProperty({ format: 'date-time', description: 'When it ended' })
  at!: string;

  @ApiProperty({ example: 25 })
  deprovisioned!: number;

  @ApiProperty({ type: Number, nullable: true, example: 2, description: 'As of nightly runs' })
  usuallyDeprovisioned!: number | null;
}

export class HeldReasonDto {
  @ApiProperty({ enum: [...HOLD_REASONS] })
  reason!: HoldReason;

  @ApiProperty({ example: 39 })
  people!: number;
}

export class SystemOfOverviewDto {
  @ApiProperty({ example: 'SIS' })
  name!: string;

  @ApiProperty({ enum: [...SYSTEM_STATES] })
  state!: SystemState;

  @ApiProperty({ description: 'Counted in `failingSystems`, whatever the state' })
  isFailing!: boolean;

  @ApiProperty({ example: 0 })
  deliveryFailed!: number;

  @ApiProperty({ example: 0 })
  waiting!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  oldestQueuedAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastClaimAt!: string | null;

  @ApiProperty()
  lastAttempts!: LastAttemptsDto;
}

export class OverviewDto {
  @ApiProperty()
  attention!: AttentionDto;

  @ApiProperty({
    type: NightlyRunDto,
    isArray: true,
    description:
      'Runs that came on three days or more, by name or sender, the largest first; before there are any, the ' +
      'last upload',
  })
  nightlyRuns!: NightlyRunDto[];

  @ApiProperty({
    type: RecentDepartureDto,
    isArray: true,
    description:
      'Other runs of the last four days that de-provisioned people and were not put back as a whole, those of most ' +
      'people first; at most 10',
  })
  recentDepartures!: RecentDepartureDto[];

  @ApiProperty({
    type: SystemOfOverviewDto,
    isArray: true,
    description: 'Target systems, those that need an administrator first; at most 20',
  })
  systems!: SystemOfOverviewDto[];

  @ApiCounts(SYNC_STATUSES)
  queue!: Readonly<Record<string, number>>;

  @ApiProperty({ type: ProvisioningDayDto, isArray: true, description: 'The oldest day first' })
  provisioning!: ProvisioningDayDto[];

  @ApiCounts(PACING_STATUSES)
  pacing!: Readonly<Record<string, number>>;

  @ApiCounts([...ACCOUNT_TYPES, 'inactive'], 'Up to a minute old')
  people!: Readonly<Record<string, number>>;

  @ApiProperty({ example: 0 })
  openDiscrepancies!: number;

  @ApiProperty({ example: 0, description: 'Held de-provisionings that an administrator must decide' })
  heldDeprovisionings!: number;

  @ApiProperty({ type: HeldReasonDto, isArray: true, description: 'Why they are held' })
  heldReasons!: HeldReasonDto[];

  @ApiProperty({ example: 0, description: 'API keys that expire within 14 days' })
  keysExpiring!: number;

  @ApiProperty({
    type: LastRunDto,
    nullable: true,
    description: 'The last successful bulk upload of people',
  })
  lastRun!: LastRunDto | null;

  @ApiProperty({ example: false, description: 'One of the nightly runs is older than nightlyRunHours' })
  nightlyRunIsLate!: boolean;

  @ApiProperty({ example: 26 })
  nightlyRunHours!: number;
}
