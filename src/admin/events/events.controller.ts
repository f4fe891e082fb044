import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { AdminEventDto, EventsMetaDto, EventsQueryDto } from './events.dto.js';
import { AdminEventsService } from './events.service.js';

@Controller('api/v1/admin/events')
@RequireAdministrator()
export class AdminEventsController {
  constructor(private readonly events: AdminEventsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Watch what happens to a person or in a run',
    description:
      'The newest 20 events behind a place of the feed of changes, the oldest of them first; all, or those about a ' +
      'person or in a run. It never waits. When meta.hasMore is true, ask again at once.',
    answers: { 200: { dto: AdminEventDto, isList: true, meta: EventsMetaDto } },
    refusals: ['VALIDATION_FAILED', 'CURSOR_EXPIRED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: EventsQueryDto): Promise<Success<AdminEventDto[]>> {
    return this.events.list(scope, query);
  }
}
