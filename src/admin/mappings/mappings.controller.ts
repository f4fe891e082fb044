import { Body, Controller, Delete, Get, Headers, Param, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { tagged } from '../../http/entity-tags.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  MappingDto,
  MappingListMetaDto,
  MappingListQueryDto,
  MappingMetaDto,
  MappingPathDto,
  PutMappingDto,
} from './mappings.dto.js';
import { AdminMappingsService } from './mappings.service.js';

@Controller('api/v1/admin/mappings')
@RequireAdministrator()
export class AdminMappingsController {
  constructor(private readonly mappings: AdminMappingsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the field mappings that were set',
    description:
      'meta.defaultLinks apply to every other form type; meta.recordFields are what a field may mean.',
    answers: { 200: { dto: MappingDto, isList: true, meta: MappingListMetaDto } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: MappingListQueryDto): Promise<Success<MappingDto[]>> {
    return this.mappings.list(scope, query);
  }

  @Get(':formType')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read the field mapping of a form type',
    description:
      'The mapping that the tenant has set for this form type, else the default; isDefault says which.',
    versioned: 'read',
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
    refusals: ['VALIDATION_FAILED'],
  })
  async get(
    @CurrentScope() scope: Scope,
    @Param() { formType }: MappingPathDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<MappingDto>> {
    return tagged(response, await this.mappings.get(scope, formType));
  }

  @Put(':formType')
  @ApiAdministration({
    summary: 'Set the field mapping of a form type',
    description: 'Replaces the whole mapping; an empty list goes back to the default.',
    versioned: 'write',
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
  })
  async put(
    @CurrentScope() scope: Scope,
    @Param() { formType }: MappingPathDto,
    @Body() { links }: PutMappingDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<MappingDto>> {
    return tagged(response, await this.mappings.put(scope, formType, links, ifMatch));
  }

  @Delete(':formType')
  @ApiAdministration({
    summary: 'Go back to the default mapping of a form type',
    description: 'Removes what the tenant has set for it; the default applies from then on.',
    versioned: 'write',
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
    refusals: ['VALIDATION_FAILED'],
  })
  async remove(
    @CurrentScope() scope: Scope,
    @Param() { formType }: MappingPathDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<MappingDto>> {
    return tagged(response, await this.mappings.put(scope, formType, [], ifMatch));
  }
}
