import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ReaderDto, ReadersQueryDto } from './readers.dto.js';
import { AdminReadersService } from './readers.service.js';

@Controller('api/v1/admin/readers')
@RequireAdministrator()
export class AdminReadersController {
  constructor(private readonly readers: AdminReadersService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the readers of the feed of changes',
    description:
      'The keys that read it within retention.eventDays, the latest first, each with how far it is behind.',
    answers: { 200: { dto: ReaderDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: ReadersQueryDto): Promise<Success<ReaderDto[]>> {
    return this.readers.list(scope, query);
  }
}
