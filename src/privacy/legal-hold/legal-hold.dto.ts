import { ApiProperty } from '@nestjs/swagger';

import { Text } from '../../http/fields/fields.js';
import type { LegalHoldEntry } from './legal-hold.entity.js';

export class SetLegalHoldDto {
  @Text(500, {
    required: true,
    description: 'Why; administrators and auditors see it',
    example: 'Case 2026-17',
  })
  reason!: string;
}

export class LegalHoldDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ example: 'Case 2026-17' })
  reason!: string;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({ example: 'admin:951000001' })
  setBy!: string;
}

export class LegalHoldStateDto {
  @ApiProperty({
    description: 'Whether erasure and retention are stopped, by a legal hold or by the setting',
  })
  isHeld!: boolean;

  @ApiProperty({ description: 'The setting legalHold of the university' })
  ofTenant!: boolean;

  @ApiProperty({ type: LegalHoldDto, nullable: true })
  legalHold!: LegalHoldDto | null;
}

export function presentLegalHold({ userId, reason, since, setBy }: LegalHoldEntry): LegalHoldDto {
  return { userId, reason, since: since.toISOString(), setBy };
}
