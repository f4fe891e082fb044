import type {
  ExportControllerPullData,
  OpenSeat,
  OpenSeatsControllerListData,
  ProgressRecord,
  RemovedRecord,
} from '../openapi/types.gen.js';
import { ChangeWalk, itemsOf, type Page, type PageMeta, type WalkMeta, type WalkOptions } from '../pages.js';
import type { CallOptions, Transport } from '../transport.js';
import { listText, momentText, type WalkQuery } from './walk-query.js';

export type OpenSeatsQuery = NonNullable<OpenSeatsControllerListData['query']>;

type Sent = NonNullable<ExportControllerPullData['query']>;

export interface ProgressQuery extends WalkQuery, Pick<Sent, 'limit' | 'includeRemoved'> {
  /** 950 IDs or legacyNumbers, at most 1,000. */
  readonly studentId?: string | readonly string[];
}

/** With `includeRemoved: true` those who stopped being Students come too. */
export type RecordOf<Query extends ProgressQuery> = Query extends { includeRemoved: true }
  ? ProgressRecord | RemovedRecord
  : ProgressRecord;

export type ProgressPage<Query extends ProgressQuery = ProgressQuery> = Page<RecordOf<Query>, WalkMeta>;

/** The export of doctoral students' progress (scope `progress`). */
export class Progress {
  constructor(private readonly transport: Transport) {}

  page<const Query extends ProgressQuery & { readonly cursor?: string }>(
    query: Query = {} as Query,
    options?: CallOptions,
  ): Promise<ProgressPage<Query>> {
    return this.transport.call<ExportControllerPullData, RecordOf<Query>[], WalkMeta>(
      { method: 'GET', url: '/api/v1/integration/progress', query: sent(query) },
      options,
    );
  }

  /**
   * The records, oldest change first.
   * @example
   * const walk = api.progress.records({ since: lastNight });
   * for await (const record of walk) await store(record);
   * await keep(walk.nextSince);
   */
  records<const Query extends ProgressQuery>(
    query: Query = {} as Query,
    options?: WalkOptions,
  ): ChangeWalk<RecordOf<Query>> {
    return new ChangeWalk((cursor) => this.page({ ...query, cursor }, options));
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
    since: momentText(since),
    studentId: listText(studentId),
  };
}
