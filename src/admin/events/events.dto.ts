import { ApiProperty } from '@nestjs/swagger';

import { ChangeEventDto, FeedMetaDto, LONGEST_PLACE } from '../../change-feed/feed.dto.js';
import { EARLIEST } from '../../change-feed/feed-place.js';
import { QueryForm, QueryText } from '../../http/fields/query-fields.js';
import { RUN_NAME, RUN_NAME_RULE } from '../../tenancy/sync-run.js';

export class EventsQueryDto {
  @QueryText(
    LONGEST_PLACE,
    `nextAfter of the answer before, or ${EARLIEST}: all that is kept. Without it the answer is the place of now alone`,
  )
  after?: string;

  @QueryText(64, 'The 950/951 ID of a user')
  userId?: string;

  @QueryForm(RUN_NAME, 'nightly-2026-11-20', `must be ${RUN_NAME_RULE}`)
  run?: string;
}

export class AdminEventDto extends ChangeEventDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Who made the change',
    example: 'Banner nightly',
  })
  actorLabel!: string | null;
}

export class EventsMetaDto extends FeedMetaDto {
  @ApiProperty({ type: 'integer', description: 'Those that were not answered included', example: 1 })
  declare count: number;
}
