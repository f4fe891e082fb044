import type { ApiClient } from './api-client.js';

export type WalkQuery = Readonly<Record<string, string | number | undefined>>;

export interface WalkedMeta {
  readonly count: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly nextSince: string;
}

/** The path with this query. */
export function pathOf(path: string, query: WalkQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(given).toString();
  return `${path}${text === '' ? '' : `?${text}`}`;
}

/** Reads a list in the order of changes. */
export class WalkReader<Item> {
  constructor(private readonly path: string) {}

  async page(
    sis: ApiClient,
    query: WalkQuery = {},
  ): Promise<WalkedMeta & { readonly items: readonly Item[] }> {
    const { status, body } = await sis.get(pathOf(this.path, query));
    if (status !== 200) throw new Error(`${this.path} answered ${status}: ${JSON.stringify(body)}`);
    const { data, meta } = body as unknown as { data: Item[]; meta: WalkedMeta };
    return { items: data, ...meta };
  }

  /** All pages of a walk; runs a function between them. */
  async all(
    sis: ApiClient,
    query: WalkQuery = {},
    between: (pages: number) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ items: Item[]; nextSince: string; pages: number }> {
    const items: Item[] = [];
    let cursor: string | undefined;
    for (let pages = 1; ; pages += 1) {
      const page = await this.page(sis, { ...query, cursor });
      items.push(...page.items);
      if (page.nextCursor === null) return { items, nextSince: page.nextSince, pages };
      cursor = page.nextCursor;
      await between(pages);
    }
  }
}

/** Items by a key, for comparison. */
export function byKey<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Record<string, Item> {
  return Object.fromEntries(
    [...items].map((item) => [keyOf(item), item] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
