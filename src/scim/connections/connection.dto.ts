import { ApiProperty } from '@nestjs/swagger';

import { ConnectionDto } from '../../tenancy/credentials/connection.dto.js';
import {
  CREDENTIAL_STATUSES,
  type CredentialStatus,
  statusOf,
} from '../../tenancy/credentials/credential-status.js';
import type { ConnectionState } from './connections.service.js';

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;

export class ConnectionKeyDto {
  @ApiProperty({ example: 'ik_0000000000000000000000000a' })
  apiKey!: string;

  @ApiProperty({ enum: [...CREDENTIAL_STATUSES] })
  status!: CredentialStatus;

  @ApiProperty(MOMENT)
  lastUsedAt!: string | null;

  @ApiProperty(MOMENT)
  expiresAt!: string | null;
}

export class ConnectionRowDto extends ConnectionDto {
  @ApiProperty({ example: 'Entra ID' })
  label!: string;

  @ApiProperty({ ...MOMENT, description: 'To the minute' })
  lastRequestAt!: string | null;

  @ApiProperty({ type: 'integer', description: 'People to whom it has a link', example: 1200 })
  people!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  groups!: number;

  @ApiProperty({ type: () => ConnectionKeyDto, isArray: true, description: 'The oldest first' })
  keys!: ConnectionKeyDto[];
}

export function presentConnection(connection: ConnectionState, now: Date): ConnectionRowDto {
  const { id, label, settings, keys, lastRequestAt, people, groups } = connection;
  return {
    id,
    label,
    ...settings,
    lastRequestAt: lastRequestAt?.toISOString() ?? null,
    people,
    groups,
    keys: keys.map((key) => ({
      apiKey: key.apiKey,
      status: statusOf(key, now),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      expiresAt: key.expiresAt?.toISOString() ?? null,
    })),
  };
}
