import { Get, Param, Query } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { FilterNotAllowed, ResourceNotFound } from '../../errors/scim.errors.js';
import { wholeList, type ListResponse } from '../protocol/list-response.js';
import { scimAddress, ScimAnswer, ScimController } from '../protocol/scim-controller.js';
import {
  allResourceTypes,
  allSchemas,
  oneResourceType,
  oneSchema,
  serviceProviderConfig,
} from './discovery.js';

/** @throws {FilterNotAllowed} when the query has a filter */
function refuseFilter(query: Readonly<Record<string, unknown>>): void {
  if (query['filter'] !== undefined) throw new FilterNotAllowed();
}

/** @throws {ResourceNotFound} when there is none */
function found(resource: object | undefined, type: string, id: string): object {
  if (resource === undefined) throw new ResourceNotFound(type, id);
  return resource;
}

/** What the service can do (RFC 7644, section 4). */
@ScimController()
export class DiscoveryController {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** The base, by which some providers test a connection, answers the same. */
  @Get(['ServiceProviderConfig', ''])
  @ScimAnswer()
  config(@Query() query: Record<string, unknown>): object {
    refuseFilter(query);
    return serviceProviderConfig(this.base);
  }

  @Get('ResourceTypes')
  @ScimAnswer()
  resourceTypes(@Query() query: Record<string, unknown>): ListResponse {
    refuseFilter(query);
    return wholeList(allResourceTypes(this.base));
  }

  @Get('ResourceTypes/:id')
  @ScimAnswer()
  resourceType(@Param('id') id: string): object {
    return found(oneResourceType(this.base, id), 'resource type', id);
  }

  @Get('Schemas')
  @ScimAnswer()
  schemas(@Query() query: Record<string, unknown>): ListResponse {
    refuseFilter(query);
    return wholeList(allSchemas(this.base));
  }

  @Get('Schemas/:id')
  @ScimAnswer()
  schema(@Param('id') id: string): object {
    return found(oneSchema(this.base, id), 'schema', id);
  }

  private get base(): string {
    return scimAddress(this.publicUrl);
  }
}
