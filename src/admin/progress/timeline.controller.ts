import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { presentTimelineRow, ProgressTimelineDto, ProgressTimelineQueryDto } from './progress.dto.js';

@Controller('api/v1/admin/progress-timeline')
@RequireAdministrator()
export class AdminProgressTimelineController {
  constructor(private readonly progress: ProgressListService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read the milestones of up to 200 students',
    description: 'By the filters of the list of progress; the students who are behind most come first.',
    answers: { 200: { dto: ProgressTimelineDto } },
  })
  async read(
    @CurrentScope() scope: Scope,
    @Query() query: ProgressTimelineQueryDto,
  ): Promise<Success<ProgressTimelineDto>> {
    const { rows, total, today } = await this.progress.cohort(scope, query);
    return success({ today, total, students: rows.map(presentTimelineRow) });
  }
}
