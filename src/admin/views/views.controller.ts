import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { CurrentRole } from '../../auth/sessions/current-role.js';
import {
  OnlyOwnersWithdraw,
  TooManyViews,
  ViewNameTaken,
  ViewNotFound,
  ViewOfAnother,
} from '../../errors/views.errors.js';
import type { Success } from '../../http/answers.js';
import { tagged } from '../../http/entity-tags.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import { MOST_OWN } from './list-views.service.js';
import { CreateViewDto, PutViewDto, ViewDto, ViewListQueryDto, ViewPathDto } from './views.dto.js';
import { AdminViewsService } from './views.service.js';

type Role = AdministrationRole | undefined;

const REFUSALS = [new ViewNameTaken('Late in EdD', false), new TooManyViews(MOST_OWN, false)];

@Controller('api/v1/admin/views')
@RequireAdministrator()
export class AdminViewsController {
  constructor(private readonly views: AdminViewsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List saved views of lists',
    description:
      'The own ones, then the shared ones of others, by name; of lists that the role of the caller opens. ' +
      'A view holds filters, and grants nothing.',
    answers: { 200: { dto: ViewDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: Role,
    @Query() query: ViewListQueryDto,
  ): Promise<Success<ViewDto[]>> {
    return this.views.list({ scope, role }, query);
  }

  @Get(':viewId')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read a saved view of a list',
    description: 'Also what it held in an earlier version and the list does not take any more: ignored.',
    versioned: 'read',
    answers: { 200: { dto: ViewDto } },
    refusals: ['VALIDATION_FAILED', new ViewNotFound()],
  })
  async show(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: Role,
    @Param() { viewId }: ViewPathDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ViewDto>> {
    return tagged(response, await this.views.show({ scope, role }, viewId));
  }

  @Post()
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Save a view of a list',
    description: 'filters, sort and order are checked by the list, as its call does.',
    answers: { 201: { dto: ViewDto } },
    refusals: REFUSALS,
  })
  create(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: Role,
    @Body() body: CreateViewDto,
  ): Promise<Success<ViewDto>> {
    return this.views.create({ scope, role }, body);
  }

  @Put(':viewId')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Change a saved view of a list',
    description:
      'Replaces all of it but for its list. The owner changes it, and of a shared one users with the role ' +
      'administrator do, too.',
    versioned: 'write',
    answers: { 200: { dto: ViewDto } },
    refusals: [new ViewNotFound(), new ViewOfAnother(), new OnlyOwnersWithdraw(), ...REFUSALS],
  })
  async replace(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: Role,
    @Param() { viewId }: ViewPathDto,
    @Body() body: PutViewDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ViewDto>> {
    return tagged(response, await this.views.replace({ scope, role }, viewId, body, ifMatch));
  }

  @Delete(':viewId')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Delete a saved view of a list',
    description: 'Its address says from then on that there is none.',
    versioned: 'write',
    answers: { 200: { dto: ViewDto } },
    refusals: ['VALIDATION_FAILED', new ViewNotFound(), new ViewOfAnother()],
  })
  remove(
    @CurrentScope() scope: Scope,
    @CurrentRole() role: Role,
    @Param() { viewId }: ViewPathDto,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<Success<ViewDto>> {
    return this.views.remove({ scope, role }, viewId, ifMatch);
  }
}
