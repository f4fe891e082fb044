import { InvalidPath, InvalidSyntax, InvalidValue } from '../../errors/scim.errors.js';
import { DEFAULT_COUNT, MOST_RESULTS } from '../discovery/discovery.js';
import type { Filter } from '../filter/filter.js';
import { parseFilter } from '../filter/parse-filter.js';
import { type Projection, projectionOf } from '../protocol/projection.js';
import { isObject, type Resource, valueIn } from '../schema/resource.js';

export const SORTS = ['id', 'userName', 'displayName', 'meta.lastModified'] as const;
export type Sort = (typeof SORTS)[number];

/** A search (RFC 7644, 3.4.2; RFC 9865). */
export interface ListRequest {
  readonly filter: Filter | undefined;
  /** The filter and the order as they were sent, to which a cursor belongs. */
  readonly search: string;
  readonly sort: Sort;
  readonly isDescending: boolean;
  readonly count: number;
  /** From 1; pages by cursor have none. */
  readonly startIndex: number;
  /** Undefined for pages by startIndex; blank for the first page. */
  readonly cursor: string | undefined;
  readonly projection: Projection;
}

function textOf(source: Readonly<Resource>, name: string): string | undefined {
  const value = valueIn(source, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new InvalidSyntax(`${name} must be a text, and be sent once`);
  return value;
}

/** A whole number, in a query as digits. */
function numberOf(source: Readonly<Resource>, name: string, fallback: number): number {
  const value = valueIn(source, name);
  if (value === undefined || value === null || value === '') return fallback;
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new InvalidValue(`${name} must be a whole number`);
  return number;
}

function sortOf(source: Readonly<Resource>, allowed: readonly Sort[]): Sort {
  const sent = textOf(source, 'sortBy');
  if (sent === undefined || sent === '') return 'id';
  const bare = sent.toLowerCase().replace(/^urn:.*:/, '');
  const sort = allowed.find((one) => one.toLowerCase() === bare);
  if (sort === undefined) throw new InvalidPath(`sortBy must be one of ${allowed.join(', ')}`);
  return sort;
}

/**
 * Reads a search from a query, or from the body of a POST to `.search`.
 * @param sorts by what the resources can be sorted
 * @throws {InvalidFilter} and other refusals that name what is wrong
 */
export function listRequestOf(source: unknown, sorts: readonly Sort[]): ListRequest {
  // A query has no prototype, and is an object all the same.
  if (!isObject(source)) throw new InvalidSyntax('it must be a JSON object');
  const filter = textOf(source, 'filter');
  const cursor = textOf(source, 'cursor');
  const sort = sortOf(source, sorts);
  const isDescending = textOf(source, 'sortOrder')?.toLowerCase() === 'descending';
  if (cursor !== undefined && valueIn(source, 'startIndex') !== undefined)
    throw new InvalidValue('cursor and startIndex are two ways to page; send one of them');
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : parseFilter(filter),
    search: JSON.stringify([filter ?? '', sort, isDescending]),
    sort,
    isDescending,
    count: Math.min(Math.max(numberOf(source, 'count', DEFAULT_COUNT), 0), MOST_RESULTS),
    startIndex: Math.max(numberOf(source, 'startIndex', 1), 1),
    cursor,
    projection: projectionOf(source),
  };
}
