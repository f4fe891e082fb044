import { lookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { activeTraceParent, failSpan, inSpan, type NewSpan, SpanKind } from '../tracing/spans.js';
import { hostOf, isPrivateAddress } from './private-addresses.js';

const LIMIT_MS = 10_000;
/** Answers that have no body, not even an empty one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** What is sent; a redirection is given back, and never followed. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | undefined;
}

/** Whom it may be sent to, and how much may come back. */
export interface Guard {
  /** Whether the address may be in a private network. */
  readonly mayBePrivate: boolean;
  /** What has more is an error; without a number the content is not read at all. */
  readonly mostBytes?: number;
}

/** The address, or one that its name has, is of a private network, so that nothing was sent. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} has an address of a private network`);
    this.name = 'PrivateAddress';
  }
}

/** Finds the addresses of a name when the connection is made, and refuses them when one is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    // Without an address there is no list, whatever its type says.
    const [addresses, first] = error === null ? [found, found[0]] : [[], undefined];
    if (first === undefined) callback(error ?? new Error('no address'), '');
    else if (addresses.some(({ address }) => isPrivateAddress(address)))
      callback(new PrivateAddress(hostname), '');
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function contentOf(answer: AsyncIterable<Buffer>, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Hangs up after the headers. */
function left(answer: IncomingMessage): null {
  answer.destroy();
  return null;
}

function namesAndValues({ headersDistinct }: IncomingMessage): [string, string][] {
  return Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}

/** Connects, sends, and resolves with the head of the answer. */
async function answerOf(
  target: URL,
  { method, headers, body, signal: given }: GuardedRequest,
  mayBePrivate: boolean,
): Promise<IncomingMessage> {
  const host = hostOf(target);
  if (!mayBePrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddress(host);
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = given === undefined ? limit : AbortSignal.any([limit, given]);
  const sent = Buffer.from(await new Response(body ?? null).arrayBuffer());
  const traceparent = activeTraceParent();
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(target, {
      // Connections that are kept were perhaps made for another tenant, whose address may be private.
      agent: false,
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      signal,
      ...(mayBePrivate ? {} : { lookup: lookupPublic }),
    })
      .on('response', resolve)
      .on('error', reject)
      // Without an answer or an error it ends so after 101, another protocol.
      .on('close', () => {
        reject(new Error('the connection was closed without an answer'));
      })
      .end(sent);
  });
}

/** The span of a call: with its host, but not its path or query, which may be a secret. */
function spanOf({ hostname, port, protocol }: URL, method: string): NewSpan {
  return {
    name: method,
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
    },
  };
}

/**
 * Calls an address that a tenant has named. Unlike `fetch` it follows no redirect, finds the addresses of a name once
 * and connects to one of these, to public ones only, and its answer is bounded and takes at most 10 seconds.
 * @throws {TypeError} at every failure, as `fetch` does; the cause is a {@link PrivateAddress} where nothing was sent
 */
export function guardedFetch({
  mayBePrivate,
  mostBytes,
}: Guard): (url: string, request: GuardedRequest) => Promise<Response> {
  return async (url, request) => {
    try {
      const target = new URL(url);
      return await inSpan(spanOf(target, request.method), async (span) => {
        const answer = await answerOf(target, request, mayBePrivate);
        const { statusCode: status = 0 } = answer;
        span.setAttribute('http.response.status_code', status);
        if (status >= 400) failSpan(span, String(status));
        const content = mostBytes === undefined ? left(answer) : await contentOf(answer, mostBytes);
        return new Response(WITHOUT_BODY.has(status) ? null : content, {
          status,
          headers: namesAndValues(answer),
        });
      });
    } catch (error) {
      throw new TypeError('the address was not called, or did not answer as it should', { cause: error });
    }
  };
}
