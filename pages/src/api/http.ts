import { HttpError } from 'react-admin';

import type { Failure } from './openapi';

const BASE = '/api/v1/admin';

/** The `meta` of an answer; a list has `total`. */
export type Meta = Readonly<Record<string, unknown>> & { readonly total?: number };

export interface Answer<T, M = Meta> {
  readonly data: T;
  readonly meta: M;
  readonly message?: string;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly csrfToken?: string;
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
  const response = await send(method, `${BASE}/${path}${queryOf(options.query)}`, options);
  const answer: unknown = await response.json().catch(() => undefined);
  // A proxy in front of the service answers in a shape of its own.
  if (!response.ok || answer === undefined) throw refused(response, answer as Partial<Failure> | undefined);
  return { meta: {}, ...(answer as object) } as Answer<T, M>;
}

/** The message of each field that was refused; empty for any other error. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return (error instanceof HttpError && (error.body as RefusalBody | null)?.errors) || {};
}

/** One sentence for the administrator. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'An unexpected error occurred; try again.';
}

async function send(method: Method, url: string, { body, csrfToken, signal }: CallOptions) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrfToken !== undefined) headers['X-CSRF-Token'] = csrfToken;
  try {
    return await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const unreachable: RefusalBody = { code: 'UNREACHABLE' };
    throw new HttpError('The service cannot be reached; check the connection and try again.', 0, unreachable);
  }
}

function refused(response: Response, answer: Partial<Failure> | undefined): HttpError {
  const details = answer?.error?.details ?? [];
  // Forms name a row of a list as `links.0.target`.
  const errors = Object.fromEntries(
    details.map(({ field, message }) => [field.replaceAll(/\[(\d+)\]/g, '.$1'), besideItsField(message)]),
  );
  const body: RefusalBody = {
    code: answer?.error?.code ?? 'INTERNAL_ERROR',
    errors: details.length > 0 ? errors : undefined,
    requestId: answer?.requestId,
  };
  const message = answer?.message ?? `The service answered with status ${response.status}; try again.`;
  return new HttpError(message, response.status, body);
}

/** "label is required" as "Is required": the message stands beside the field, whose label names it. */
function besideItsField(message: string): string {
  const said = message.replace(/^[a-z][\w.[\]]* (?=must |is |has |cannot )/, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function queryOf(query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
