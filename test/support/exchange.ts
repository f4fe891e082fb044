import { Agent, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Idle connections are closed long before the service closes them. */
const agent = new Agent({ keepAlive: true, timeout: 3_000 });

/**
 * One request and its answer. This takes 0.3 ms of CPU, `fetch` 1.4 ms; a test run makes tens of thousands.
 */
export function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { 'Accept-Encoding': 'gzip', ...headers } });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const { statusCode = 0, headersDistinct } = incoming;
      const isZipped = incoming.headers['content-encoding'] === 'gzip';
      const content: Readable = isZipped ? incoming.pipe(createGunzip()) : incoming;
      incoming.on('error', reject);
      text(content).then((read) => {
        resolve({ status: statusCode, headers: listOf(headersDistinct), text: read });
      }, reject);
    });
    outgoing.end(body);
  });
}

function listOf(distinct: NodeJS.Dict<string[]>): Headers {
  return new Headers(
    Object.entries(distinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}
