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

import { JsonBody, LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ResourceType } from '../schema/attribute.js';
import type { Resource } from '../schema/resource.js';
import type { ListResponse } from './list-response.js';
import { scimBodies } from './media-type.js';
import { type Presented, hasVersion } from './presented.js';
import { type Projection, projected, projectionOf } from './projection.js';
import { ScimAnswer } from './scim-controller.js';

/** What became of a person; absent where the resource is none. */
interface Outcome {
  readonly kind?: 'inserted' | 'updated' | 'unchanged';
}

/** A resource after a write. */
export type WrittenResource = Presented & Outcome;

/** The calls about one resource of a type. */
export interface ResourceService {
  get(scope: Scope, id: string, projection: Projection): Promise<Presented>;
  create(scope: Scope, body: unknown): Promise<WrittenResource>;
  replace(scope: Scope, id: string, body: unknown, ifMatch?: string): Promise<WrittenResource>;
  /** Undefined where the resource is not sent back. */
  patch(
    scope: Scope,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    projection: Projection,
  ): Promise<WrittenResource | undefined>;
  remove(scope: Scope, id: string, ifMatch?: string): Promise<Outcome | undefined>;
}

/** The searches among the resources of a type. */
export interface ResourceList {
  search(scope: Scope, source: unknown): Promise<ListResponse>;
}

/** The parameters of an address. */
type Asked = Record<string, unknown>;

/** The calls that people and groups share (RFC 7644, section 3). A controller that extends it is a `ScimController`. */
export abstract class ResourceController {
  protected constructor(
    private readonly type: ResourceType,
    private readonly resources: ResourceService,
    private readonly list: ResourceList,
  ) {}

  @Get()
  @ScimAnswer()
  search(@CurrentScope() scope: Scope, @Query() query: Asked): Promise<ListResponse> {
    return this.list.search(scope, query);
  }

  @Post('.search')
  @HttpCode(200)
  @JsonBody({ accepted: scimBodies(LIMIT_KIB) })
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
    const written = await this.resources.create(scope, body);
    count(request, written);
    return this.answer(response, written, projection);
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
    const presented = await this.resources.get(scope, id, projection);
    const resource = this.answer(response, presented, projection);
    if (!hasVersion(ifNoneMatch, presented.version)) return resource;
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
    const written = await this.resources.replace(scope, id, body, ifMatch);
    count(request, written);
    return this.answer(response, written, projection);
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
  ): Promise<Resource | undefined> {
    const projection = projectionOf(query);
    const written = await this.resources.patch(scope, id, body, ifMatch, projection);
    if (written === undefined) {
      response.status(204);
      return undefined;
    }
    count(request, written);
    return this.answer(response, written, projection);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: Request,
  ): Promise<void> {
    count(request, await this.resources.remove(scope, id, ifMatch));
  }

  private answer(
    response: Response,
    { resource, version, location }: Presented,
    asked: Projection,
  ): Resource {
    response.set({ ETag: version, Location: location });
    return projected(resource, asked, this.type);
  }
}

function count(request: Request, outcome: Outcome = {}): void {
  const { kind } = outcome;
  if (kind !== undefined) request.rowCounts = { inserted: 0, updated: 0, unchanged: 0, failed: 0, [kind]: 1 };
}
