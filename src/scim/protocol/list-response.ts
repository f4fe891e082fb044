import { LIST_RESPONSE } from '../schema/urns.js';

/** A list or a page of one (RFC 7644, 3.4.2; RFC 9865). */
export interface ListResponse {
  readonly schemas: readonly [typeof LIST_RESPONSE];
  readonly totalResults: number;
  readonly itemsPerPage: number;
  readonly startIndex?: number;
  readonly nextCursor?: string;
  readonly Resources: readonly object[];
}

/** A list that is always answered whole. */
export function wholeList(resources: readonly object[]): ListResponse {
  const { length } = resources;
  return {
    schemas: [LIST_RESPONSE],
    totalResults: length,
    itemsPerPage: length,
    startIndex: 1,
    Resources: resources,
  };
}

/** What is shown of a list, and how many there are in all. */
interface Shown {
  readonly resources: readonly object[];
  readonly total: number;
  readonly nextCursor: string | undefined;
}

/** A page by `startIndex` shows its place, one by `cursor` where the next page begins. */
export function listResponse(
  { cursor, startIndex }: { readonly cursor: string | undefined; readonly startIndex: number },
  { resources, total, nextCursor }: Shown,
): ListResponse {
  const isByCursor = cursor !== undefined;
  return {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    itemsPerPage: resources.length,
    ...(isByCursor ? {} : { startIndex }),
    ...(isByCursor && nextCursor !== undefined ? { nextCursor } : {}),
    Resources: resources,
  };
}
