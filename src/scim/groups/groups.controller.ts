import { Body, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { JsonBody } from '../../http/server/json-body.guard.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import type { ListResponse } from '../protocol/list-response.js';
import { scimBodies } from '../protocol/media-type.js';
import { type Projection, projected, projectionOf } from '../protocol/projection.js';
import { ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import { hasVersion } from '../protocol/versions.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import type { Resource } from '../schema/resource.js';
import { GroupsListService } from './groups-list.service.js';
import type { PresentedGroup } from './groups-presenter.js';
import { GroupsService } from './groups.service.js';

/** The parameters of an address. */
type Asked = Record<string, unknown>;

const LARGE = { accepted: scimBodies(LARGEST_BODY_KIB) };

function answered(response: Response, group: PresentedGroup, projection: Projection): Resource {
  response.set({ ETag: group.version, Location: group.location });
  return projected(group.resource, projection, GROUP_TYPE);
}

/** Groups of a connection. */
@ScimController('Groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly list: GroupsListService,
  ) {}

  @Get()
  @ScimAnswer()
  search(@CurrentScope() scope: Scope, @Query() query: Asked): Promise<ListResponse> {
    return this.list.search(scope, query);
  }

  @Post('.search')
  @HttpCode(200)
  @ScimAnswer()
  searchByBody(@CurrentScope() scope: Scope, @Body() body: unknown): Promise<ListResponse> {
    return this.list.search(scope, body);
  }

  @Post()
  @JsonBody(LARGE)
  @ScimAnswer()
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: unknown,
    @Query() query: Asked,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const projection = projectionOf(query);
    return answered(response, await this.groups.create(scope, body), projection);
  }

  @Get(':id')
  @ScimAnswer()
  async get(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() query: Asked,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource | undefined> {
    const projection = projectionOf(query);
    const group = await this.groups.get(scope, id, projection);
    const resource = answered(response, group, projection);
    if (!hasVersion(ifNoneMatch, group.version)) return resource;
    response.status(304);
    return undefined;
  }

  @Put(':id')
  @JsonBody(LARGE)
  @ScimAnswer()
  async replace(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: Asked,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const projection = projectionOf(query);
    return answered(response, await this.groups.replace(scope, id, body, ifMatch), projection);
  }

  /** Large groups are not sent back unless attributes are asked for (RFC 7644, 3.5.2). */
  @Patch(':id')
  @JsonBody(LARGE)
  @ScimAnswer()
  async patch(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: Asked,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource | undefined> {
    const projection = projectionOf(query);
    await this.groups.patch(scope, id, body, ifMatch);
    if (projection.attributes !== undefined)
      return answered(response, await this.groups.get(scope, id, projection), projection);
    response.status(204);
    return undefined;
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.groups.remove(scope, id, ifMatch);
  }
}
