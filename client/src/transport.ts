import { baseOf, fill, queryText } from './address.js';
import { IntegrationApiError, type ErrorDetail } from './errors.js';
import { parseRetryAfter, type Repeatability, type RetryPolicy, waitBefore } from './retry.js';
import { asError, Deadline, isError, sleep } from './waiting.js';

/** Why Node's fetch fails, without a status, where it is to follow no redirection. */
const REDIRECTED = 'unexpected redirect';

/** Where the service is, who calls it, and how patiently. */
export interface ClientOptions {
  /** The address of the service, such as `https://integration.example.edu`. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Milliseconds that one attempt may take. Default 30,000. */
  readonly timeoutMs?: number;
  /** Attempts after the first one. Default 5; 0: none. */
  readonly retries?: number;
  /** Milliseconds before the second attempt, doubled with each further one and shortened at random. Default 250. */
  readonly backoffMs?: number;
  /** A service that asks by Retry-After to wait longer is not asked again. Default 60,000. */
  readonly longestWaitMs?: number;
  /** The name of the run that the calls belong to (`X-Sync-Run`). */
  readonly run?: string;
  /**
   * Whether `events.send` adds the time of this machine to an event without one, so that a later attempt does not make
   * it later. Default true. False: the service takes the time at which it gets the event, as is right in a sandbox with
   * a clock of its own.
   */
  readonly stampsEvents?: boolean;
  /** Called before each further attempt. */
  readonly onRetry?: (retry: Retry) => void;
  /** Instead of the global `fetch`, for proxies and certificates of your own. */
  readonly fetch?: typeof fetch;
}

/** Another attempt that is about to be made. */
export interface Retry {
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: IntegrationApiError;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** 1-128 of `A-Z a-z 0-9 . _ -`, for the log of the service; all attempts have the same. Default: random. */
  readonly requestId?: string;
  /** The name of the run that this call belongs to. */
  readonly run?: string;
}

export interface Warning {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The answer of a call. */
export interface Answer<Data, Meta = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly message: string | undefined;
  readonly data: Data;
  readonly meta: Meta;
  readonly warnings: readonly Warning[];
  readonly requestId: string;
  /** How often the call was sent; beyond 1 an earlier attempt may have taken effect. */
  readonly attempts: number;
}

/** What a call of the OpenAPI document takes, as the generated types say it. */
export interface Operation {
  readonly url: string;
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** One call: method, address and content. */
export interface Call<O extends Operation> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: O['url'];
  readonly path?: O['path'];
  readonly query?: O['query'];
  readonly body?: O['body'];
  /** Sent as it is, in place of the JSON of `body`. */
  readonly bytes?: Uint8Array;
  readonly repeatability?: Repeatability;
  readonly idempotencyKey?: string;
  /** Default: application/json. */
  readonly contentType?: string;
}

/** A request that is about to be sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

/** Sends the calls of one credential. The only place that speaks HTTP. */
export class Transport {
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  readonly onRetry: (retry: Retry) => void;
  private readonly base: string;
  private readonly run: string | undefined;
  // Private to the engine, so that an object that is printed or logged shows no secret.
  readonly #credential: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.base = baseOf(options.url);
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.run = options.run;
    this.onRetry = options.onRetry ?? ((): void => undefined);
    this.policy = {
      retries: options.retries ?? 5,
      backoffMs: options.backoffMs ?? 250,
      longestWaitMs: options.longestWaitMs ?? 60_000,
    };
    this.#credential = {
      'X-Service-API-Key': options.apiKey,
      'X-Service-API-Secret': options.apiSecret,
    };
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  /**
   * Makes a call, in as many attempts as the policy allows.
   * @throws {IntegrationApiError} when the last attempt failed too
   */
  async call<O extends Operation, Data, Meta = Readonly<Record<string, unknown>>>(
    call: Call<O>,
    options: CallOptions = {},
  ): Promise<Answer<Data, Meta>> {
    const outgoing = this.outgoing(call, options);
    const body = call.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { ...(await this.attempt<Data, Meta>(outgoing, body, options)), attempts: attempt };
      } catch (error) {
        if (!(error instanceof IntegrationApiError)) throw error;
        const waitMs = waitBefore(this.policy, attempt, error, call.repeatability ?? 'safe');
        if (waitMs === undefined) throw error;
        this.onRetry({ attempt, waitMs, error });
        await sleep(waitMs, options.signal);
      }
    }
  }

  outgoing<O extends Operation>(call: Call<O>, options: CallOptions): Outgoing {
    const requestId = options.requestId ?? crypto.randomUUID();
    const run = options.run ?? this.run;
    const hasBody = call.body !== undefined || call.bytes !== undefined;
    return {
      method: call.method,
      url: this.base + fill(call.url, call.path) + queryText(call.query),
      requestId,
      headers: {
        Accept: 'application/json',
        'X-Request-Id': requestId,
        ...(hasBody ? { 'Content-Type': call.contentType ?? 'application/json' } : {}),
        ...(run === undefined ? {} : { 'X-Sync-Run': run }),
        ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
      },
    };
  }

  /**
   * Sends one request; resolves when the head of the answer has come.
   * @throws {IntegrationApiError} when none comes; the signal's reason when the caller has ended the call
   */
  async send(outgoing: Outgoing, init: RequestInit, deadline: Deadline): Promise<Response> {
    const { method, url, headers } = outgoing;
    try {
      return await this.#fetch(url, {
        // fetch would send the credential on to the place that a redirection names.
        redirect: 'manual',
        ...init,
        method,
        headers: { ...headers, ...this.#credential },
        signal: deadline.signal,
      });
    } catch (error) {
      throw noAnswer(error, outgoing, deadline);
    }
  }

  private async attempt<Data, Meta>(
    outgoing: Outgoing,
    body: string | Uint8Array | undefined,
    options: CallOptions,
  ): Promise<Omit<Answer<Data, Meta>, 'attempts'>> {
    const deadline = new Deadline(options.signal, options.timeoutMs ?? this.timeoutMs);
    deadline.start();
    try {
      const response = await this.send(outgoing, body === undefined ? {} : { body }, deadline);
      const text = await textOf(response, outgoing, deadline);
      if (!response.ok) throw refusalOf(response, text, outgoing);
      return answerOf<Data, Meta>(response, text, outgoing);
    } finally {
      deadline.end();
    }
  }
}

