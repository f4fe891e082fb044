import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  /** A buffer is sent with its Content-Length, a list in chunks without one. */
  readonly body?: Buffer | Buffer[];
  /** A new connection is used when there is none. */
  readonly agent?: Agent;
  /** The time after which the request fails. */
  readonly timeoutMs?: number;
}

type RawCall = (path: string, request?: RawRequest) => Promise<RawAnswer>;

/** Calls a service with these headers beside those of each request. */
export function rawCaller(baseUrl: string, headers: Record<string, string> = {}): RawCall {
  return (path, request = {}) =>
    rawRequest(baseUrl, path, { ...request, headers: { ...headers, ...request.headers } });
}

/** Sends a request exactly as given; `fetch` would correct the path, the headers and the framing. */
export function rawRequest(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, body, agent, timeoutMs }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length = Buffer.isBuffer(body) ? { 'Content-Length': String(body.length) } : {};
    const outgoing = request({
      hostname,
      port,
      path,
      method,
      headers: { ...headers, ...length },
      agent: agent ?? false,
      ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    for (const chunk of Array.isArray(body) ? body : body === undefined ? [] : [body]) outgoing.write(chunk);
    outgoing.end();
  });
}
