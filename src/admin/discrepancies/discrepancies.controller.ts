import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { DiscrepancyNotFound } from '../../errors/submissions.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  DiscrepancyListQueryDto,
  DiscrepancyPathDto,
  DiscrepancyRowDto,
  ResolvedDto,
  ResolveSelectionDto,
  UndoSelectionDto,
} from './discrepancies.dto.js';
import { AdminDiscrepanciesService } from './discrepancies.service.js';

@Controller('api/v1/admin/discrepancies')
@RequireAdministrator()
export class AdminDiscrepanciesController {
  constructor(private readonly discrepancies: AdminDiscrepanciesService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List discrepancies between submissions and records',
    description: 'Mapped fields whose submitted value differs from the record, open and decided ones.',
    answers: { 200: { dto: DiscrepancyRowDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: DiscrepancyListQueryDto,
  ): Promise<Success<DiscrepancyRowDto[]>> {
    return this.discrepancies.list(scope, query);
  }

  @Post('resolve')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Decide about a selection of discrepancies',
    description:
      'One that fails stops none of the others; each has its own result, in the order sent. ' +
      'Deciding again changes nothing.',
    answers: { 200: { dto: ResolvedDto, isList: true } },
  })
  resolve(@CurrentScope() scope: Scope, @Body() body: ResolveSelectionDto): Promise<Success<ResolvedDto[]>> {
    return this.discrepancies.resolve(scope, body);
  }

  @Post('undo')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Take decisions about discrepancies back',
    description:
      'Each is open again, the record gets its former value, and the submission waits for a decision. One that ' +
      'cannot be undone, such as a value that has changed since, has its own result and stops none of the others.',
    answers: { 200: { dto: ResolvedDto, isList: true } },
  })
  undo(@CurrentScope() scope: Scope, @Body() body: UndoSelectionDto): Promise<Success<ResolvedDto[]>> {
    return this.discrepancies.undo(scope, body);
  }

  @Get(':id')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read a discrepancy',
    description:
      'The submitted value beside the one of the record, and who decided about it, if it was decided.',
    answers: { 200: { dto: DiscrepancyRowDto } },
    refusals: ['VALIDATION_FAILED', new DiscrepancyNotFound()],
  })
  get(
    @CurrentScope() scope: Scope,
    @Param() { id }: DiscrepancyPathDto,
  ): Promise<Success<DiscrepancyRowDto>> {
    return this.discrepancies.get(scope, id);
  }
}
