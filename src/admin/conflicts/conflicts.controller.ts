import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { ConflictNotFound, ConflictNotOpen } from '../../errors/users.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { ConflictPathDto } from '../../identity/conflicts/conflict.dto.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  ConflictDetailDto,
  ConflictListQueryDto,
  ConflictRowDto,
  DecideConflictDto,
} from './conflicts.dto.js';
import { AdminConflictsService } from './conflicts.service.js';

@Controller('api/v1/admin/conflicts')
@RequireAdministrator()
export class AdminConflictsController {
  constructor(private readonly conflicts: AdminConflictsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List identity conflicts as administrators see them',
    description:
      'One entry per question, however often it was asked; the one that was asked last comes first.',
    answers: { 200: { dto: ConflictRowDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: ConflictListQueryDto,
  ): Promise<Success<ConflictRowDto[]>> {
    return this.conflicts.list(scope, query);
  }

  @Get(':id')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show a conflict',
    description:
      'What was sent last beside what is stored of the people it is about, and which decisions there are.',
    answers: { 200: { dto: ConflictDetailDto } },
    refusals: ['VALIDATION_FAILED', new ConflictNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param() { id }: ConflictPathDto): Promise<Success<ConflictDetailDto>> {
    return this.conflicts.get(scope, id);
  }

  @Post(':id/decide')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Decide an identity conflict',
    description:
      'same_person applies what was sent last and is remembered; another_person makes a new user of it; ignore ' +
      'leaves the answer as it is and asks no more. Deciding again answers the first decision, with meta.repeated.',
    answers: { 200: { dto: ConflictDetailDto } },
    refusals: ['CONFLICT_CHANGED', 'IDENTITY_CONFLICT', 'INVALID_TRANSITION', new ConflictNotFound()],
  })
  decide(
    @CurrentScope() scope: Scope,
    @Param() { id }: ConflictPathDto,
    @Body() body: DecideConflictDto,
  ): Promise<Success<ConflictDetailDto>> {
    return this.conflicts.decide(scope, id, body);
  }

  @Post(':id/undo')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Take back the decision of an identity conflict',
    description:
      'Puts back what the decision changed, unless it has changed since. A new user is de-provisioned and stays, ' +
      'because an ID is never used again. Taking back again changes nothing.',
    answers: { 200: { dto: ConflictDetailDto } },
    refusals: [
      'VALIDATION_FAILED',
      'CONFLICT_CHANGED',
      'IDENTITY_CONFLICT',
      new ConflictNotOpen('take back'),
      new ConflictNotFound(),
    ],
  })
  undo(@CurrentScope() scope: Scope, @Param() { id }: ConflictPathDto): Promise<Success<ConflictDetailDto>> {
    return this.conflicts.undo(scope, id);
  }
}
