import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { ConnectionNotFound } from '../../errors/tenancy.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { ConnectionRowDto } from '../../scim/connections/connection.dto.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  ChangeConnectionDto,
  ConnectionDetailDto,
  ConnectionPathDto,
  ConnectionsQueryDto,
  CreateConnectionDto,
  CreatedConnectionDto,
} from './connections.dto.js';
import { AdminConnectionsService } from './connections.service.js';

@Controller('api/v1/admin/connections')
@RequireAdministrator()
export class AdminConnectionsController {
  constructor(private readonly connections: AdminConnectionsService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List the connections of identity providers',
    description:
      'The keys of scope scim by connection, with settings, latest request and what each of them holds.',
    answers: { 200: { dto: ConnectionRowDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: ConnectionsQueryDto,
  ): Promise<Success<ConnectionRowDto[]>> {
    return this.connections.list(scope, query);
  }

  @Post()
  @ApiAdministration({
    summary: 'Create a connection',
    description: 'With its first key. The token is in this answer and nowhere else.',
    answers: { 201: { dto: CreatedConnectionDto } },
  })
  create(
    @CurrentScope() scope: Scope,
    @Body() input: CreateConnectionDto,
  ): Promise<Success<CreatedConnectionDto>> {
    return this.connections.create(scope, input);
  }

  @Get(':connectionId')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show a connection',
    description: 'As in the list, with the latest requests of it that were refused.',
    answers: { 200: { dto: ConnectionDetailDto } },
    refusals: [new ConnectionNotFound()],
  })
  show(
    @CurrentScope() scope: Scope,
    @Param() { connectionId }: ConnectionPathDto,
  ): Promise<Success<ConnectionDetailDto>> {
    return this.connections.show(scope, connectionId);
  }

  @Patch(':connectionId')
  @ApiAdministration({
    summary: 'Change a connection',
    description: 'What is omitted stays, null goes back to the default. Requests follow within 5 seconds.',
    answers: { 200: { dto: ConnectionRowDto } },
    refusals: [new ConnectionNotFound()],
  })
  change(
    @CurrentScope() scope: Scope,
    @Param() { connectionId }: ConnectionPathDto,
    @Body() input: ChangeConnectionDto,
  ): Promise<Success<ConnectionRowDto>> {
    return this.connections.change(scope, connectionId, input);
  }
}
