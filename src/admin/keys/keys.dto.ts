import { ApiProperty } from '@nestjs/swagger';
import { ArrayNotEmpty } from 'class-validator';

import type { LabelOf } from '../../actors/actor-labels.js';
import { ACCESS_SCOPES, type AccessScope } from '../../http/access-scopes.js';
import { Identifier, ListOf, Moment, Nested, Text, WholeNumber } from '../../http/fields/fields.js';
import { SETTINGS } from '../../settings/settings.js';
import { ConnectionDto, ConnectionInputDto } from '../../tenancy/credentials/connection.dto.js';
import { connectionSettingsOf } from '../../tenancy/connection.js';
import type { Credential } from '../../tenancy/credentials/credential.entity.js';
import {
  CREDENTIAL_STATUSES,
  type CredentialStatus,
  statusOf,
} from '../../tenancy/credentials/credential-status.js';
import { CREDENTIAL_SORTS } from '../../tenancy/credentials/credentials.repository.js';
import { QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export const DEFAULT_OVERLAP_HOURS = 24;
const LONGEST_OVERLAP_HOURS = 720;

const EXAMPLE_KEY = 'ik_0000000000000000000000000a';
const TEXT = { type: String, nullable: true } as const;
const MOMENT = { type: String, format: 'date-time', nullable: true } as const;

export class KeyPathDto {
  @Identifier(64, { required: true, example: EXAMPLE_KEY })
  apiKey!: string;
}

export class KeysQueryDto extends ListSortedBy(...CREDENTIAL_SORTS) {
  @QueryOneOf(CREDENTIAL_STATUSES)
  status?: CredentialStatus;

  @QueryText(100, 'A part of the label, or the beginning of the key')
  q?: string;
}

export class CreateKeyDto {
  @Text(100, { required: true, example: 'SIS nightly' })
  label!: string;

  @ArrayNotEmpty({ message: 'scopes must name at least one scope' })
  @ListOf(ACCESS_SCOPES, { required: true, example: ['integration'] })
  scopes!: AccessScope[];

  @Moment({ description: 'Omitted or null: never' })
  expiresAt?: string | null;

  @WholeNumber(...SETTINGS.rateLimit.range, {
    description:
      "Requests a minute of this key; null: none of its own. The tenant's limit holds for all keys together",
  })
  rateLimit?: number | null;

  @Nested(() => ConnectionInputDto, { description: 'For the scope scim alone' })
  connection?: ConnectionInputDto | null;
}

export class RotateKeyDto {
  @WholeNumber(0, LONGEST_OVERLAP_HOURS, {
    description: `How many hours the old key keeps working; default ${DEFAULT_OVERLAP_HOURS}`,
    example: DEFAULT_OVERLAP_HOURS,
  })
  overlapHours?: number | null;
}

export class ApiKeyDto {
  @ApiProperty({ example: EXAMPLE_KEY })
  apiKey!: string;

  @ApiProperty({ example: 'SIS nightly' })
  label!: string;

  @ApiProperty({ enum: [...ACCESS_SCOPES], isArray: true, example: ['integration'] })
  scopes!: string[];

  @ApiProperty({ type: 'integer', nullable: true })
  rateLimit!: number | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ example: 'admin:951000001' })
  createdBy!: string;

  @ApiProperty({ example: 'Ann Lee' })
  createdByLabel!: string;

  @ApiProperty(MOMENT)
  lastUsedAt!: string | null;

  @ApiProperty(MOMENT)
  expiresAt!: string | null;

  @ApiProperty({ enum: [...CREDENTIAL_STATUSES] })
  status!: CredentialStatus;

  @ApiProperty({ ...TEXT, description: 'The key that replaces this one' })
  rotatedTo!: string | null;

  @ApiProperty({ type: ConnectionDto, nullable: true, description: 'null without the scope scim' })
  connection!: ConnectionDto | null;
}

export class IssuedKeyDto extends ApiKeyDto {
  @ApiProperty({ description: 'Not shown again', example: `is_${'0'.repeat(43)}` })
  apiSecret!: string;
}

export class RotatedKeyDto extends IssuedKeyDto {
  @ApiProperty({ type: () => ApiKeyDto, description: 'The old key, with the time until which it works' })
  previous!: ApiKeyDto;
}

export function presentKey(
  credential: Credential,
  { labelOf, now }: { readonly labelOf: LabelOf; readonly now: Date },
): ApiKeyDto {
  const { apiKey, label, scopes, rateLimit, createdBy, rotatedTo, connectionId, connectionSettings } =
    credential;
  return {
    apiKey,
    label,
    scopes: scopes.split(','),
    rateLimit,
    createdAt: credential.createdAt.toISOString(),
    createdBy,
    createdByLabel: labelOf(createdBy),
    lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
    expiresAt: credential.expiresAt?.toISOString() ?? null,
    status: statusOf(credential, now),
    rotatedTo,
    connection:
      connectionId === null ? null : { id: connectionId, ...connectionSettingsOf(connectionSettings) },
  };
}
