import { Injectable } from '@nestjs/common';

import { forEachYielding } from '../../../concurrency/for-each-yielding.js';
import { TooMany } from '../../../errors/scim.errors.js';
import { DisclosureLog } from '../../../tenancy/disclosure-log.js';
import type { Scope } from '../../../tenancy/scope.js';
import type { Filter } from '../../filter/filter.js';
import { type Predicate, predicateOf } from '../../filter/predicate.js';
import { PersonGroups } from '../../groups/person-groups.js';
import { PeoplePresenter } from '../people-presenter.js';
import { PeopleReader } from '../people-reader.js';
import { PeopleRepository, type Seen } from '../people.repository.js';
import { connectionOf } from '../../protocol/connection-of.js';
import { listResponse, type ListResponse } from '../../protocol/list-response.js';
import { projected } from '../../protocol/projection.js';
import type { Resource } from '../../schema/resource.js';
import { USER_TYPE } from '../../schema/user.type.js';
import { conditionOf } from './conditions.js';
import { type ListRequest, listRequestOf, SORTS } from '../../listing/list-request.js';
import { PageCursors } from '../../listing/page-cursors.js';
import {
  compare,
  countedPage,
  type Found,
  inOrderOf,
  isById,
  type Page,
  pageOf,
  type Place,
} from '../../listing/pages.js';
import { linkedNamesOf, keysOf, Matcher, namesAmong, sortKeyOf } from './people-search.js';
import { PeopleListRepository } from './people-list.repository.js';
import { partsWithLookUps, type PersonLookUp, lookUpsOf } from './person-look-ups.js';

/** Most people whom a search without an index may read (contract, section 10). */
const MOST_SCANNED = 10_000;
/** People who are read by one statement. What is kept of each may have 64 KiB, which takes three times as much here. */
const AT_ONCE = 100;

const idOf = (resource: Resource): string => String(resource['id']);

/** A page, and its people as the connection sees them. */
interface Listed {
  readonly page: Page;
  readonly people: readonly Resource[];
}

