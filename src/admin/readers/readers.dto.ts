import { ApiProperty } from '@nestjs/swagger';

import { ListSortedBy } from '../../http/lists/list-query.js';

const MOMENT = { type: String, format: 'date-time' } as const;

export class ReadersQueryDto extends ListSortedBy('lastReadAt') {}

export class ReaderDto {
  @ApiProperty({ example: 'ik_0000000000000000000000000a' })
  apiKey!: string;

  @ApiProperty({ description: 'Of the key', example: 'Data warehouse' })
  label!: string;

  @ApiProperty({ ...MOMENT, description: 'The latest call; calls of the last five seconds may be missing' })
  lastReadAt!: string;

  @ApiProperty({ ...MOMENT, description: 'Since when it has read at least every 36 hours' })
  dailySince!: string;

  @ApiProperty({
    ...MOMENT,
    nullable: true,
    description: 'When the first event was committed that it has not been handed; null: it has them all',
  })
  behindSince!: string | null;

  @ApiProperty({
    description:
      'Whether it read every day for three days or longer, and then not for as long as alerts allow',
    example: false,
  })
  isSilent!: boolean;
}
