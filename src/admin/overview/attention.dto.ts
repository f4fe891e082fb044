import { ApiProperty } from '@nestjs/swagger';

const COUNT = { type: 'integer', example: 0 } as const;

/** Conflicts are counted up to this number. */
export const MOST_CONFLICTS = 1000;

/** What an administrator must look at: each is zero when all is well. */
export class AttentionDto {
  @ApiProperty({ ...COUNT, description: 'Rows of the last nightly run, or runs, that were refused' })
  failedRows!: number;

  @ApiProperty({ ...COUNT, description: 'Nightly runs that are late' })
  lateRuns!: number;

  @ApiProperty({ ...COUNT, description: 'Items of the queue whose delivery failed' })
  failedDeliveries!: number;

  @ApiProperty({ ...COUNT, description: 'Items of the queue whose submission waits for a decision' })
  awaitDecision!: number;

  @ApiProperty({
    ...COUNT,
    description: 'Target systems for which something waits and that no connector asks for',
  })
  silentSystems!: number;

  @ApiProperty({
    ...COUNT,
    description:
      'Target systems most of whose last deliveries failed, those included that were replayed and not taken yet, ' +
      'and those that are silent since',
  })
  failingSystems!: number;

  @ApiProperty({ ...COUNT, description: 'Target systems that are silent, fail or have failed deliveries' })
  badSystems!: number;

  @ApiProperty({ ...COUNT, description: 'Target systems that an administrator has paused' })
  pausedSystems!: number;

  @ApiProperty({
    ...COUNT,
    description:
      'People who lost their access within a day, where these are more than the limit that only observes',
  })
  deprovisioned!: number;

  @ApiProperty({
    ...COUNT,
    description:
      'What waits for a decision: held de-provisionings, conflicts, groups of discrepancies, and rules that are unused',
  })
  decisions!: number;

  @ApiProperty({ ...COUNT, description: 'Held de-provisionings' })
  holds!: number;

  @ApiProperty({
    ...COUNT,
    description: `Identity conflicts that wait for a decision; counted up to ${MOST_CONFLICTS}`,
  })
  conflicts!: number;

  @ApiProperty(COUNT)
  discrepancies!: number;

  @ApiProperty({ ...COUNT, description: 'Submissions that have these discrepancies' })
  waitingSubmissions!: number;

  @ApiProperty({ ...COUNT, description: 'Alerts that are open and not snoozed' })
  alerts!: number;

  @ApiProperty({ ...COUNT, description: 'API keys that expire within 14 days' })
  keysExpiring!: number;
}
