import type { Run, RunsControllerGetData, RunsControllerListData } from '../openapi/types.gen.js';
import { itemsOf, type Page, type PageMeta, type WalkOptions } from '../pages.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

export type RunsQuery = NonNullable<RunsControllerListData['query']>;

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
}
