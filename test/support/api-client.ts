import { jsonLines } from './answers.js';
import { keepError, keepPrinted, keepSecrets, keepSecretsOf } from './evidence.js';
import { exchange } from './exchange.js';

/** The answer of a call; `body` is the parsed JSON, or the text when it is no JSON. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A body in the contract's success or failure shape, loosely typed for assertions. */
export interface Body {
  readonly success: boolean;
  readonly message: string;
  readonly data: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
  readonly warnings?: { field: string; code: string; message: string }[];
  readonly error: { code: string; details?: { field: string; code: string; message: string }[] };
  readonly requestId: string;
}

/** Real HTTP calls under one base address with fixed headers. */
export class ApiClient {
  constructor(
    private readonly base: string,
    private readonly headers: Record<string, string>,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    keepSecretsOf(json);
    return this.send('POST', path, JSON.stringify(json), { 'Content-Type': 'application/json', ...headers });
  }

  put(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    keepSecretsOf(json);
    return this.send('PUT', path, JSON.stringify(json), { 'Content-Type': 'application/json', ...headers });
  }

  patch(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    keepSecretsOf(json);
    return json === undefined
      ? this.send('PATCH', path, undefined, headers)
      : this.send('PATCH', path, JSON.stringify(json), { 'Content-Type': 'application/json', ...headers });
  }

  /** Sends lines as NDJSON and answers every line of the answer, the summary last. */
  async bulk(path: string, lines: readonly unknown[]): Promise<Record<string, unknown>[]> {
    keepSecretsOf(lines);
    const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const headers = { ...this.headers, 'Content-Type': 'application/x-ndjson' };
    const { status, text } = await exchange(this.base + path, 'POST', headers, body);
    if (status !== 200) throw new Error(`bulk answered ${status}: ${text}`);
    return jsonLines(text);
  }

  async send(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const sent = { ...this.headers, ...headers };
    const { status, headers: answered, text } = await exchange(this.base + path, method, sent, body);
    const answer = { status, headers: answered, body: parse(text) };
    keepEvidence(answer);
    if (status >= 400) keepError(text, path + (typeof body === 'string' ? body : ''));
    return answer;
  }
}

function keepEvidence({ headers, body }: Answer<Body>): void {
  keepPrinted('url', headers.get('location') ?? '');
  keepSecretsOf(body);
  const values = headers.getSetCookie().map((cookie) => /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? '');
  keepSecrets('cookie', values);
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return text as unknown as Body;
  }
}
