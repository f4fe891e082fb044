import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';

import { FinishedOtherwise, RunNotComplete, RunNotFound } from '../../errors/runs.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { FinishedRunDto, FinishRunDto } from './finish.dto.js';
import { FinishService } from './finish.service.js';

@Controller('api/v1/integration/runs')
@RequireScope('users')
export class FinishController {
  constructor(private readonly runs: FinishService) {}

  @Post(':name/finish')
  @HttpCode(200)
  @ApiOperationWith({
    summary: 'Finish a run',
    description:
      'Says that all rows were sent. With `complete`, people of these account types whom the run does not name, ' +
      'and whom the sender has sent in an earlier one, are absent; who is absent in `absentRuns` consecutive ' +
      'complete runs is de-provisioned, through the limits and holds of the tenant. Later rows of the run are ' +
      'refused. The same call again has the same answer.',
    tag: 'Runs',
    answers: { 200: { dto: FinishedRunDto } },
    refusals: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      new RunNotFound(),
      new RunNotComplete('expectedRows says that there are 40000, and 39997 rows have come', {
        kind: 'rows_missing',
        accountTypes: [],
        missing: 3,
      }),
      new FinishedOtherwise('with another body'),
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  finish(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Body() body: FinishRunDto,
  ): Promise<Success<FinishedRunDto>> {
    return this.runs.finish(scope, name, body);
  }
}
