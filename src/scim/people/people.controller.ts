import {
  Body,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';

import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { PeopleListService } from '../listing/people-list.service.js';
import type { ListResponse } from '../protocol/list-response.js';
import { type Projection, projected, projectionOf } from '../protocol/projection.js';
import { ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import { hasVersion } from '../protocol/versions.js';
import type { Resource } from '../schema/resource.js';
import { USER_TYPE } from '../schema/user.type.js';
import { CountedScimRefusals } from './counted-scim-refusals.filter.js';
import { PeopleService, type WrittenPerson } from './people.service.js';
import type { PresentedPerson } from './people-presenter.js';

/** The parameters of an address. */
type Asked = Record<string, unknown>;

function answered(response: Response, person: PresentedPerson, projection: Projection): Resource {
  response.set({ ETag: person.version, Location: person.location });
  return projected(person.resource, projection, USER_TYPE);
}

function counted(request: Request, { kind }: WrittenPerson): void {
  request.rowCounts = { inserted: 0, updated: 0, unchanged: 0, failed: 0, [kind]: 1 };
}

/** People, one at a time. */
@ScimController('Users', CountedScimRefusals)
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly list: PeopleListService,
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
  @ScimAnswer()
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: unknown,
    @Query() query: Asked,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const projection = projectionOf(query);
    const person = await this.people.create(scope, body);
    counted(request, person);
    return answered(response, person, projection);
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
    const person = await this.people.get(scope, id, projection);
    const resource = answered(response, person, projection);
    if (!hasVersion(ifNoneMatch, person.version)) return resource;
    response.status(304);
    return undefined;
  }

  @Put(':id')
  @ScimAnswer()
  async replace(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: Asked,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const projection = projectionOf(query);
    const person = await this.people.replace(scope, id, body, ifMatch);
    counted(request, person);
    return answered(response, person, projection);
  }

  @Patch(':id')
  @ScimAnswer()
  async patch(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: Asked,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const projection = projectionOf(query);
    const person = await this.people.patch(scope, id, body, ifMatch);
    counted(request, person);
    return answered(response, person, projection);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: Request,
  ): Promise<void> {
    counted(request, await this.people.remove(scope, id, ifMatch));
  }
}
