import { Pool } from 'undici';

import type { Load } from './cost.js';

/** A server, and the headers of its calls. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  /** Undefined for a GET. */
  readonly body?: string;
  /** Headers besides those of the endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
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
  const pool = new Pool(baseUrl, { connections: atOnce, pipelining: 1 });
  const json = { ...shared, 'Content-Type': 'application/json' };
  const load = await timed(calls, atOnce, async ({ body, headers }) => {
    const method = body === undefined ? 'GET' : 'POST';
    const common = body === undefined ? shared : json;
    const answer = await pool.request({
      path,
      method,
      body: body ?? null,
      headers: headers === undefined ? common : { ...common, ...headers },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== status)
      throw new Error(`${method} ${path} answered ${answer.statusCode}, not ${status}: ${text}`);
  });
  await pool.close();
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
