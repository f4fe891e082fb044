import type { Client } from '../support/client.js';

const EXPORT = '/api/v1/integration/progress';

export interface Page {
  readonly data: readonly { readonly studentId: string; readonly legacyNumber: string }[];
  readonly meta: {
    readonly count: number;
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
    readonly nextSince: string;
  };
}

export function pagePath(parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${EXPORT}?${query.join('&')}`;
}

export interface WalkedPages {
  /** The cursor of every page; undefined for the first one. */
  readonly cursors: readonly (string | undefined)[];
  readonly nextSince: string;
}

/**
 * Reads all pages.
 * @throws {Error} unless each of `expected` students is returned exactly once
 */
export async function walk(client: Client, limit: number, expected: number): Promise<WalkedPages> {
  const seen = new Set<string>();
  const cursors: (string | undefined)[] = [];
  let records = 0;
  let cursor: string | undefined;
  for (;;) {
    cursors.push(cursor);
    const path = pagePath({ limit, ...(cursor === undefined ? {} : { cursor }) });
    const { data, meta } = await client.getJson<Page>(path);
    for (const { studentId } of data) seen.add(studentId);
    records += data.length;
    if (meta.nextCursor === null) {
      if (records !== expected || seen.size !== expected)
        throw new Error(`${records} records of ${seen.size} students were exported; ${expected} are there`);
      return { cursors, nextSince: meta.nextSince };
    }
    cursor = meta.nextCursor;
  }
}
