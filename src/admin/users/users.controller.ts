import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { OwnAccount } from '../../errors/users.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserDto, UserWithProvenanceDto } from '../../users/model/dto/user.dto.js';
import { UserDetailsService } from '../../users/history/user-details.service.js';
import {
  AccountStatusDto,
  UserChangeDto,
  UserChangesQueryDto,
  UserRowDto,
  UsersQueryDto,
} from './users.dto.js';
import { AdminUsersService } from './users.service.js';

@Controller('api/v1/admin/users')
@RequireAdministrator()
export class AdminUsersController {
  constructor(
    private readonly admin: AdminUsersService,
    private readonly users: UserDetailsService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Search users',
    description:
      'By a part of a name or an address, by identifier, account type and status, a page at a time.',
    answers: { 200: { dto: UserRowDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: UsersQueryDto): Promise<Success<UserRowDto[]>> {
    return this.admin.list(scope, query);
  }

  @Get(':id')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show a user',
    description:
      'All that is stored of the user, as GET /api/v1/integration/users/{id}?include=provenance answers it. ' +
      'By the 950/951 ID, else the legacyNumber.',
    answers: { 200: { dto: UserWithProvenanceDto } },
    refusals: ['USER_NOT_FOUND'],
  })
  get(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<UserWithProvenanceDto>> {
    return this.users.getWithProvenance(scope, id);
  }

  @Patch(':id')
  @ApiAdministration({
    summary: 'De-provision another user, or restore a user',
    description:
      'The sessions of a de-provisioned user have ended when the answer arrives. With keepActiveUntil no source ' +
      'de-provisions the user up to that day.',
    answers: { 200: { dto: UserDto, message: 'USER DEPROVISIONED' } },
    refusals: ['USER_NOT_FOUND', new OwnAccount()],
  })
  setStatus(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() body: AccountStatusDto,
  ): Promise<Success<UserDto>> {
    return this.admin.setStatus(scope, id, body);
  }

  @Get(':id/changes')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the changes of a user, with who made them',
    description:
      'Each change of the stored attributes with the values before and after it; the latest first.',
    answers: { 200: { dto: UserChangeDto, isList: true } },
    refusals: ['USER_NOT_FOUND'],
  })
  changes(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: UserChangesQueryDto,
  ): Promise<Success<UserChangeDto[]>> {
    return this.admin.changes(scope, id, query);
  }
}
