import { Controller, Get, Query } from '@nestjs/common';

import { success, type Success } from '../http/answers.js';
import { ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { Gone } from '../http/server/gone.decorator.js';
import { CurrentScope, RequireAnyPart } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';
import { ChangeEventDto, FeedMetaDto, FeedQueryDto, presentEvent, queryOf } from './feed.dto.js';
import { FeedService } from './feed.service.js';

@Controller('api/v1/integration/events')
@RequireAnyPart()
export class FeedController {
  constructor(private readonly feed: FeedService) {}

  @Get()
  @ApiOperationWith({
    summary: 'Follow what changes',
    description:
      'CloudEvents in the order of commits, each with names of fields and states and no values. First call without ' +
      'after: the answer has the place of now and no event. Copy what you need by GET /users and GET /progress, then ' +
      'follow: send meta.nextAfter as after, and save it when the events are dealt with. waitSeconds waits for a ' +
      'first event. A credential gets the types of its scopes. CURSOR_EXPIRED: the place is older than what is kept, ' +
      'from before a sandbox was reset, or from before the database lost changes; begin again.',
    tag: 'Events',
    answers: { 200: { dto: ChangeEventDto, isList: true, meta: FeedMetaDto } },
    refusals: ['VALIDATION_FAILED', 'CURSOR_EXPIRED'],
  })
  async read(
    @CurrentScope() scope: Scope,
    @Query() query: FeedQueryDto,
    @Gone() gone: AbortSignal,
  ): Promise<Success<ChangeEventDto[]>> {
    const { events, nextAfter, hasMore } = await this.feed.read(scope, queryOf(query), gone);
    const data = events.map((event) => presentEvent(scope, event));
    return success(data, { meta: { count: data.length, nextAfter, hasMore } });
  }
}