/** @throws the reason of the caller's own signal */
function noAnswer(error: unknown, outgoing: Outgoing, deadline: Deadline): IntegrationApiError {
  const { method, requestId } = outgoing;
  const place = `${method} ${new URL(outgoing.url).pathname}`;
  const reason: unknown = deadline.signal.reason;
  if (deadline.timedOut) {
    const facts = { code: 'TIMEOUT', requestId, cause: reason } as const;
    return new IntegrationApiError(`${place} was not answered in time.`, facts);
  }
  if (deadline.signal.aborted) throw asError(reason);
  const why = reasonOf(error);
  const code = why === REDIRECTED ? 'UNEXPECTED_ANSWER' : 'CONNECTION_LOST';
  return new IntegrationApiError(`${place} was not answered: ${why}.`, { code, requestId, cause: error });
}

/** `fetch failed` alone does not say why. */
function reasonOf(error: unknown): string {
  const { message, cause } = asError(error);
  return isError(cause) && cause.message !== '' ? cause.message : message;
}

async function textOf(response: Response, outgoing: Outgoing, deadline: Deadline): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw noAnswer(error, outgoing, deadline);
  }
}

/** The error of an answer that is no success. */
export function refusalOf(response: Response, text: string, { requestId }: Outgoing): IntegrationApiError {
  const { status, headers } = response;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'));
  const body = parseJson(text) as Partial<FailureBody> | undefined;
  const code = body?.error?.code;
  if (code === undefined) {
    const answer = `${status} ${response.statusText}`.trimEnd();
    const said = typeof body?.message === 'string' ? ` It says: ${body.message}` : '';
    const message = `The answer is ${answer} and not of this service; is the address right?${said}`;
    return new IntegrationApiError(message, { code: 'UNEXPECTED_ANSWER', status, requestId, retryAfterMs });
  }
  const details = body?.error?.details ?? [];
  const conflictId = body?.error?.conflictId;
  const facts = { code, status, details, conflictId, requestId: body?.requestId ?? requestId, retryAfterMs };
  return new IntegrationApiError(body?.message ?? code, facts);
}

interface FailureBody {
  readonly message: string;
  readonly error: {
    readonly code: string;
    readonly details?: readonly ErrorDetail[];
    readonly conflictId?: string;
  };
  readonly requestId: string;
}

function answerOf<Data, Meta>(response: Response, text: string, outgoing: Outgoing): Answer<Data, Meta> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? outgoing.requestId;
  const body = parseJson(text) as (Partial<Answer<Data, Meta>> & { success?: boolean }) | undefined;
  if (body?.success !== true) {
    const message = `The answer is ${status} without the success of this service; is the address right?`;
    throw new IntegrationApiError(message, { code: 'UNEXPECTED_ANSWER', status, requestId });
  }
  // The service's own answers are believed: their shape is that of the OpenAPI document.
  const { data, meta, message, warnings = [], ...rest } = body;
  return { ...rest, status, message, data, meta: meta ?? {}, warnings, requestId } as Answer<Data, Meta>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
