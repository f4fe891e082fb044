import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { OpenSeatDto, OpenSeatsQueryDto } from '../../progress/seats/open-seats.dto.js';
import { OpenSeatsService } from '../../progress/seats/open-seats.service.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';

@Controller('api/v1/admin/open-seats')
@RequireAdministrator()
export class AdminOpenSeatsController {
  constructor(private readonly seats: OpenSeatsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the committee seats that departures have left open, for administrators',
    description: 'As GET /api/v1/integration/progress/open-seats answers it.',
    answers: { 200: { dto: OpenSeatDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: OpenSeatsQueryDto): Promise<Success<OpenSeatDto[]>> {
    return this.seats.list(scope, query);
  }
}
