import { type Dispatcher, Pool } from 'undici';

import type { Load } from './cost.js';

export type Headers = Readonly<Record<string, string>>;

/** A server, and the headers of its calls. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Headers;
}

export interface Call {
  /** Undefined for a GET. */
  readonly body?: string;
  /** Headers besides those of the endpoint. */
  readonly headers?: Headers;
}

/** Kept-alive connections of one caller. */
export class Connections {
  private readonly pool: Pool;
  private readonly withBody: Headers;

  /** @param headers whose Content-Type, if any, is that of bodies, which are JSON otherwise */
  constructor(
    baseUrl: string,
    private readonly headers: Headers,
    count = 1,
  ) {
    this.pool = new Pool(baseUrl, { connections: count, pipelining: 1 });
    this.withBody = { 'Content-Type': 'application/json', ...headers };
  }

  /**
   * @returns the text of the answer
   * @throws {Error} unless it has this status, or without one is a success
   */
  async text(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: string,
    { status, headers }: { readonly status?: number; readonly headers?: Headers | undefined } = {},
  ): Promise<string> {
    const common = body === undefined ? this.headers : this.withBody;
    const answer = await this.pool.request({
      method,
      path,
      body: body ?? null,
      headers: headers === undefined ? common : { ...common, ...headers },
    });
    const text = await answer.body.text();
    const { statusCode } = answer;
    if (status === undefined ? statusCode >= 300 : statusCode !== status)
      throw new Error(`${method} ${path} answered ${statusCode}, not ${status ?? 'as it should'}: ${text}`);
    return text;
  }

  /** @returns the `data` of the answer */
  async data<T>(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<T> {
    const text = await this.text(method, path, body === undefined ? undefined : JSON.stringify(body));
    return (JSON.parse(text) as { data: T }).data;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/**
 * Makes these calls with so many callers at once, each over one kept-alive connection.
 * @throws {Error} unless each is answered `status`
 */
export async function send(
  { baseUrl, path, headers: shared }: Endpoint,
  calls: readonly Call[],
  atOnce: number,
  status: number,
): Promise<Load> {
  const connections = new Connections(baseUrl, shared, atOnce);
  const load = await timed(calls, atOnce, ({ body, headers }) =>
    connections.text(body === undefined ? 'GET' : 'POST', path, body, { status, headers }),
  );
  await connections.close();
  return load;
}

/** Runs the work for each item, for so many at once. */
export async function timed<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<Load> {
  const ms: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const start = performance.now();
      await work(item);
      ms.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  return { ms, seconds: (performance.now() - start) / 1000 };
}
