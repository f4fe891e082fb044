import { ApiProperty } from '@nestjs/swagger';

import { NOT_COMPLETE_KINDS, type NotComplete } from '../../errors/runs.errors.js';

/** Why the last call to finish a run was refused. */
export class RefusedFinishDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: NOT_COMPLETE_KINDS, example: 'types_not_named' })
  kind!: NotComplete['kind'];

  @ApiProperty({
    type: [String],
    example: ['Faculty'],
    description: 'The account types of which it names no one, or too few; empty for another reason',
  })
  accountTypes!: readonly string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 600,
    description:
      'Rows that are missing or name no one, or active people whom it should have named; null for another reason',
  })
  missing!: number | null;
}

/** Whether all or a part of a run was undone. */
export const UNDONE = ['all', 'part'] as const;
export type Undone = (typeof UNDONE)[number];
