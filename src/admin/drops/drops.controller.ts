import { Controller, Get, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { DropFolderDto } from '../../file-import/drop-folders/drop-folders.dto.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { DropsQueryDto } from './drops.dto.js';
import { AdminDropsService } from './drops.service.js';

@Controller('api/v1/admin/drops')
@RequireAdministrator()
export class AdminDropsController {
  constructor(private readonly drops: AdminDropsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the folders of dropped files',
    description: 'What waits in each, as the command that takes the files said last.',
    answers: { 200: { dto: DropFolderDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: DropsQueryDto): Promise<Success<DropFolderDto[]>> {
    return this.drops.list(scope, query);
  }
}
