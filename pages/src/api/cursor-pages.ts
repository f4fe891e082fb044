import type { Answer, CallOptions } from './http';

type Fields = Record<string, unknown>;
type Read = (query: CallOptions['query']) => Promise<Answer<Fields[]>>;

interface Wanted {
  readonly page: number;
  readonly perPage: number;
  /** The largest page of the API. */
  readonly largest: number;
}

interface Pages {
  readonly list: string;
  /** The cursor with which each known page begins; the first has none. */
  readonly starts: (string | undefined)[];
}

let known: Pages = { list: '', starts: [undefined] };

function nextOf({ meta }: Answer<Fields[]>): string | undefined {
  return typeof meta['nextCursor'] === 'string' ? meta['nextCursor'] : undefined;
}

/**
 * A page, by its number, of a list that the API pages by cursor. The cursors of the pages before are kept for one list.
 * @param list the address and the filters
 */
export async function cursorPage(list: string, { page, perPage, largest }: Wanted, read: Read) {
  const limit = Math.min(perPage, largest);
  const key = `${list} ${perPage}`;
  if (known.list !== key || page === 1) known = { list: key, starts: [undefined] };
  const { starts } = known;
  while (starts.length < page) {
    const next = nextOf(await read({ limit, cursor: starts.at(-1) }));
    if (next === undefined) return { rows: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
    starts.push(next);
  }
  const rows: Fields[] = [];
  let next = starts[page - 1];
  do {
    const answer = await read({ limit, cursor: next });
    rows.push(...answer.data);
    next = nextOf(answer);
  } while (next !== undefined && rows.length < perPage);
  if (next !== undefined) starts[page] = next;
  return { rows, pageInfo: { hasNextPage: next !== undefined, hasPreviousPage: page > 1 } };
}
