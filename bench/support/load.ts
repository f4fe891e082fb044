import { Pool } from 'undici';

import type { Load } from './cost.js';

/** A server, and how it is called. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  /** Undefined for a GET. */
  readonly body?: string;
  /** Besides those of the endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes these calls, as many at once as said, each caller over one kept connection. @throws {Error} unless each is answered `status` */
export async function send(
  { baseUrl, path, headers: shared }: Endpoint,
  calls: readonly Call[],
  atOnce: number,
  status: number,
): Promise<Load> {
  const pool = new Pool(baseUrl, { connections: atOnce, pipelining: 1 });
  const json = { ...shared, 'Content-Type': 'application/json' };
  const ms: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const { body, headers } = call;
      const method = body === undefined ? 'GET' : 'POST';
      const common = body === undefined ? shared : json;
      const start = performance.now();
      const answer = await pool.request({
        ...{ path, method, body: body ?? null },
        headers: headers === undefined ? common : { ...common, ...headers },
      });
      const text = await answer.body.text();
      ms.push(performance.now() - start);
      if (answer.statusCode !== status)
        throw new Error(`${method} ${path} answered ${answer.statusCode}, not ${status}: ${text}`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return { ms, seconds };
}
