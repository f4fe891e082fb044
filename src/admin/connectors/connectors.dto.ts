import { ApiProperty } from '@nestjs/swagger';

import { QueryNumber, QueryValue } from '../../http/fields/query-fields.js';
import { Text, WholeNumber } from '../../http/fields/fields.js';
import { textProblem } from '../../http/fields/text-rules.js';
import { ConnectorDto } from '../../sync/connectors/connectors.dto.js';
import { SYSTEM_STATES, type SystemState } from '../../sync/connectors/health.js';
import { NO_SYSTEM } from '../../sync/targets/audit-target.js';

export { NO_SYSTEM };

const MOST_ROWS = 200;

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const NAME = { type: String, nullable: true } as const;
const COUNT = { type: 'integer', example: 0 } as const;

/** A query parameter that is a target system; blank in the handler: items without one. */
export function QuerySystem(): PropertyDecorator {
  const description = `A target system, spelt exactly; ${NO_SYSTEM}: items without one`;
  return QueryValue('isText', { type: String, maxLength: 64, description }, (value) => {
    if (value === NO_SYSTEM) return { value: '' };
    const problem = textProblem(value, 64);
    return problem === undefined ? { value } : { problem };
  });
}

export class SystemQueryDto {
  @QuerySystem()
  targetSystem?: string;

  @QueryNumber(1, MOST_ROWS, 'default 50')
  limit?: number;
}

export class SystemBodyDto {
  @Text(64, { description: 'Spelt exactly; null or omitted: items without a target system', example: 'SIS' })
  targetSystem?: string | null;
}

export class PauseSystemDto extends SystemBodyDto {
  @Text(500, { description: 'Why; shown to administrators and in the audit log' })
  reason?: string | null;
}

const LONGEST_SILENCE_MINUTES = 43_200;

export class SilenceBodyDto extends SystemBodyDto {
  @WholeNumber(5, LONGEST_SILENCE_MINUTES, {
    description:
      'After so long without a contact, while something waits, it is silent; null or omitted: as learned',
  })
  minutes?: number | null;
}

export class SilenceLimitDto {
  @ApiProperty({ type: 'integer', example: 60 })
  minutes!: number;

  @ApiProperty({
    enum: ['set', 'learned', 'alerts'],
    description:
      'Set by an administrator; learned: three times the usual longest time of a day between two contacts, an hour ' +
      'or more, and not more than alerts allow; alerts: the limit of the alert connector_silent, until three days ' +
      'are known',
  })
  source!: 'set' | 'learned' | 'alerts';

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'That usual time; null until three days are known',
  })
  usualMinutes!: number | null;
}

export class LastAttemptsDto {
  @ApiProperty({ ...COUNT, description: 'The last ones: 20 or more where a day had so many' })
  made!: number;

  @ApiProperty({ ...COUNT, description: 'Of these, items that the connector reported as sent' })
  sent!: number;
}

export class PauseDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'admin:951000001' })
  by!: string;

  @ApiProperty()
  byLabel!: string;

  @ApiProperty(NAME)
  reason!: string | null;
}

export class TargetSystemDto {
  @ApiProperty({ example: 'SIS', description: `${NO_SYSTEM}: items without a target system` })
  name!: string;

  @ApiProperty({ ...NAME, example: 'SIS', description: 'As items have it' })
  targetSystem!: string | null;

  @ApiProperty({
    enum: [...SYSTEM_STATES],
    description:
      'The first that holds: paused by an administrator; silent: something waits, and no connector has asked for as ' +
      'long as silentAfter says, or has taken anything for as long as alerts allow; replayed: deliveries failed, and ' +
      'nothing was taken since they were replayed; failing: fewer of the last attempts were sent than alerts allow, ' +
      'half by default; partly: some were not, or failed items wait for a replay; unused: no connector has ever come',
  })
  state!: SystemState;

  @ApiProperty({ description: 'As `failing` says, also where another state comes first' })
  isFailing!: boolean;

  @ApiProperty({ type: PauseDto, nullable: true })
  paused!: PauseDto | null;

  @ApiProperty({ ...MOMENT, description: 'The last time that a connector was handed an item' })
  lastClaimAt!: string | null;

  @ApiProperty({
    ...MOMENT,
    description: 'The last time that a connector asked, whether it was handed an item or not',
  })
  lastContactAt!: string | null;

  @ApiProperty()
  silentAfter!: SilenceLimitDto;

  @ApiProperty()
  lastAttempts!: LastAttemptsDto;

  @ApiProperty({ ...MOMENT, description: 'The last time that items were queued again by a replay' })
  replayedAt!: string | null;

  @ApiProperty({ ...COUNT, description: 'Leases that are out' })
  inFlight!: number;

  @ApiProperty({ ...MOMENT, description: 'When the first of them ends' })
  oldestLeaseUntil!: string | null;

  @ApiProperty({ ...COUNT, description: 'In the last 24 hours, in steps of ten minutes' })
  claimed24h!: number;

  @ApiProperty(COUNT)
  sent24h!: number;

  @ApiProperty(COUNT)
  failed24h!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Sent among what was reported in the last 24 hours, 0 to 1; null when nothing was',
    example: 0.98,
  })
  successRate!: number | null;

  @ApiProperty({ ...COUNT, description: 'Queued items' })
  waiting!: number;

  @ApiProperty({ ...MOMENT, description: 'Since when the first of them waits' })
  oldestQueuedAt!: string | null;

  @ApiProperty({ ...COUNT, description: 'Items whose delivery failed' })
  deliveryFailed!: number;

  @ApiProperty({
    ...COUNT,
    description: 'Items whose submission has discrepancies that no administrator has decided',
  })
  awaitDecision!: number;

  @ApiProperty({ type: [ConnectorDto], description: 'The credentials that take its items' })
  connectors!: ConnectorDto[];
}

export class LeaseRowDto {
  @ApiProperty()
  claimId!: string;

  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty({ example: 'address_change' })
  formType!: string;

  @ApiProperty({ description: 'The credential that holds it' })
  apiKey!: string;

  @ApiProperty({ ...NAME, description: 'Of the credential' })
  label!: string | null;

  @ApiProperty({ type: 'integer', example: 1 })
  attempt!: number;

  @ApiProperty({ format: 'date-time' })
  claimedAt!: string;

  @ApiProperty({ format: 'date-time' })
  leaseUntil!: string;
}

export class ErrorGroupDto {
  @ApiProperty({ description: 'For the filter errorGroup of the queue' })
  errorGroup!: string;

  @ApiProperty({ ...NAME, example: 'SIS' })
  targetSystem!: string | null;

  @ApiProperty({
    description: 'The messages, with ids, numbers and quoted values masked',
    example: 'HTTP 503 from …',
  })
  text!: string;

  @ApiProperty({ ...COUNT, description: 'Items that are failed now' })
  items!: number;

  @ApiProperty({ format: 'date-time', description: 'Those among them that are failed no more included' })
  firstAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastAt!: string;
}
