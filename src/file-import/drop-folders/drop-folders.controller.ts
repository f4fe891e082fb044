import { Body, Controller, Param, Put } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { DropFolderDto, DropFolderReportDto } from './drop-folders.dto.js';
import { DropFoldersService } from './drop-folders.service.js';

@Controller('api/v1/integration/drops')
@RequireScope('users')
export class DropFoldersController {
  constructor(private readonly folders: DropFoldersService) {}

  @Put(':folder')
  @ApiOperationWith({
    summary: 'Say what waits in a folder of files',
    description:
      'The command `drops run` calls it when it looks into its folder; administrators see it on the page of runs. ' +
      'The name says which folder it is, in the characters of the name of a run.',
    tag: 'Runs',
    answers: { 200: { dto: DropFolderDto } },
    refusals: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  report(
    @CurrentScope() scope: Scope,
    @Param('folder') folder: string,
    @Body() body: DropFolderReportDto,
  ): Promise<Success<DropFolderDto>> {
    return this.folders.report(scope, folder, body);
  }
}
