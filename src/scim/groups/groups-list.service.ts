import { Injectable } from '@nestjs/common';

import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { TooManyGroups } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Filter } from '../filter/filter.js';
import { predicateOf } from '../filter/predicate.js';
import { type ListRequest, listRequestOf, type Sort } from '../listing/list-request.js';
import { PageCursors } from '../listing/page-cursors.js';
import {
  countedPage,
  type Found,
  inOrderOf,
  isById,
  type Page,
  pageOf,
  type Place,
} from '../listing/pages.js';
import { listResponse, type ListResponse } from '../protocol/list-response.js';
import { includes, projected } from '../protocol/projection.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { groupLookUpsOf, membersAskedBy } from './group-look-ups.js';
import { GroupsPresenter } from './groups-presenter.js';
import { type GroupEntry, GroupsRepository } from './groups.repository.js';

/** Most groups whom a search without an index may read. */
const MOST_SCANNED = 10_000;
/** Groups that are read by one statement; what is kept of each may have 64 KiB. */
const AT_ONCE = 100;
/** Most members that one answer with several groups has, or that one search looks at: they take some 40 MB. */
const MOST_MEMBERS = 100_000;
export const GROUP_SORTS: readonly Sort[] = ['id', 'displayName', 'meta.lastModified'];

function sortKeyOf({ displayNameKey, updatedAt }: GroupEntry, sort: Sort): string {
  if (sort === 'displayName') return displayNameKey;
  return sort === 'meta.lastModified' ? updatedAt.toISOString() : '';
}

/** Searches the groups of a connection (RFC 7644, 3.4.2 and 3.4.3; RFC 9865). */
@Injectable()
export class GroupsListService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly presenter: GroupsPresenter,
    private readonly cursors: PageCursors,
  ) {}

  /**
   * A page of the groups that meet a filter.
   * @param source the query, or the body of a POST to `.search`
   * @throws {TooManyGroups} when a filter or an order would read more than 10,000 groups
   * @throws {TooManyMembers} when the groups of the page, or those of the search, have more than 100,000 members
   */
  async search(scope: Scope, source: unknown): Promise<ListResponse> {
    const request = listRequestOf(source, GROUP_SORTS);
    const { projection } = request;
    const place = this.cursors.placeOf(scope, GROUP_TYPE, request);
    const page = await this.find(scope, request, place);
    const groups = inOrderOf(page.ids, await this.groups.findAll(scope, page.ids), ({ id }) => id);
    // A group alone may have any number of members, as when it is read by its ID.
    const most = groups.length > 1 ? MOST_MEMBERS : undefined;
    const members = includes(projection, 'members') ? { most } : undefined;
    const presented = await this.presenter.presentAll(scope, groups, members);
    return listResponse(request, {
      resources: presented.map(({ resource }) => projected(resource, projection, GROUP_TYPE)),
      total: page.total,
      nextCursor: this.cursors.behind(scope, GROUP_TYPE, request, place, page),
    });
  }

  private async find(scope: Scope, request: ListRequest, place: Place): Promise<Page> {
    const { filter, count } = request;
    if (filter !== undefined || !isById(request))
      return pageOf(await this.meeting(scope, request, filter), request, place);
    const ids = count === 0 ? [] : await this.groups.page(scope, place, count + 1);
    return countedPage(ids, request, place, () => this.groups.count(scope));
  }

  /** All groups that meet the filter, in the order of their IDs. */
  private async meeting(scope: Scope, { sort }: ListRequest, filter: Filter | undefined): Promise<Found[]> {
    const lookUps = filter === undefined ? undefined : groupLookUpsOf(filter);
    const entries = await this.groups.entries(scope, lookUps, MOST_SCANNED + 1);
    if (entries.length > MOST_SCANNED) throw new TooManyGroups(MOST_SCANNED);
    const met = filter === undefined ? undefined : await this.whichMeet(scope, filter, entries);
    return entries
      .filter(({ id }) => met?.has(id) !== false)
      .map((entry) => ({ id: entry.id, sortKey: sortKeyOf(entry, sort) }));
  }

  private async whichMeet(
    scope: Scope,
    filter: Filter,
    entries: readonly GroupEntry[],
  ): Promise<Set<string>> {
    const meets = predicateOf(filter, GROUP_TYPE);
    const among = membersAskedBy(filter);
    const met = new Set<string>();
    let left = MOST_MEMBERS;
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const ids = entries.slice(first, first + AT_ONCE).map(({ id }) => id);
      const groups = await this.groups.findAll(scope, ids);
      const presented = await this.presenter.presentAll(scope, groups, { among, most: left });
      await forEachYielding(presented, ({ resource, memberCount }) => {
        left -= memberCount;
        if (meets(resource)) met.add(String(resource['id']));
      });
    }
    return met;
  }
}
