import { ApiProperty } from '@nestjs/swagger';

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const NAME = { type: String, nullable: true } as const;
const COUNT = { type: 'integer', example: 0 } as const;

export class ConnectorDto {
  @ApiProperty({ ...NAME, example: 'SIS', description: 'Null: items without a target system' })
  targetSystem!: string | null;

  @ApiProperty({ ...NAME, description: 'The credential; null: none ever took an item for this system' })
  apiKey!: string | null;

  @ApiProperty({ ...NAME, description: 'Of the credential', example: 'SIS connector' })
  label!: string | null;

  @ApiProperty({ ...MOMENT, description: 'When it was last handed an item' })
  lastClaimAt!: string | null;

  @ApiProperty({ ...COUNT, description: 'Leases that are out' })
  inFlight!: number;

  @ApiProperty({ ...MOMENT, description: 'When the first of them ends' })
  oldestLeaseUntil!: string | null;

  @ApiProperty({ ...COUNT, description: 'Items handed out in the last 24 hours, in steps of ten minutes' })
  claimed24h!: number;

  @ApiProperty({ ...COUNT, description: 'Claims that it acknowledged as sent' })
  sent24h!: number;

  @ApiProperty({ ...COUNT, description: 'Claims that it acknowledged as failed' })
  failed24h!: number;

  @ApiProperty({ ...COUNT, description: 'Queued items of the target system, for whatever connector' })
  waiting!: number;

  @ApiProperty({ ...MOMENT, description: 'Since when the first of them waits' })
  oldestQueuedAt!: string | null;
}
