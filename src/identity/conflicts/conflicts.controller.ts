import { Controller, Get, Param, Query } from '@nestjs/common';

import { ConflictNotFound } from '../../errors/users.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ConflictDto, ConflictPathDto, ConflictsQueryDto, presentConflict } from './conflict.dto.js';
import { ConflictsList } from './conflicts-list.js';
import { ConflictsService } from './conflicts.service.js';

@Controller('api/v1/integration/conflicts')
@RequireScope('users')
export class ConflictsController {
  constructor(
    private readonly conflicts: ConflictsService,
    private readonly list: ConflictsList,
  ) {}

  @Get()
  @ApiOperationWith({
    summary: 'List identity conflicts',
    description: 'Refused and held posts, one entry per question; the one that was asked first comes last.',
    tag: 'Users',
    answers: { 200: { dto: ConflictDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  page(@CurrentScope() scope: Scope, @Query() query: ConflictsQueryDto): Promise<Success<ConflictDto[]>> {
    return this.list.page(scope, query);
  }

  @Get(':id')
  @ApiOperationWith({
    summary: 'Read a conflict',
    description: 'What became of a post that was answered with MATCH PENDING or IDENTITY_CONFLICT.',
    tag: 'Users',
    answers: { 200: { dto: ConflictDto } },
    refusals: ['VALIDATION_FAILED', new ConflictNotFound()],
  })
  async get(@CurrentScope() scope: Scope, @Param() { id }: ConflictPathDto): Promise<Success<ConflictDto>> {
    return success(presentConflict(await this.conflicts.get(scope, id)));
  }
}
