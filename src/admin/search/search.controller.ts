import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { CurrentRole } from '../../auth/sessions/current-role.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import { FoundDto, SearchQueryDto } from './search.dto.js';
import { SearchService } from './search.service.js';

@Controller('api/v1/admin/search')
@RequireAdministrator()
export class SearchController {
  constructor(private readonly everything: SearchService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Search for anything that has a page',
    description:
      'At most five of each kind: people by name, or by the beginning of a number or an e-mail address; keys by a ' +
      'part of the label or the beginning of the key; views by a part of the name; ' +
      'runs, submissions and request IDs by their beginning.',
    answers: { 200: { dto: FoundDto } },
  })
  search(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: AdministrationRole | undefined,
    @Query() query: SearchQueryDto,
  ): Promise<Success<FoundDto>> {
    return this.everything.search(scope, role, query);
  }
}
