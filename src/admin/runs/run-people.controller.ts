import { Controller, Get, Param, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { RunNotFound } from '../../errors/runs.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  RunPeopleCountsDto,
  RunPeopleFilterDto,
  RunPeopleMetaDto,
  RunPeopleQueryDto,
  RunPersonDto,
} from './run-people.dto.js';
import { AdminRunPeopleService } from './run-people.service.js';

@Controller('api/v1/admin/runs')
@RequireAdministrator()
export class AdminRunPeopleController {
  constructor(private readonly people: AdminRunPeopleService) {}

  @Get(':name/people')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the people of a run by what it did to them',
    description:
      'Each person once, with all changes of the run together; the one changed last comes first. With a kind and a ' +
      'field: people to whom the run did both.',
    answers: { 200: { dto: RunPersonDto, isList: true, meta: RunPeopleMetaDto } },
    refusals: [new RunNotFound()],
  })
  list(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: RunPeopleQueryDto,
  ): Promise<Success<RunPersonDto[]>> {
    return this.people.list(scope, name, query);
  }

  @Get(':name/people/counts')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Count the people of a run for each filter',
    description:
      'Each count is the number of people that the list has with this value in place of the filter of its kind. It ' +
      'reads every change of the run.',
    answers: { 200: { dto: RunPeopleCountsDto } },
    refusals: [new RunNotFound()],
  })
  counts(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: RunPeopleFilterDto,
  ): Promise<Success<RunPeopleCountsDto>> {
    return this.people.counts(scope, name, query);
  }
}
