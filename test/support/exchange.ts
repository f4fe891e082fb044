import { Agent, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Connections are let go of before the service, which waits five seconds, closes them under a request. */
const agent = new Agent({ keepAlive: true, timeout: 3_000 });

/**
 * One request and its answer. `fetch` takes 1.4 ms of processor time for each and this 0.3, where a run makes tens of
 * thousands.
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
