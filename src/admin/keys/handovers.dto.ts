import { ApiProperty } from '@nestjs/swagger';

import { ACCESS_SCOPES } from '../../http/access-scopes.js';
import { WholeNumber } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import type { IssuedHandover, OfferedKey } from '../../tenancy/handovers/key-handovers.service.js';

export const DEFAULT_HANDOVER_HOURS = 24;
const LONGEST_HANDOVER_HOURS = 72;
const TOKEN = /^[\w-]{43}$/;

export class CreateHandoverDto {
  @WholeNumber(1, LONGEST_HANDOVER_HOURS, {
    description: `How many hours the link can be opened; default ${DEFAULT_HANDOVER_HOURS}`,
    example: DEFAULT_HANDOVER_HOURS,
  })
  hours?: number | null;
}

export class HandoverTokenDto {
  @Pattern(TOKEN, 'must be the token of a hand-over link', { required: true })
  token!: string;
}

export class IssuedHandoverDto {
  @ApiProperty({
    description: 'Can be opened once; is not shown again',
    example: `https://api.example.edu/admin/#/handover?token=${'0'.repeat(43)}`,
  })
  link!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

/** The key that a link would hand over. */
export class OfferedKeyDto {
  @ApiProperty({ example: 'SIS nightly' })
  label!: string;

  @ApiProperty({ example: 'Northern University' })
  tenantName!: string;

  @ApiProperty({ enum: [...ACCESS_SCOPES], isArray: true, example: ['integration'] })
  scopes!: string[];

  @ApiProperty({ format: 'date-time', description: 'Until when the link can be opened' })
  expiresAt!: string;
}

export class HandedOverKeyDto extends OfferedKeyDto {
  @ApiProperty({ example: 'ik_0000000000000000000000000a' })
  apiKey!: string;

  @ApiProperty({ description: 'Not shown again', example: `is_${'0'.repeat(43)}` })
  apiSecret!: string;
}

export function presentIssuedHandover({ link, expiresAt }: IssuedHandover): IssuedHandoverDto {
  return { link, expiresAt: expiresAt.toISOString() };
}

export function presentOffered({ credential, tenant, handover }: OfferedKey): OfferedKeyDto {
  return {
    label: credential.label,
    tenantName: tenant.name,
    scopes: credential.scopes.split(','),
    expiresAt: handover.expiresAt.toISOString(),
  };
}
