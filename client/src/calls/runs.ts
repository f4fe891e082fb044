import type {
  FailedRow,
  FailedRowsControllerListData,
  FinishControllerFinishData,
  FinishedRun,
  FinishRun,
  Run,
  RunsControllerGetData,
  RunsControllerListData,
} from '../openapi/types.gen.js';
import { itemsOf, type Page, type PageMeta, type WalkOptions } from '../pages.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

export type RunsQuery = NonNullable<RunsControllerListData['query']>;

export type FailuresQuery = NonNullable<FailedRowsControllerListData['query']>;

/** What the calls of each run did (scope `users`). */
export class Runs {
  constructor(private readonly transport: Transport) {}

  page(query?: RunsQuery, options?: CallOptions): Promise<Page<Run>> {
    return this.transport.call<RunsControllerListData, Run[], PageMeta>(
      { method: 'GET', url: '/api/v1/integration/runs', query },
      options,
    );
  }

  /** All runs, the latest first. */
  all(query: Omit<RunsQuery, 'cursor'> = {}, options?: WalkOptions): AsyncGenerator<Run, void, undefined> {
    return itemsOf((cursor) => this.page({ ...query, cursor }, options));
  }

  get(name: string, options?: CallOptions): Promise<Answer<Run>> {
    return this.transport.call<RunsControllerGetData, Run>(
      { method: 'GET', url: '/api/v1/integration/runs/{name}', path: { name } },
      options,
    );
  }

  /**
   * Says that all rows of a run were sent; with `complete`, what becomes of people whom it does not name. It may be
   * repeated, and then has the same answer.
   */
  finish(name: string, body: FinishRun = {}, options?: CallOptions): Promise<Answer<FinishedRun>> {
    return this.transport.call<FinishControllerFinishData, FinishedRun>(
      { method: 'POST', url: '/api/v1/integration/runs/{name}/finish', path: { name }, body },
      options,
    );
  }

  failuresPage(name: string, query?: FailuresQuery, options?: CallOptions): Promise<Page<FailedRow>> {
    return this.transport.call<FailedRowsControllerListData, FailedRow[], PageMeta>(
      { method: 'GET', url: '/api/v1/integration/runs/{name}/failures', path: { name }, query },
      options,
    );
  }

  /** The people whom a run sent and who were refused, in the order in which they arrived. */
  failures(
    name: string,
    query: Omit<FailuresQuery, 'cursor'> = {},
    options?: WalkOptions,
  ): AsyncGenerator<FailedRow, void, undefined> {
    return itemsOf((cursor) => this.failuresPage(name, { ...query, cursor }, options));
  }
}
