import { Controller, Get, Param, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { AdminFailedRowDto, RunChangesQueryDto } from './runs.dto.js';
import { AdminRunsService } from './runs.service.js';

@Controller('api/v1/admin/users')
@RequireAdministrator()
export class UserFailuresController {
  constructor(private readonly runs: AdminRunsService) {}

  @Get(':id/failures')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the refused rows about a user',
    description: 'Of all runs of the last 90 days; the latest first.',
    answers: { 200: { dto: AdminFailedRowDto, isList: true } },
    refusals: ['USER_NOT_FOUND'],
  })
  list(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: RunChangesQueryDto,
  ): Promise<Success<AdminFailedRowDto[]>> {
    return this.runs.failuresOfUser(scope, id, query);
  }
}
