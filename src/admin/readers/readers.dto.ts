import { ApiProperty } from '@nestjs/swagger';

import { READER_STATES, type ReaderState } from '../../change-feed/readers/feed-readers.js';
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

  @ApiProperty({
    ...MOMENT,
    description: 'Since when it read at least every 36 hours, until it was last seen',
  })
  dailySince!: string;

  @ApiProperty({
    ...MOMENT,
    nullable: true,
    description:
      'When the first event was committed that it has not been handed, of the scopes that it asked for last; ' +
      'null: it has them all',
  })
  behindSince!: string | null;

  @ApiProperty({
    enum: [...READER_STATES],
    description:
      'ended: the key works no longer, or has a successor; silent: it read every day for three days or longer, and ' +
      'then not for as long as alerts allow; reading: it read within 36 hours; away: any other',
  })
  state!: ReaderState;
}
