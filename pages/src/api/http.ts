import { t } from '@lingui/core/macro';
import { HttpError } from 'react-admin';

import { untilReachable } from './connection';
import type { Failure } from './openapi';

const BASE = '/api/v1/admin';

/** The `meta` of an answer; a list has `total`. */
export type Meta = Readonly<Record<string, unknown>> & { readonly total?: number };

export interface Answer<T, M = Meta> {
  readonly data: T;
  readonly meta: M;
  readonly message?: string;
  /** By which a change says what it is based on; where the call answers one. */
  readonly tag?: string | undefined;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON, or a file that is sent as it is. */
  readonly body?: unknown;
  readonly csrfToken?: string;
  /** The tag of the answer that a change is based on. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The `body` of an {@link HttpError}; `errors` has a message for each refused field. */
export interface RefusalBody {
  readonly code: string;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Calls the administration API.
 * @throws {HttpError} with a {@link RefusalBody}, also when the service did not answer
 */
export async function call<T, M = Meta>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T, M>> {
  const response = await send(method, addressOf(path, options.query), options);
  const answer: unknown = await response.json().catch(() => undefined);
  // A proxy in front of the service answers in a shape of its own.
  if (!response.ok || answer === undefined) throw refused(response, answer as Partial<Failure> | undefined);
  const tag = response.headers.get('etag') ?? undefined;
  return { meta: {}, ...(answer as object), tag } as Answer<T, M>;
}

/**
 * Calls the administration API for an answer of JSON lines.
 * @throws {HttpError} when the call was refused; an answer that is cut short throws while it is read
 */
export async function callForLines(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<AsyncGenerator> {
  const response = await send(method, addressOf(path, options.query), options);
  if (response.ok && response.body !== null) return linesOf(response.body);
  const answer: unknown = await response.json().catch(() => undefined);
  throw refused(response, answer as Partial<Failure> | undefined);
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as unknown;
    }
  } finally {
    await reader.cancel();
  }
}

/** The address of a call, for a link to what it answers. */
export function addressOf(path: string, query?: CallOptions['query']): string {
  return `${BASE}/${path}${queryOf(query)}`;
}

/** The message of each field that was refused; empty for any other error. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return (error instanceof HttpError && (error.body as RefusalBody | null)?.errors) || {};
}

/** What a proxy answers when the service behind it is away; the service itself answers 503 when its database is. */
const AWAY = [502, 503, 504];
/** Of an error when there was no answer. */
const NO_ANSWER = 0;

/** The service has not answered, or cannot work just now. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof HttpError && [NO_ANSWER, ...AWAY].some((status) => status === error.status);
}

/** Whether the call was refused with this code. */
export function isRefusal(error: unknown, code: string): error is HttpError {
  return error instanceof HttpError && (error.body as RefusalBody | null)?.code === code;
}

/** There is no such thing, or no more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** One sentence for the administrator. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : t`An unexpected error occurred; try again.`;
}

async function send(method: Method, url: string, { body, csrfToken, ifMatch, signal }: CallOptions) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const isFile = body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = isFile ? 'application/octet-stream' : 'application/json';
  if (csrfToken !== undefined) headers['X-CSRF-Token'] = csrfToken;
  const wasOffline = !navigator.onLine;
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : isFile ? body : JSON.stringify(body),
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (AWAY.includes(response.status)) void untilReachable();
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    void untilReachable();
    const isUnsaved = wasOffline && method !== 'GET';
    throw unreachable(
      NO_ANSWER,
      isUnsaved
        ? t`You are offline: nothing was saved. What you entered stays here; try again when you are online.`
        : undefined,
    );
  }
}

function unreachable(status: number, message?: string): HttpError {
  const body: RefusalBody = { code: 'UNREACHABLE' };
  return new HttpError(
    message ?? t`The service cannot be reached; check the connection and try again.`,
    status,
    body,
  );
}

function refused(response: Response, answer: Partial<Failure> | undefined): HttpError {
  // The service gives its own reason, such as a single sign-on that is away.
  if (AWAY.includes(response.status) && answer?.error === undefined) return unreachable(response.status);
  const details = answer?.error?.details ?? [];
  // Forms name a row of a list as `links.0.target`.
  const errors = Object.fromEntries(
    details.map(({ field, message, translations }) => [
      field.replaceAll(/\[(\d+)\]/g, '.$1'),
      besideItsField(inPages(translations) ?? message),
    ]),
  );
  const body: RefusalBody = {
    code: answer?.error?.code ?? 'INTERNAL_ERROR',
    errors: details.length > 0 ? errors : undefined,
    requestId: answer?.requestId,
  };
  const message =
    inPages(answer?.error?.translations) ??
    answer?.message ??
    t`The service answered with status ${response.status}; try again.`;
  return new HttpError(message, response.status, body);
}

/** The language is known before the first call. */
export function inPages(translations: Readonly<Record<string, string>> | undefined): string | undefined {
  return translations?.[document.documentElement.lang];
}

/** "label is required" as "Is required": the message stands beside the field, whose label names it. */
function besideItsField(message: string): string {
  const said = message.replace(/^[a-z][\w.[\]]*(?:: | (?=must |is |has |cannot ))/, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function queryOf(query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
