import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ADMINISTRATION, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
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

const TAG = ADMINISTRATION;

@Controller('api/v1/admin/mappings')
@RequireAdministrator()
export class AdminMappingsController {
  constructor(private readonly mappings: AdminMappingsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiOperationWith({
    summary: 'List the field mappings that were set',
    description:
      'meta.defaultLinks apply to every other form type; meta.recordFields are what a field may mean.',
    tag: TAG,
    answers: { 200: { dto: MappingDto, isList: true, meta: MappingListMetaDto } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: MappingListQueryDto): Promise<Success<MappingDto[]>> {
    return this.mappings.list(scope, query);
  }

  @Get(':formType')
  @AlsoFor('operator', 'auditor')
  @ApiOperationWith({
    summary: 'Read the field mapping of a form type',
    description:
      'The mapping that the tenant has set for this form type, else the default; isDefault tells which.',
    tag: TAG,
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
    refusals: ['VALIDATION_FAILED'],
  })
  get(@CurrentScope() scope: Scope, @Param() { formType }: MappingPathDto): Promise<Success<MappingDto>> {
    return this.mappings.get(scope, formType);
  }

  @Put(':formType')
  @ApiOperationWith({
    summary: 'Set the field mapping of a form type',
    description: 'Replaces the whole mapping; an empty list goes back to the default.',
    tag: TAG,
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
    refusals: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  put(
    @CurrentScope() scope: Scope,
    @Param() { formType }: MappingPathDto,
    @Body() { links }: PutMappingDto,
  ): Promise<Success<MappingDto>> {
    return this.mappings.put(scope, formType, links);
  }

  @Delete(':formType')
  @ApiOperationWith({
    summary: 'Go back to the default mapping of a form type',
    description: 'Removes what the tenant has set for it; the default applies from then on.',
    tag: TAG,
    answers: { 200: { dto: MappingDto, meta: MappingMetaDto } },
    refusals: ['VALIDATION_FAILED'],
  })
  remove(@CurrentScope() scope: Scope, @Param() { formType }: MappingPathDto): Promise<Success<MappingDto>> {
    return this.mappings.put(scope, formType, []);
  }
}
