import { ApiProperty, OmitType } from '@nestjs/swagger';

import { Identifier, OneOf, Text } from '../../http/fields/fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import type { RefusedRequest } from '../../request-log/refused-requests.js';
import { ConnectionRowDto } from '../../scim/connections/connection.dto.js';
import { ConnectionInputDto } from '../../tenancy/credentials/connection.dto.js';
import { CONNECTION_ACCOUNT_TYPES, type ConnectionAccountType } from '../../tenancy/connection.js';

const EXAMPLE = 'ik_0000000000000000000000000a';
const TEXT = { type: String, nullable: true } as const;

export class ConnectionPathDto {
  @Identifier(64, { required: true, example: EXAMPLE })
  connectionId!: string;
}

export class ConnectionsQueryDto extends ListSortedBy('label') {}

/** What is omitted stays; null goes back to the default. */
export class ChangeConnectionDto extends OmitType(ConnectionInputDto, ['defaultAccountType']) {
  @Text(100, { description: 'Also of all its keys; it cannot be cleared', example: 'Entra ID' })
  label?: string | null;

  @OneOf(CONNECTION_ACCOUNT_TYPES, {
    description:
      'The account type of a person for whom the provider names none; null: such a person is refused',
    example: 'Staff',
  })
  defaultAccountType?: ConnectionAccountType | null;
}

export class CreateConnectionDto extends ConnectionInputDto {
  @Text(100, { required: true, example: 'Entra ID' })
  label!: string;
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

export function presentRefusal(refused: RefusedRequest): ConnectionRefusalDto {
  const { id, at, method, route, status, requestId, scimType, detail, operation } = refused;
  return { id, at: at.toISOString(), method, route, status, requestId, scimType, detail, operation };
}
