import { Pool } from 'undici';

/** Many calls, some of them at once. */
export interface Load {
  /** Of each call, in milliseconds. */
  readonly ms: readonly number[];
  /** Of all of them, in seconds. */
  readonly seconds: number;
}

/** A server, and how it is called. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls with each of these bodies, as many at once as said. @throws {Error} unless each is answered 200 or 201 */
export async function send(
  { baseUrl, path, headers }: Endpoint,
  method: 'GET' | 'POST',
  bodies: readonly (string | null)[],
  atOnce: number,
): Promise<Load> {
  const pool = new Pool(baseUrl, { connections: atOnce, pipelining: 1 });
  const all = method === 'POST' ? { ...headers, 'Content-Type': 'application/json' } : headers;
  const ms: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let index = next++; index < bodies.length; index = next++) {
      const start = performance.now();
      const { statusCode, body } = await pool.request({
        path,
        method,
        headers: all,
        body: bodies[index] ?? null,
      });
      const answer = await body.text();
      ms.push(performance.now() - start);
      if (statusCode > 201) throw new Error(`${method} ${path} answered ${statusCode}: ${answer}`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return { ms, seconds };
}
