import { ApiProperty } from '@nestjs/swagger';

import { ApiAnyJson } from '../../http/openapi/openapi.decorators.js';

/** The last change of one setting. */
export class SettingChangeDto {
  @ApiProperty({ example: 'pacing.dueSoonDays', description: 'The setting, with the group that it is in' })
  setting!: string;

  @ApiProperty({ example: '4711', description: 'The entry of the audit log' })
  auditId!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'admin:951000001' })
  actor!: string;

  @ApiProperty({ example: 'Ann Lee' })
  actorLabel!: string;

  @ApiAnyJson('The value before; null: the default, or none', 14)
  before!: unknown;

  @ApiAnyJson('The value after; null: the default, or none', 21)
  after!: unknown;
}
