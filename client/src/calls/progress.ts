import type {
  ExportControllerPullData,
  OpenSeat,
  OpenSeatsControllerListData,
  ProgressRecord,
  RemovedRecord,
} from '../openapi/types.gen.js';
import { itemsOf, type Page, type PageMeta, pagesOf, type WalkOptions } from '../pages.js';
import type { CallOptions, Transport } from '../transport.js';

export type OpenSeatsQuery = NonNullable<OpenSeatsControllerListData['query']>;

type Sent = NonNullable<ExportControllerPullData['query']>;

export interface ProgressQuery extends Pick<Sent, 'limit' | 'includeRemoved'> {
  /** 950 IDs or legacyNumbers, at most 1,000. */
  readonly studentId?: string | readonly string[];
  /** Records changed at or after it; a text of a date alone means 00:00 UTC. */
  readonly since?: string | Date;
}

export interface ProgressMeta extends PageMeta {
  /** What to send as `since` the next time. */
  readonly nextSince: string;
}

/** With `includeRemoved: true` those who stopped being Students come too. */
export type RecordOf<Query extends ProgressQuery> = Query extends { includeRemoved: true }
  ? ProgressRecord | RemovedRecord
  : ProgressRecord;

export type ProgressPage<Query extends ProgressQuery = ProgressQuery> = Page<RecordOf<Query>, ProgressMeta>;

/**
 * One walk over the progress records, oldest change first. Each iteration is a walk of its own.
 * @example
 * const walk = api.progress.records({ since: lastNight });
 * for await (const record of walk) await store(record);
 * await keep(walk.nextSince);
 */
export class ProgressWalk<Query extends ProgressQuery> implements AsyncIterable<RecordOf<Query>> {
  private since: string | undefined;

  constructor(private readonly read: (cursor: string | undefined) => Promise<ProgressPage<Query>>) {}

  /** What to send as `since` the next time, so that no change is missed; undefined until every record was read. */
  get nextSince(): string | undefined {
    return this.since;
  }

  async *pages(): AsyncGenerator<ProgressPage<Query>, void, undefined> {
    this.since = undefined;
    for await (const page of pagesOf(this.read)) {
      yield page;
      if (!page.meta.hasMore) this.since = page.meta.nextSince;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordOf<Query>, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** The export of doctoral students' progress (scope `progress`). */
export class Progress {
  constructor(private readonly transport: Transport) {}

  page<const Query extends ProgressQuery & { readonly cursor?: string }>(
    query: Query = {} as Query,
    options?: CallOptions,
  ): Promise<ProgressPage<Query>> {
    return this.transport.call<ExportControllerPullData, RecordOf<Query>[], ProgressMeta>(
      { method: 'GET', url: '/api/v1/integration/progress', query: sent(query) },
      options,
    );
  }

  records<const Query extends ProgressQuery>(
    query: Query = {} as Query,
    options?: WalkOptions,
  ): ProgressWalk<Query> {
    return new ProgressWalk<Query>((cursor) => this.page({ ...query, cursor }, options));
  }

  /** Committee seats whose member has left. */
  openSeatsPage(query?: OpenSeatsQuery, options?: CallOptions): Promise<Page<OpenSeat>> {
    return this.transport.call<OpenSeatsControllerListData, OpenSeat[], PageMeta>(
      { method: 'GET', url: '/api/v1/integration/progress/open-seats', query },
      options,
    );
  }

  /** All of them, in the order of the students' IDs. */
  openSeats(
    query: Omit<OpenSeatsQuery, 'cursor'> = {},
    options?: WalkOptions,
  ): AsyncGenerator<OpenSeat, void, undefined> {
    return itemsOf((cursor) => this.openSeatsPage({ ...query, cursor }, options));
  }
}

function sent({ studentId, since, ...others }: ProgressQuery): Sent {
  return {
    ...others,
    since: since instanceof Date ? since.toISOString() : since,
    studentId: typeof studentId === 'object' ? studentId.join(',') : studentId,
  };
}
