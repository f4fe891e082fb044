import type { Answer, CallOptions } from './transport.js';

/** `meta` of a list that is read page by page. */
export interface PageMeta {
  readonly count: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export type Page<Item, Meta extends PageMeta = PageMeta> = Answer<Item[], Meta>;

/** Reads the page that begins at a cursor; undefined: the first one. */
export type ReadPage<P> = (cursor: string | undefined) => Promise<P>;

/** The pages of a list, from the first to the last. */
export async function* pagesOf<P extends Page<unknown>>(
  read: ReadPage<P>,
): AsyncGenerator<P, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The items of all pages of a list. */
export async function* itemsOf<Item>(read: ReadPage<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of pagesOf(read)) yield* page.data;
}

/** Options of a walk: every page is a call of its own, so that each has its own request id. */
export type WalkOptions = Omit<CallOptions, 'requestId'>;

/** `meta` of a list of what changed. */
export interface WalkMeta extends PageMeta {
  /** What to send as `since` the next time. */
  readonly nextSince: string;
}

/** One walk over items in the order in which they changed. Each iteration is a walk of its own. */
export class ChangeWalk<Item> implements AsyncIterable<Item> {
  private since: string | undefined;

  constructor(private readonly read: ReadPage<Page<Item, WalkMeta>>) {}

  /** What to send as `since` the next time, so that no change is missed; undefined until every item was read. */
  get nextSince(): string | undefined {
    return this.since;
  }

  async *pages(): AsyncGenerator<Page<Item, WalkMeta>, void, undefined> {
    this.since = undefined;
    for await (const page of pagesOf(this.read)) {
      yield page;
      if (!page.meta.hasMore) this.since = page.meta.nextSince;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}
