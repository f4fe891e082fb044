import { ApiProperty } from '@nestjs/swagger';

import { PACING_STATUSES, type PacingStatus } from '../../progress/progress-enums.js';
import { SETTINGS } from '../../settings/settings.js';
import { PersonDto } from '../administrators/administrators.dto.js';

class PacingMoveDto {
  @ApiProperty({ enum: [...PACING_STATUSES] })
  from!: PacingStatus;

  @ApiProperty({ enum: [...PACING_STATUSES] })
  to!: PacingStatus;

  @ApiProperty({ type: 'integer', example: 412 })
  students!: number;
}

class PacingEffectDto {
  @ApiProperty({ type: 'integer', example: 5200, description: 'Students whom the change may concern' })
  students!: number;

  @ApiProperty({
    type: 'integer',
    example: 5200,
    description: 'How many of them were looked at; fewer than students when there was no time for all',
  })
  counted!: number;

  @ApiProperty({ type: PacingMoveDto, isArray: true, description: 'The largest first' })
  moves!: PacingMoveDto[];

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Students whose status stays, and whose reasons or days behind differ',
  })
  otherwise!: number;
}

class LimitsEffectDto {
  @ApiProperty({ type: 'integer', example: 30, description: 'The latest runs, which are compared' })
  runs!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Of these, those beyond the limits of now' })
  beyondNow!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'Of these, those beyond the new limits' })
  beyondThen!: number;

  @ApiProperty({ description: 'Whether the new mode holds what is beyond a limit; else it warns' })
  holds!: boolean;
}

const RETENTION = Object.keys(SETTINGS.retention.members);

class RemovalEffectDto {
  @ApiProperty({ example: 'requests', description: 'What would be removed' })
  kind!: string;

  @ApiProperty({ enum: RETENTION, example: 'requestLogDays', description: 'The setting of retention' })
  setting!: string;

  @ApiProperty({ type: 'integer', example: 12000 })
  count!: number;

  @ApiProperty({ description: 'False when there was no time to count all of them' })
  isWhole!: boolean;
}

class SecondFactorEffectDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Active administrators with a password and no second factor, who would have to add one',
  })
  total!: number;

  @ApiProperty({
    type: PersonDto,
    isArray: true,
    description: 'At most 20 of them, by last name',
  })
  people!: PersonDto[];
}

/** What a change of settings would do, as far as it can be counted. */
export class SettingsEffectDto {
  @ApiProperty({ type: PacingEffectDto, nullable: true, description: 'null: the change does not concern it' })
  pacing!: PacingEffectDto | null;

  @ApiProperty({
    type: LimitsEffectDto,
    nullable: true,
    description: 'null: the change does not concern them',
  })
  limits!: LimitsEffectDto | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether de-provisionings would be held today; null: the change does not concern pauses',
  })
  isPausedToday!: boolean | null;

  @ApiProperty({
    type: RemovalEffectDto,
    isArray: true,
    description: 'What the next sweep would remove, of the kinds whose days would change',
  })
  removals!: RemovalEffectDto[];

  @ApiProperty({
    type: SecondFactorEffectDto,
    nullable: true,
    description: 'null: the change does not demand a second factor',
  })
  secondFactor!: SecondFactorEffectDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'northern.example.edu',
    description:
      'The new emailDomain, where single sign-on by SAML is on: it then logs in addresses of this domain alone. ' +
      'null: the change does not concern it',
  })
  samlDomain!: string | null;
}
