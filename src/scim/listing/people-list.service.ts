import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { InvalidCursor, TooMany } from '../../errors/scim.errors.js';
import { decodeCursor, encodeCursor } from '../../http/signed-cursor.js';
import type { Scope } from '../../tenancy/scope.js';
import { SERVER_KEY } from '../../tenancy/server-key.js';
import { type Predicate, predicateOf } from '../filter/predicate.js';
import { PersonGroups } from '../groups/person-groups.js';
import { PeoplePresenter } from '../people/people-presenter.js';
import { PeopleRepository } from '../people/people.repository.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { ListResponse } from '../protocol/list-response.js';
import { projected } from '../protocol/projection.js';
import { isObject, type Resource, valueIn } from '../schema/resource.js';
import { LIST_RESPONSE } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { conditionOf } from './conditions.js';
import { type ListRequest, listRequestOf, type Sort, SORTS } from './list-request.js';
import { PeopleListRepository } from './people-list.repository.js';
import { pointsOf } from './points.js';

/** Most people whom a search without an index may read (contract, section 10). */
const MOST_SCANNED = 10_000;
/** People who are read by one statement. */
const AT_ONCE = 500;

/** The people of a page, and how many there are in all. */
interface Found {
  readonly resources: readonly Resource[];
  readonly total: number;
  readonly hasMore: boolean;
}

function sortKeyOf(resource: Resource, sort: Sort): string {
  const value = sort
    .split('.')
    .reduce<unknown>((inner, name) => (isObject(inner) ? valueIn(inner, name) : undefined), resource);
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sorted(people: readonly Resource[], { sort, isDescending }: ListRequest): Resource[] {
  const keyed = people.map((one) => ({ one, key: sortKeyOf(one, sort), id: String(one['id']) }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id));
  if (isDescending) keyed.reverse();
  return keyed.map(({ one }) => one);
}

/** In the order of IDs a page begins behind the last one, whatever was added or removed before it. */
function firstBehind(all: readonly Resource[], { offset, after }: Place): number {
  if (after === undefined) return offset;
  const index = all.findIndex((one) => String(one['id']) > after);
  return index < 0 ? all.length : index;
}

/** Searches people (RFC 7644, 3.4.2 and 3.4.3; RFC 9865). */
@Injectable()
export class PeopleListService {
  constructor(
    private readonly list: PeopleListRepository,
    private readonly people: PeopleRepository,
    private readonly presenter: PeoplePresenter,
    private readonly groups: PersonGroups,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /**
   * A page of the people who meet a filter.
   * @param source the query, or the body of a POST to `.search`
   * @throws {TooMany} when no index helps and more than 10,000 people would have to be read
   */
  async search(scope: Scope, source: unknown): Promise<ListResponse> {
    const request = listRequestOf(source, SORTS);
    const place = this.placeOf(scope, request);
    const { resources, total, hasMore } = await this.find(scope, request, place);
    const complete = await this.groups.added(scope, resources, request.projection);
    const shown = complete.map((one) => projected(one, request.projection, USER_TYPE));
    const last = resources.at(-1);
    const isByCursor = request.cursor !== undefined;
    return {
      schemas: [LIST_RESPONSE],
      totalResults: total,
      itemsPerPage: shown.length,
      ...(isByCursor ? {} : { startIndex: request.startIndex }),
      ...(isByCursor && hasMore && last !== undefined
        ? { nextCursor: this.cursorBehind(scope, request, place.offset + shown.length, String(last['id'])) }
        : {}),
      Resources: shown,
    };
  }

  private async find(scope: Scope, request: ListRequest, place: Place): Promise<Found> {
    const { filter, sort, count } = request;
    const predicate = filter === undefined ? undefined : predicateOf(filter, USER_TYPE);
    const points = filter === undefined ? undefined : pointsOf(filter);
    if (points !== undefined) {
      const ids = await this.list.atPoints(scope, points, MOST_SCANNED + 1);
      return this.among(scope, request, place, [...new Set(ids)].sort(compare), predicate);
    }
    const keys = { tenantId: scope.tenantId, connectionId: connectionOf(scope).id };
    const condition = conditionOf(filter, keys);
    if (!condition.isExact || sort !== 'id' || request.isDescending) {
      const ids = await this.list.ids(scope, condition, { offset: 0, limit: MOST_SCANNED + 1 });
      return this.among(scope, request, place, ids, predicate);
    }
    const range = place.after === undefined ? { offset: place.offset } : { offset: 0, after: place.after };
    const ids = count === 0 ? [] : await this.list.ids(scope, condition, { ...range, limit: count + 1 });
    const page = ids.slice(0, count);
    // The first page may show all there are, and needs no second statement.
    const isAll = place.offset === 0 && count > 0 && ids.length <= count;
    const total = isAll ? ids.length : await this.list.count(scope, condition);
    return { resources: await this.present(scope, page), total, hasMore: ids.length > count };
  }

  /** Of these people those who meet the filter, in the order that was asked for. */
  private async among(
    scope: Scope,
    request: ListRequest,
    place: Place,
    ids: readonly string[],
    predicate: Predicate | undefined,
  ): Promise<Found> {
    if (ids.length > MOST_SCANNED) throw new TooMany(MOST_SCANNED);
    const found: Resource[] = [];
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      const some = await this.present(scope, ids.slice(first, first + AT_ONCE));
      await forEachYielding(some, (one) => {
        if (predicate?.(one) !== false) found.push(one);
      });
    }
    const isById = request.sort === 'id' && !request.isDescending;
    const all = isById ? found : sorted(found, request);
    const offset = isById ? firstBehind(all, place) : place.offset;
    const resources = all.slice(offset, offset + request.count);
    return { resources, total: all.length, hasMore: offset + resources.length < all.length };
  }

  /** These people in this order, without those whom the connection does not see. */
  private async present(scope: Scope, ids: readonly string[]): Promise<Resource[]> {
    const seen = await this.people.find(scope, ids);
    const isOpen = connectionOf(scope).settings.visible === 'all';
    const visible = seen.filter(({ link }) => (link === undefined ? isOpen : link.forgottenAt === null));
    const byId = new Map(visible.map((one) => [one.user.id, one]));
    return ids.flatMap((id) => {
      const one = byId.get(id);
      return one === undefined ? [] : [this.presenter.present(scope, one).resource];
    });
  }

  /** @throws {InvalidCursor} when the cursor belongs to another search */
  private placeOf(scope: Scope, { cursor, search, startIndex }: ListRequest): Place {
    if (cursor === undefined) return { offset: startIndex - 1 };
    if (cursor === '') return { offset: 0 };
    const content = this.decoded(scope, cursor);
    if (!isObject(content) || content['search'] !== digestOf(scope, search)) throw new InvalidCursor();
    return { offset: Number(content['offset']), after: String(content['after']) };
  }

  private decoded(scope: Scope, cursor: string): unknown {
    try {
      return decodeCursor(this.serverKey, scope.tenantId, cursor);
    } catch (error) {
      throw error instanceof ValidationFailed ? new InvalidCursor() : error;
    }
  }

  private cursorBehind(scope: Scope, { search }: ListRequest, offset: number, after: string): string {
    const content = { search: digestOf(scope, search), offset, after };
    return encodeCursor(this.serverKey, scope.tenantId, content);
  }
}

/** Where a page begins: a place in the list, and for cursors the ID before it. */
interface Place {
  readonly offset: number;
  readonly after?: string;
}

/** A cursor holds for one search of one connection. */
function digestOf(scope: Scope, search: string): string {
  return hash('sha256', `${connectionOf(scope).id} ${search}`, 'base64url').slice(0, 16);
}
