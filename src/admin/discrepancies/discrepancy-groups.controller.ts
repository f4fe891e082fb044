import { Body, Controller, Get, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { GroupNotFound, RuleExists } from '../../errors/submissions.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { DiscrepancyGroupsService } from './discrepancy-groups.service.js';
import {
  DiscrepancyGroupDto,
  DiscrepancyGroupsQueryDto,
  GroupsPreviewDto,
  GroupsResolvedDto,
  PreviewGroupsDto,
  ResolveGroupsDto,
} from './groups.dto.js';

@Controller('api/v1/admin/discrepancy-groups')
@RequireAdministrator()
export class DiscrepancyGroupsController {
  constructor(private readonly groups: DiscrepancyGroupsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List groups of open discrepancies',
    description:
      'A group has the same form type, field and submitted value, whatever is recorded; the largest is first. Each ' +
      'names the most frequent recorded values, and what else is open of its submissions.',
    answers: { 200: { dto: DiscrepancyGroupDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: DiscrepancyGroupsQueryDto,
  ): Promise<Success<DiscrepancyGroupDto[]>> {
    return this.groups.list(scope, query);
  }

  @Post('preview')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Preview a decision about groups of discrepancies',
    description:
      'How many records would change, how many submissions would wait no longer, and what the others would still ' +
      'wait for. With alsoGroupKeys, other fields of the same submissions are decided with them.',
    answers: { 200: { dto: GroupsPreviewDto } },
    refusals: [new GroupNotFound()],
  })
  preview(@CurrentScope() scope: Scope, @Body() body: PreviewGroupsDto): Promise<Success<GroupsPreviewDto>> {
    return this.groups.preview(scope, body);
  }

  @Post('resolve')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Decide about groups of discrepancies',
    description:
      'Those that were found up to newest, 100 submissions in one call; the answer says where the next call ' +
      'continues. All chosen fields of a submission are decided, or none: one whose value cannot be accepted stays ' +
      'undecided, and stops none of the others. All calls of a decision are one act of the audit log.',
    answers: { 200: { dto: GroupsResolvedDto } },
    refusals: [new GroupNotFound(), new RuleExists('degree')],
  })
  resolve(@CurrentScope() scope: Scope, @Body() body: ResolveGroupsDto): Promise<Success<GroupsResolvedDto>> {
    return this.groups.resolve(scope, body);
  }
}
