import { Controller, Get, Param, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { StudentPathDto } from '../../progress/dto/progress-path.dto.js';
import { ProgressRecordDto } from '../../progress/dto/progress-record.dto.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { presentRow, ProgressListQueryDto, ProgressRowDto } from './progress.dto.js';

@Controller('api/v1/admin/progress')
@RequireAdministrator()
export class AdminProgressController {
  constructor(private readonly progress: ProgressListService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List students with their pacing',
    description:
      'A row per student: who it is, the dissertation, and how the milestones stand against their due dates. ' +
      'Those who are behind most come first by sort=daysBehind&order=DESC.',
    answers: { 200: { dto: ProgressRowDto, isList: true } },
  })
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: ProgressListQueryDto,
  ): Promise<Success<ProgressRowDto[]>> {
    const { sort = 'lastName', order = 'ASC' } = query;
    const range = { ...boundedPageRangeOf(query), sort, order };
    const { rows, total } = await this.progress.list(scope, query, range);
    return listed(rows.map(presentRow), total, query);
  }

  @Get(':studentId')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: "Read a student's whole record",
    description:
      'The record that GET /api/v1/integration/progress hands out. By the 950/951 ID, else the legacyNumber.',
    answers: { 200: { dto: ProgressRecordDto } },
    refusals: ['VALIDATION_FAILED', 'USER_NOT_FOUND'],
  })
  async get(
    @CurrentScope() scope: Scope,
    @Param() { studentId }: StudentPathDto,
  ): Promise<Success<ProgressRecordDto>> {
    return success(await this.progress.get(scope, studentId));
  }
}