/** Searches people (RFC 7644, 3.4.2 and 3.4.3; RFC 9865). */
@Injectable()
export class PeopleListService {
  constructor(
    private readonly list: PeopleListRepository,
    private readonly people: PeopleRepository,
    private readonly reader: PeopleReader,
    private readonly presenter: PeoplePresenter,
    private readonly groups: PersonGroups,
    private readonly cursors: PageCursors,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * A page of the people who meet a filter.
   * @param source the query, or the body of a POST to `.search`
   * @throws {TooMany} when no index helps and more than 10,000 people would have to be read
   */
  async search(scope: Scope, source: unknown): Promise<ListResponse> {
    const request = listRequestOf(source, SORTS);
    const place = this.cursors.placeOf(scope, USER_TYPE, request);
    const { page, people } = await this.find(scope, request, place);
    this.disclosures.note(scope, 'scim', people.map(idOf));
    const complete = await this.groups.added(scope, people, request.projection);
    return listResponse(request, {
      resources: complete.map((one) => projected(one, request.projection, USER_TYPE)),
      total: page.total,
      nextCursor: this.cursors.behind(scope, USER_TYPE, request, place, page),
    });
  }

  private async find(scope: Scope, request: ListRequest, place: Place): Promise<Listed> {
    const { filter, count } = request;
    const predicate = filter === undefined ? undefined : predicateOf(filter, USER_TYPE);
    const lookUps = filter === undefined ? undefined : lookUpsOf(filter);
    if (lookUps !== undefined) return this.byLookUps(scope, request, place, lookUps, predicate);

    const found = filter === undefined ? undefined : await this.partsFound(scope, filter);
    const ofConnection = { tenantId: scope.tenantId, connectionId: connectionOf(scope).id };
    const condition = conditionOf(filter, found === undefined ? ofConnection : { ...ofConnection, found });
    if (!condition.isExact || !isById(request)) {
      const ids = await this.list.ids(scope, condition, { offset: 0, limit: MOST_SCANNED + 1 });
      return this.among(scope, request, place, ids, new Matcher(predicate));
    }
    const range = place.after === undefined ? { offset: place.offset } : { offset: 0, after: place.after };
    const ids = count === 0 ? [] : await this.list.ids(scope, condition, { ...range, limit: count + 1 });
    const page = await countedPage(ids, request, place, () => this.list.count(scope, condition));
    return { page, people: await this.read(scope, page) };
  }

  /** Those whom these look-ups find and who meet the filter. */
  private async byLookUps(
    scope: Scope,
    request: ListRequest,
    place: Place,
    lookUps: readonly PersonLookUp[],
    predicate: Predicate | undefined,
  ): Promise<Listed> {
    const keys = keysOf(lookUps, AT_ONCE);
    if (keys === undefined) {
      const ids = await this.list.byLookUps(scope, lookUps, MOST_SCANNED + 1);
      const matcher = new Matcher(predicate, await this.linkedNames(scope, lookUps));
      return this.among(scope, request, place, [...new Set(ids)].sort(compare), matcher);
    }
    const seen = await this.reader.find(scope, keys);
    const matcher = new Matcher(predicate, linkedNamesOf(seen));
    const met = this.visible(scope, seen)
      .map((one) => ({ one, resource: this.present(scope, one) }))
      .filter(({ one, resource }) => matcher.meets(one, resource))
      .map(({ resource }) => resource);
    const page = pageOf(
      met.map((resource) => foundAs(resource, request)),
      request,
      place,
    );
    return { page, people: inOrderOf(page.ids, met, idOf) };
  }

  /** Of these people those who meet the filter, in the order that was asked for. */
  private async among(
    scope: Scope,
    request: ListRequest,
    place: Place,
    ids: readonly string[],
    matcher: Matcher,
  ): Promise<Listed> {
    const found: Found[] = [];
    await this.forEach(scope, ids, (seen, resource) => {
      if (matcher.meets(seen, resource)) found.push(foundAs(resource, request));
    });
    const page = pageOf(found, request, place);
    return { page, people: await this.read(scope, page, matcher) };
  }

  /** Who meets each part of a filter that look-ups help with, though they do not help with all of it. */
  private async partsFound(scope: Scope, filter: Filter): Promise<Map<Filter, string[]>> {
    const parts = partsWithLookUps(filter);
    if (parts.length === 0) return new Map();
    const lookUps = parts.flatMap((part) => lookUpsOf(part) ?? []);
    const names = await this.linkedNames(scope, lookUps);
    const found = parts.map((part) => ({
      part,
      matcher: new Matcher(predicateOf(part, USER_TYPE), names),
      ids: new Array<string>(),
    }));
    const ids = await this.list.byLookUps(scope, lookUps, MOST_SCANNED + 1);
    await this.forEach(scope, [...new Set(ids)], (seen, resource) => {
      for (const one of found) if (one.matcher.meets(seen, resource)) one.ids.push(seen.user.id);
    });
    return new Map(found.map((one) => [one.part, one.ids]));
  }

  /** The userNames among these look-ups that the connection has given to a person. */
  private async linkedNames(scope: Scope, lookUps: readonly PersonLookUp[]): Promise<ReadonlySet<string>> {
    return linkedNamesOf(await this.reader.find(scope, namesAmong(lookUps)));
  }

  /** @throws {TooMany} when they are more than 10,000 */
  private async forEach(
    scope: Scope,
    ids: readonly string[],
    visit: (seen: Seen, resource: Resource) => void,
  ): Promise<void> {
    if (ids.length > MOST_SCANNED) throw new TooMany(MOST_SCANNED);
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      const some = await this.people.find(scope, ids.slice(first, first + AT_ONCE));
      await forEachYielding(this.visible(scope, some), (one) => {
        visit(one, this.present(scope, one));
      });
    }
  }

  /** The people of a page, without those who do not meet the filter any more. */
  private async read(scope: Scope, { ids }: Page, matcher?: Matcher): Promise<Resource[]> {
    const people = this.visible(scope, await this.people.find(scope, ids)).flatMap((one) => {
      const resource = this.present(scope, one);
      return matcher?.meets(one, resource) === false ? [] : [resource];
    });
    return inOrderOf(ids, people, idOf);
  }

  /** These people in the order of their IDs, without those whom the connection does not see. */
  private visible(scope: Scope, seen: readonly Seen[]): Seen[] {
    const isOpen = connectionOf(scope).settings.visible === 'all';
    return seen
      .filter(({ link }) => (link === undefined ? isOpen : link.forgottenAt === null))
      .sort((one, other) => compare(one.user.id, other.user.id));
  }

  private present(scope: Scope, seen: Seen): Resource {
    return this.presenter.present(scope, seen).resource;
  }
}

function foundAs(resource: Resource, { sort }: ListRequest): Found {
  return { id: idOf(resource), sortKey: sort === 'id' ? '' : sortKeyOf(resource, sort) };
}
