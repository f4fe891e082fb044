import { ApiProperty } from '@nestjs/swagger';

import { QueryNumber } from '../../http/fields/query-fields.js';
import { ApiCounts } from '../../http/openapi/openapi.decorators.js';
import { PACING_STATUSES } from '../../progress/progress-enums.js';
import { SYNC_STATUSES } from '../../sync/sync-statuses.js';
import { ACCOUNT_TYPES } from '../../users/model/user.entity.js';
import { RowCountsDto } from '../requests/requests.dto.js';

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

export class OverviewDto {
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

  @ApiProperty({ example: 0, description: 'API keys that expire within 14 days' })
  keysExpiring!: number;

  @ApiProperty({
    type: LastRunDto,
    nullable: true,
    description: 'The last successful bulk upload of people',
  })
  lastRun!: LastRunDto | null;

  @ApiProperty({ example: false, description: 'The last run is older than nightlyRunHours' })
  nightlyRunIsLate!: boolean;

  @ApiProperty({ example: 26 })
  nightlyRunHours!: number;
}
