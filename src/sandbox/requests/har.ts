import { STATUS_CODES } from 'node:http';

import type { Headers, SandboxRequest } from '../entities/sandbox-request.entity.js';

/** A HAR 1.2 document, as far as this service fills it. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly object[];
  };
}

/** The calls as HAR 1.2, which browsers and Playwright read. */
export function harOf(requests: readonly SandboxRequest[], baseUrl: string): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Integration API', version: '1' },
      entries: requests.map((request) => entryOf(request, baseUrl)),
    },
  };
}

function entryOf(request: SandboxRequest, baseUrl: string): object {
  const { at, ms, method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = request;
  const address = new URL(url, baseUrl);
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const text = requestBody ?? '';
  const answer = responseBody ?? '';
  return {
    startedDateTime: at.toISOString(),
    time: ms,
    request: {
      ...common,
      method,
      url: address.href,
      headers: named(requestHeaders),
      queryString: named([...address.searchParams]),
      ...(requestBody === null ? {} : { postData: { mimeType: typeOf(requestHeaders), text } }),
      bodySize: Buffer.byteLength(text),
    },
    response: {
      ...common,
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: named(responseHeaders),
      content: { size: Buffer.byteLength(answer), mimeType: typeOf(responseHeaders), text: answer },
      redirectURL: '',
      bodySize: Buffer.byteLength(answer),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

function named(pairs: Headers): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function typeOf(headers: Headers): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream';
}
