import { Injectable } from '@nestjs/common';

import { InvalidCursor } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { GROUP_SORTS, GroupsListService } from '../groups/groups-list.service.js';
import { listResponse, type ListResponse } from '../protocol/list-response.js';
import { isObject, type Resource } from '../schema/resource.js';
import { type ListRequest, listRequestOf } from '../listing/list-request.js';
import { PeopleListService } from '../people/list/people-list.service.js';

/** A cursor among all resources: which of the two lists continues, and that list's own cursor. */
const CURSOR = /^(?:(people|groups)\.([\w-]*))?$/;

/** Searches all types of resources (RFC 7644, 3.4.3): people come first, then groups. */
@Injectable()
export class SearchService {
  constructor(
    private readonly people: PeopleListService,
    private readonly groups: GroupsListService,
  ) {}

  /** @throws {InvalidCursor} when the cursor belongs to another search, and others like those of the two lists */
  async search(scope: Scope, body: unknown): Promise<ListResponse> {
    const request = listRequestOf(body, GROUP_SORTS);
    const asked = isObject(body) ? body : {};
    return request.cursor === undefined
      ? this.byIndex(scope, asked, request)
      : this.byCursor(scope, asked, request, request.cursor);
  }

  private async byIndex(scope: Scope, asked: Resource, request: ListRequest): Promise<ListResponse> {
    const { startIndex, count } = request;
    const people = await this.people.search(scope, asked);
    const groups = await this.groups.search(scope, {
      ...asked,
      startIndex: Math.max(1, startIndex - people.totalResults),
      count: count - people.itemsPerPage,
    });
    return joined(request, people, groups, undefined);
  }

  private async byCursor(
    scope: Scope,
    asked: Resource,
    request: ListRequest,
    cursor: string,
  ): Promise<ListResponse> {
    const match = CURSOR.exec(cursor);
    if (match === null) throw new InvalidCursor();
    const [, list = 'people', inner = ''] = match;
    const arePeopleOver = list === 'groups';
    const people = await this.people.search(scope, {
      ...asked,
      ...(arePeopleOver ? { cursor: '', count: 0 } : { cursor: inner }),
    });
    const left = people.nextCursor === undefined ? request.count - people.itemsPerPage : 0;
    const groups = await this.groups.search(scope, {
      ...asked,
      cursor: arePeopleOver ? inner : '',
      count: left,
    });
    if (people.nextCursor !== undefined)
      return joined(request, people, groups, `people.${people.nextCursor}`);
    const isBeforeGroups = left === 0 && request.count > 0 && groups.totalResults > 0;
    const next = isBeforeGroups ? '' : groups.nextCursor;
    return joined(request, people, groups, next === undefined ? undefined : `groups.${next}`);
  }
}

function joined(
  request: ListRequest,
  people: ListResponse,
  groups: ListResponse,
  nextCursor: string | undefined,
): ListResponse {
  return listResponse(request, {
    resources: [...people.Resources, ...groups.Resources],
    total: people.totalResults + groups.totalResults,
    nextCursor,
  });
}
