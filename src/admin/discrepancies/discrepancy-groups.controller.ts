import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { GroupNotFound } from '../../errors/submissions.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { DiscrepancyGroupsService } from './discrepancy-groups.service.js';
import {
  DiscrepancyGroupDto,
  DiscrepancyGroupsQueryDto,
  GroupPathDto,
  GroupResolvedDto,
  ResolveGroupDto,
} from './waiting.dto.js';

@Controller('api/v1/admin/discrepancy-groups')
@RequireAdministrator()
export class DiscrepancyGroupsController {
  constructor(private readonly groups: DiscrepancyGroupsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List groups of open discrepancies',
    description: 'A group has the same form type, field, submitted and recorded value; the largest is first.',
    answers: { 200: { dto: DiscrepancyGroupDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: DiscrepancyGroupsQueryDto,
  ): Promise<Success<DiscrepancyGroupDto[]>> {
    return this.groups.list(scope, query);
  }

  @Post(':groupKey/resolve')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Decide about a group of discrepancies',
    description:
      'Those that were found up to newest, 100 in one call; the answer says where the next call continues. A ' +
      'submission whose value cannot be accepted stays undecided and stops none of the others.',
    answers: { 200: { dto: GroupResolvedDto } },
    refusals: [new GroupNotFound()],
  })
  resolve(
    @CurrentScope() scope: Scope,
    @Param() { groupKey }: GroupPathDto,
    @Body() body: ResolveGroupDto,
  ): Promise<Success<GroupResolvedDto>> {
    return this.groups.resolve(scope, groupKey, body);
  }
}
