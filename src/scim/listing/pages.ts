import type { ListRequest } from './list-request.js';

/** Where a page begins: a place in the list, and for cursors the ID before it. */
export interface Place {
  readonly offset: number;
  readonly after?: string;
}

/** What a search keeps of a resource that it has found: tens of KiB would be too much for each of 10,000. */
export interface Found {
  readonly id: string;
  /** What the list is ordered by; blank where that is the ID. */
  readonly sortKey: string;
}

/** The resources of a page, and how many there are in all. */
export interface Page {
  readonly ids: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** A list in the order of IDs, which the database can read page by page. */
export function isById({ sort, isDescending }: ListRequest): boolean {
  return sort === 'id' && !isDescending;
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sorted(found: readonly Found[], isDescending: boolean): Found[] {
  const all = found.toSorted((a, b) => compare(a.sortKey, b.sortKey) || compare(a.id, b.id));
  return isDescending ? all.reverse() : all;
}

/** In the order of IDs a page begins behind the last one, whatever was added or removed before it. */
function firstBehind(all: readonly Found[], { offset, after }: Place): number {
  if (after === undefined) return offset;
  const index = all.findIndex(({ id }) => id > after);
  return index < 0 ? all.length : index;
}

/** The page of an order that was asked for. @param found in the order of their IDs */
export function pageOf(found: readonly Found[], request: ListRequest, place: Place): Page {
  const all = isById(request) ? found : sorted(found, request.isDescending);
  const offset = isById(request) ? firstBehind(all, place) : place.offset;
  const ids = all.slice(offset, offset + request.count).map(({ id }) => id);
  return { ids, total: all.length, hasMore: offset + ids.length < all.length };
}

/** The page of a list that the database pages. @param ids those of the page, and the next one where there is one */
export async function countedPage(
  ids: readonly string[],
  { count }: ListRequest,
  { offset }: Place,
  countAll: () => Promise<number>,
): Promise<Page> {
  // The first page may show all there are, and needs no second statement.
  const isAll = offset === 0 && count > 0 && ids.length <= count;
  const total = isAll ? ids.length : await countAll();
  return { ids: ids.slice(0, count), total, hasMore: ids.length > count };
}

/** Resources in the order of a page, without those that are gone since it was found. */
export function inOrderOf<T>(
  ids: readonly string[],
  resources: readonly T[],
  idOf: (resource: T) => string,
): T[] {
  const byId = new Map(resources.map((one) => [idOf(one), one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
