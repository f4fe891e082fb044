import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { KeptMappingNotFound, TooManyKeptMappings } from '../../errors/feed.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { MOST_KEPT } from '../../file-import/kept-mappings/kept-mappings.service.js';
import {
  KeptMappingDto,
  KeptMappingListQueryDto,
  NewSenderPathDto,
  PutKeptMappingDto,
  SenderPathDto,
} from './kept-mappings.dto.js';
import { AdminKeptMappingsService } from './kept-mappings.service.js';

@Controller('api/v1/admin/files/mappings')
@RequireAdministrator()
export class KeptMappingsController {
  constructor(private readonly mappings: AdminKeptMappingsService) {}

  @Get()
  @ApiAdministration({
    summary: 'List the mappings that are kept for files',
    description: 'By sender; one whose columnsHash is that of the preview of a file fits it.',
    answers: { 200: { dto: KeptMappingDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: KeptMappingListQueryDto,
  ): Promise<Success<KeptMappingDto[]>> {
    return this.mappings.list(scope, query);
  }

  @Put(':sender')
  @ApiAdministration({
    summary: 'Keep how files of a sender are mapped',
    description:
      'In place of what is kept under that name. It is offered for the next file, and holds for none before.',
    answers: { 200: { dto: KeptMappingDto } },
    refusals: [new TooManyKeptMappings(MOST_KEPT)],
  })
  keep(
    @CurrentScope() scope: Scope,
    @Param() { sender }: NewSenderPathDto,
    @Body() body: PutKeptMappingDto,
  ): Promise<Success<KeptMappingDto>> {
    return this.mappings.keep(scope, sender, body);
  }

  @Delete(':sender')
  @ApiAdministration({
    summary: 'Keep the mapping of a sender no longer',
    description: 'What was applied with it stays.',
    answers: { 200: { dto: KeptMappingDto } },
    refusals: ['VALIDATION_FAILED', new KeptMappingNotFound()],
  })
  remove(@CurrentScope() scope: Scope, @Param() { sender }: SenderPathDto): Promise<Success<KeptMappingDto>> {
    return this.mappings.remove(scope, sender);
  }
}
