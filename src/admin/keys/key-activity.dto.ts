import { ApiProperty } from '@nestjs/swagger';

import type { KeyUse } from '../../request-log/key-use/key-use.service.js';
import type { LastUse } from '../../request-log/key-use/key-use.repository.js';
import type { Credential } from '../../tenancy/credentials/credential.entity.js';
import {
  CREDENTIAL_STATUSES,
  type CredentialStatus,
  statusOf,
} from '../../tenancy/credentials/credential-status.js';
import type { KeyHandover } from '../../tenancy/handovers/key-handover.entity.js';

const EXAMPLE_KEY = 'ik_0000000000000000000000000a';
const EXAMPLE_ADDRESS = '192.0.2.44';
const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;

export class KeyDayDto {
  @ApiProperty({ format: 'date', description: "A day of the tenant's calendar" })
  day!: string;

  @ApiProperty({ type: 'integer', description: 'With the right secret, refused ones included', example: 412 })
  calls!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Those of the calls with a status of 400 or above',
    example: 3,
  })
  errors!: number;

  @ApiProperty({ type: 'integer', description: 'Calls that named the key with a wrong secret', example: 0 })
  wrongSecrets!: number;
}

export class KeyAddressDto {
  @ApiProperty({ example: EXAMPLE_ADDRESS })
  address!: string;

  @ApiProperty({ format: 'date-time' })
  lastUsedAt!: string;

  @ApiProperty({ type: 'integer', example: 12_000 })
  calls!: number;
}

/** The key before or after another one. */
export class NeighbourKeyDto {
  @ApiProperty({ example: EXAMPLE_KEY })
  apiKey!: string;

  @ApiProperty({ example: 'SIS nightly' })
  label!: string;

  @ApiProperty({ enum: [...CREDENTIAL_STATUSES] })
  status!: CredentialStatus;

  @ApiProperty(MOMENT)
  expiresAt!: string | null;

  @ApiProperty(MOMENT)
  lastUsedAt!: string | null;

  @ApiProperty({ ...TEXT, example: EXAMPLE_ADDRESS })
  lastUsedFrom!: string | null;
}

/** The latest one-time link of a key. */
export class HandoverDto {
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ example: 'Ann Lee' })
  createdByLabel!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty(MOMENT)
  openedAt!: string | null;

  @ApiProperty({ ...TEXT, example: EXAMPLE_ADDRESS })
  openedFrom!: string | null;
}

export class KeyActivityDto {
  @ApiProperty({
    type: KeyDayDto,
    isArray: true,
    description: 'The last 30 days, the oldest first. The last five seconds may be missing',
  })
  days!: KeyDayDto[];

  @ApiProperty({
    type: KeyAddressDto,
    isArray: true,
    description: 'The 20 addresses that used it last, of the last 90 days, the latest first',
  })
  addresses!: KeyAddressDto[];

  @ApiProperty({ type: NeighbourKeyDto, nullable: true, description: 'The key that this one replaced' })
  predecessor!: NeighbourKeyDto | null;

  @ApiProperty({ type: NeighbourKeyDto, nullable: true, description: 'The key that replaces this one' })
  successor!: NeighbourKeyDto | null;

  @ApiProperty({ type: HandoverDto, nullable: true, description: 'null when no link was made' })
  handover!: HandoverDto | null;
}

export function presentUse({ days, addresses }: KeyUse): Pick<KeyActivityDto, 'days' | 'addresses'> {
  return {
    days: [...days],
    addresses: addresses.map(({ address, lastUsedAt, calls }) => ({
      address,
      lastUsedAt: lastUsedAt.toISOString(),
      calls,
    })),
  };
}

export function presentNeighbour(key: Credential, used: LastUse | undefined, now: Date): NeighbourKeyDto {
  const { apiKey, label } = key;
  return {
    apiKey,
    label,
    status: statusOf(key, now),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: (used?.lastUsedAt ?? key.lastUsedAt)?.toISOString() ?? null,
    lastUsedFrom: used?.address ?? null,
  };
}

export function presentHandover(handover: KeyHandover, createdByLabel: string): HandoverDto {
  return {
    createdAt: handover.createdAt.toISOString(),
    createdByLabel,
    expiresAt: handover.expiresAt.toISOString(),
    openedAt: handover.openedAt?.toISOString() ?? null,
    openedFrom: handover.openedFrom,
  };
}
