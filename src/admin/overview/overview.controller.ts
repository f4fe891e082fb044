import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { OverviewDto, OverviewQueryDto } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@Controller('api/v1/admin/overview')
@RequireAdministrator()
export class OverviewController {
  constructor(private readonly figures: OverviewService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'How the integration is doing',
    description:
      'The sync queue by status, the people posted on each of the last days, pacing, the last bulk upload, ' +
      'and what an administrator must decide.',
    answers: { 200: { dto: OverviewDto } },
  })
  show(@CurrentScope() scope: Scope, @Query() query: OverviewQueryDto): Promise<Success<OverviewDto>> {
    return this.figures.overview(scope, query);
  }
}
