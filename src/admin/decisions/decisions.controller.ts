import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { UNUSED_DAYS } from '../../submissions/discrepancies/rules/unused-rules.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { DecisionListMetaDto, DecisionListQueryDto, DecisionRowDto } from './decisions.dto.js';
import { AdminDecisionsService } from './decisions.service.js';

@Controller('api/v1/admin/decisions')
@RequireAdministrator()
export class AdminDecisionsController {
  constructor(private readonly decisions: AdminDecisionsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List what waits for a decision',
    description:
      'Held de-provisionings, open conflicts, groups of open discrepancies, and rules about discrepancies that have ' +
      `decided nothing for ${UNUSED_DAYS} days: what does most harm while it waits ` +
      'comes first, then what has waited for longest.',
    answers: { 200: { dto: DecisionRowDto, isList: true, meta: DecisionListMetaDto } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: DecisionListQueryDto,
  ): Promise<Success<DecisionRowDto[]>> {
    return this.decisions.list(scope, query);
  }
}
