import { Controller, Get, Param, Query } from '@nestjs/common';

import { RunNotFound } from '../../errors/runs.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { RunDto, RunsQueryDto } from './run.dto.js';
import { RunsService } from './runs.service.js';

const TAG = 'Runs';
const FRESHNESS =
  'Counts what was answered before; where several processes answer, what another one answered within the last ' +
  '5 seconds may be missing. A dry run counts nothing.';

@Controller('api/v1/integration/runs')
@RequireScope('users')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Get()
  @ApiOperationWith({
    summary: 'List the runs that calls named in X-Sync-Run',
    description: `The one that began last comes first. ${FRESHNESS}`,
    tag: TAG,
    answers: { 200: { dto: RunDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: RunsQueryDto): Promise<Success<RunDto[]>> {
    return this.runs.list(scope, query);
  }

  @Get(':name')
  @ApiOperationWith({
    summary: 'Read what a run did',
    description:
      `By its name, in the same numbers as the list. ${FRESHNESS} ` +
      'An undo of it concerns people and nothing else.',
    tag: TAG,
    answers: { 200: { dto: RunDto } },
    refusals: [new RunNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param('name') name: string): Promise<Success<RunDto>> {
    return this.runs.get(scope, name);
  }
}
