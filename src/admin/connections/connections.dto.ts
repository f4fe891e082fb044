import { ApiProperty } from '@nestjs/swagger';

import { Flag, Identifier, OneOf, Text } from '../../http/fields/fields.js';
import type { RefusedRequest } from '../../requests/refused-requests.js';
import type { ConnectionState } from '../../scim/connections/connections.service.js';
import {
  CONNECTION_ACCOUNT_TYPES,
  type ConnectionAccountType,
  VISIBILITIES,
  type Visibility,
} from '../../tenancy/connection.js';
import { CREDENTIAL_STATUSES, type CredentialStatus, statusOf } from '../../tenancy/credential-status.js';
import { ConnectionDto, ConnectionWishDto } from '../keys/keys.dto.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

const EXAMPLE = 'ik_0000000000000000000000000a';
const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;

export class ConnectionPathDto {
  @Identifier(64, { required: true, example: EXAMPLE })
  connectionId!: string;
}

export class ConnectionsQueryDto extends ListSortedBy('label') {}

/** What is omitted stays; null goes back to the default. */
export class ChangeConnectionDto {
  @Text(100, { description: 'Also of all its keys; it cannot be cleared', example: 'Entra ID' })
  label?: string | null;

  @OneOf(CONNECTION_ACCOUNT_TYPES, {
    description:
      'The account type of a person for whom the provider names none; null: such a person is refused',
    example: 'Staff',
  })
  defaultAccountType?: ConnectionAccountType | null;

  @Flag({ description: 'Whether it may make people administrators, and change those who are; default false' })
  mayAdminister?: boolean | null;

  @Flag({
    description:
      'Whether it may write people who came from another source, and takes them over; default true',
  })
  adopts?: boolean | null;

  @OneOf(VISIBILITIES, {
    description: 'Whether it lists all people, or only those that it holds; default all',
  })
  visible?: Visibility | null;
}

export class CreateConnectionDto extends ConnectionWishDto {
  @Text(100, { required: true, example: 'Entra ID' })
  label!: string;
}

export class ConnectionKeyDto {
  @ApiProperty({ example: EXAMPLE })
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

  @ApiProperty({ type: 'integer', description: 'People whom it holds', example: 1200 })
  people!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  groups!: number;

  @ApiProperty({ type: () => ConnectionKeyDto, isArray: true, description: 'The oldest first' })
  keys!: ConnectionKeyDto[];
}

export class CreatedConnectionDto extends ConnectionRowDto {
  @ApiProperty({ description: 'For the provider', example: 'https://api.example.edu/scim/v2' })
  url!: string;

  @ApiProperty({
    description: 'For the provider; not shown again',
    example: `${EXAMPLE}.is_${'0'.repeat(43)}`,
  })
  token!: string;
}

/** A refused request without the values that were sent. */
export class ConnectionRefusalDto {
  @ApiProperty({ description: 'Of the entry in the request log', example: '4711' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'PATCH' })
  method!: string;

  @ApiProperty({ example: '/scim/v2/Users/:id' })
  route!: string;

  @ApiProperty({ example: 400 })
  status!: number;

  @ApiProperty({ example: 'nightly-2026-11-20.1' })
  requestId!: string;

  @ApiProperty({ ...TEXT, example: 'invalidValue' })
  scimType!: string | null;

  @ApiProperty({ ...TEXT, description: "The answer's detail, with ••• for every value that was sent" })
  detail!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The place in a bulk request, from 1; null when the whole request was refused',
  })
  operation!: number | null;
}

export class ConnectionDetailDto extends ConnectionRowDto {
  @ApiProperty({
    type: () => ConnectionRefusalDto,
    isArray: true,
    description: 'The latest 20 of those in the request log, the newest first',
  })
  refusals!: ConnectionRefusalDto[];
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

export function presentRefusal(refused: RefusedRequest): ConnectionRefusalDto {
  const { id, at, method, route, status, requestId, scimType, detail, operation } = refused;
  return { id, at: at.toISOString(), method, route, status, requestId, scimType, detail, operation };
}
