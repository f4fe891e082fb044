import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty } from 'class-validator';

import { Diagnostic, Text, TextList, WholeNumber } from '../../http/fields/fields.js';
import type { ClaimedItem } from './hand-out.js';
import type { Envelope } from '../envelope/envelope.js';
import { EnvelopeDto } from '../dto/envelope.dto.js';
import { ClaimId, LONGEST_ERROR, SyncItemDto } from '../dto/sync.dto.js';

/** The limits of section 8 of the contract. */
const LIMIT = { least: 1, most: 100, standard: 10 } as const;
const LEASE_SECONDS = { least: 5, most: 3600, standard: 60 } as const;
const WAIT_SECONDS = { least: 0, most: 25, standard: 0 } as const;
const LONGEST_DELAY_SECONDS = 86_400;
/** Each is a range of its own in the index, so the list is short. */
const MOST_FORM_TYPES = 20;

export class ClaimDto {
  @Text(64, { description: 'Only items for this system', example: 'SIS' })
  targetSystem?: string | null;

  @TextList({ description: 'Only items of these form types, 1 to 20', example: ['address_change'] })
  @ArrayNotEmpty({ message: '$property must name a form type, or be left out' })
  @ArrayMaxSize(MOST_FORM_TYPES, { message: `$property must have at most ${MOST_FORM_TYPES} items` })
  formTypes?: string[] | null;

  @WholeNumber(LIMIT.least, LIMIT.most, { description: `At most so many items; default ${LIMIT.standard}` })
  limit?: number | null;

  @WholeNumber(LEASE_SECONDS.least, LEASE_SECONDS.most, {
    description: `How long the items are leased; default ${LEASE_SECONDS.standard}`,
  })
  leaseSeconds?: number | null;

  @WholeNumber(WAIT_SECONDS.least, WAIT_SECONDS.most, {
    description: 'How long to wait for a first item; default 0, which answers at once',
  })
  waitSeconds?: number | null;
}

export class ClaimPathDto {
  @ClaimId({ required: true })
  claimId!: string;
}

export class ExtendDto {
  @WholeNumber(LEASE_SECONDS.least, LEASE_SECONDS.most, {
    required: true,
    description: 'The lease ends so long from now',
    example: 60,
  })
  leaseSeconds!: number;
}

export class ReleaseDto {
  @WholeNumber(0, LONGEST_DELAY_SECONDS, {
    description: 'Not handed out before; default 10 s, doubled with each attempt, at most an hour',
  })
  delaySeconds?: number | null;

  @Diagnostic(LONGEST_ERROR, {
    description: `Why; shown to administrators, cleaned, and cut after ${LONGEST_ERROR} characters`,
  })
  lastError?: string | null;
}

export class ClaimedItemDto {
  @ApiProperty({ example: 'n0XbmPq3sT7uVw9yZa2c4e' })
  claimId!: string;

  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty({ example: 'address_change' })
  formType!: string;

  @ApiProperty({ type: String, nullable: true, example: 'SIS' })
  targetSystem!: string | null;

  @ApiProperty({ type: 'integer', description: 'The attempt that this claim is', example: 1 })
  attempt!: number;

  @ApiProperty({ format: 'date-time' })
  leaseUntil!: string;

  @ApiProperty({ description: 'As GET …/sync/payload answers it' })
  contentHash!: string;

  @ApiProperty({ type: EnvelopeDto })
  envelope!: Envelope;
}

export class ClaimsMetaDto {
  @ApiProperty({ type: 'integer', example: 1 })
  count!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Queued items that fit and were not handed out',
    example: 0,
  })
  waiting!: number;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', nullable: true },
    description: 'Target systems of this claim that an administrator has paused; null: items without one',
    example: ['SIS'],
  })
  paused?: (string | null)[];
}

export class LeaseDto {
  @ApiProperty({ example: 'n0XbmPq3sT7uVw9yZa2c4e' })
  claimId!: string;

  @ApiProperty({ format: 'date-time' })
  leaseUntil!: string;
}

export class ReleasedItemDto extends SyncItemDto {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is handed out again; null when it has failed',
  })
  notBefore!: string | null;
}

export function inputOf(sent: ClaimDto): {
  targetSystem: string | undefined;
  formTypes: string[] | undefined;
  limit: number;
  leaseSeconds: number;
  waitSeconds: number;
} {
  return {
    targetSystem: sent.targetSystem ?? undefined,
    formTypes: sent.formTypes ?? undefined,
    limit: sent.limit ?? LIMIT.standard,
    leaseSeconds: sent.leaseSeconds ?? LEASE_SECONDS.standard,
    waitSeconds: sent.waitSeconds ?? WAIT_SECONDS.standard,
  };
}

/** Named only where something is paused. */
export function presentPaused(paused: readonly string[]): Pick<ClaimsMetaDto, 'paused'> {
  return paused.length === 0 ? {} : { paused: paused.map((name) => (name === '' ? null : name)) };
}

export function presentClaimed({ claim, contentHash, envelope }: ClaimedItem): ClaimedItemDto {
  return {
    claimId: claim.claimId,
    submissionId: claim.submissionId,
    formType: claim.formType,
    targetSystem: claim.targetSystem === '' ? null : claim.targetSystem,
    attempt: claim.attempt,
    leaseUntil: claim.leaseUntil.toISOString(),
    contentHash,
    envelope,
  };
}
