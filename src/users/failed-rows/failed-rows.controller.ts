import { Controller, Get, Param, Query } from '@nestjs/common';

import { RunNotFound } from '../../errors/runs.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { FailedRowDto, FailedRowsQueryDto } from './failed-row.dto.js';
import { FailedRowsService } from './failed-rows.service.js';

@Controller('api/v1/integration/runs')
@RequireScope('users')
export class FailedRowsController {
  constructor(private readonly rows: FailedRowsService) {}

  @Get(':name/failures')
  @ApiOperationWith({
    summary: 'List the people whom a run sent and who were refused',
    description:
      'Each row with its externalId, line and reason, in the order in which they arrived; no other value of the ' +
      'person is kept. Of one run the first 10,000, for 90 days. Rows that another process refused within the ' +
      'last second may be missing.',
    tag: 'Runs',
    answers: { 200: { dto: FailedRowDto, isList: true } },
    refusals: ['VALIDATION_FAILED', new RunNotFound()],
  })
  list(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: FailedRowsQueryDto,
  ): Promise<Success<FailedRowDto[]>> {
    return this.rows.list(scope, name, query);
  }
}
