import { Injectable } from '@nestjs/common';

import { InvalidValue } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { GroupsService } from '../groups/groups.service.js';
import type { ListResponse } from '../protocol/list-response.js';
import { isObject } from '../schema/resource.js';
import { listRequestOf } from './list-request.js';
import { PeopleListService } from './people-list.service.js';

/** Searches all types of resources (RFC 7644, 3.4.3): people come first, then groups. */
@Injectable()
export class SearchService {
  constructor(
    private readonly people: PeopleListService,
    private readonly groups: GroupsService,
  ) {}

  /** @throws {InvalidValue} for a cursor; a cursor belongs to the list of one type */
  async search(scope: Scope, body: unknown): Promise<ListResponse> {
    const { cursor, startIndex, count } = listRequestOf(body, ['id', 'displayName', 'meta.lastModified']);
    if (cursor !== undefined)
      throw new InvalidValue(
        'cursor pages through people or groups; search at /Users/.search or /Groups/.search',
      );
    const people = await this.people.search(scope, body);
    const asked = isObject(body) ? body : {};
    const groups = await this.groups.search(scope, {
      ...asked,
      startIndex: Math.max(1, startIndex - people.totalResults),
      count: count - people.itemsPerPage,
    });
    const resources = [...people.Resources, ...groups.Resources];
    return {
      ...people,
      totalResults: people.totalResults + groups.totalResults,
      itemsPerPage: resources.length,
      Resources: resources,
    };
  }
}
