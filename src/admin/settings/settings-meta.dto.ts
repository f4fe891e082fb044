import { ApiProperty } from '@nestjs/swagger';

import type { ProgressRebuild } from '../../progress/entities/progress-rebuild.entity.js';

/** How far progress records have been recalculated after the last change that concerns them. */
class RebuildDto {
  @ApiProperty({ type: 'integer', description: 'Records to recalculate', example: 250 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Records that have been recalculated', example: 250 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'Recalculated records that changed', example: 12 })
  changed!: number;

  @ApiProperty({ format: 'date-time', example: '2026-07-24T02:00:00.000Z' })
  startedAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'null while the recalculation runs',
    example: '2026-07-24T02:00:05.000Z',
  })
  finishedAt!: string | null;
}

/** The effects of the settings. */
export class SettingsMetaDto {
  @ApiProperty({
    type: RebuildDto,
    nullable: true,
    description: 'How far the recalculation of progress records is; null when none was needed',
  })
  rebuild!: RebuildDto | null;

  @ApiProperty({
    type: 'integer',
    description: 'Users whose de-provisioning is held, also when there is no limit any more',
    example: 0,
  })
  openHolds!: number;
}

export function presentSettingsMeta(rebuild: ProgressRebuild | null, openHolds: number): SettingsMetaDto {
  return { rebuild: rebuild === null ? null : presentRebuild(rebuild), openHolds };
}

function presentRebuild({ total, done, changed, startedAt, finishedAt }: ProgressRebuild): RebuildDto {
  return {
    total,
    done,
    changed,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
