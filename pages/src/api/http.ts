import { HttpError } from 'react-admin';

const BASE = '/api/v1/admin';

/** What a list or a single answer carries beside its data. */
export type Meta = Readonly<Record<string, unknown>> & { readonly total?: number };

export interface Answer<T> {
  readonly data: T;
  readonly meta: Meta;
  readonly message?: string;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly csrfToken?: string;
  readonly signal?: AbortSignal;
}

interface Refusal {
  readonly message?: string;
  readonly error?: {
    readonly code?: string;
    readonly details?: readonly { readonly field: string; readonly message: string }[];
  };
  readonly requestId?: string;
}

/** What `HttpError.body` holds; `errors` is what react-admin's forms look for: a message for each field. */
export interface RefusalBody {
  readonly code: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly retryAfter?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the administration API. @throws {HttpError} with a {@link RefusalBody}, also when nobody answered */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const response = await send(method, `${BASE}/${path}${queryOf(options.query)}`, options);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || answer === undefined) throw refused(response, answer as Refusal | undefined);
  const { meta, ...rest } = answer as Partial<Answer<T>> & { data: T };
  return { ...rest, meta: meta ?? {} };
}

/** The message of each field that was refused; empty for any other error. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return (error instanceof HttpError && (error.body as RefusalBody | null)?.errors) || {};
}

/** One sentence for the person in front of the screen. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong; try again.';
}

async function send(method: Method, url: string, { body, csrfToken, signal }: CallOptions) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrfToken !== undefined) headers['X-CSRF-Token'] = csrfToken;
  try {
    return await fetch(url, {
      ...{ method, headers, credentials: 'same-origin', cache: 'no-store' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const unreachable: RefusalBody = { code: 'UNREACHABLE' };
    throw new HttpError('The service cannot be reached; check the connection and try again.', 0, unreachable);
  }
}

function refused(response: Response, answer: Refusal | undefined): HttpError {
  const details = answer?.error?.details ?? [];
  // Forms name a row of a list as `links.0.target`.
  const errors = Object.fromEntries(
    details.map(({ field, message }) => [field.replaceAll(/\[(\d+)\]/g, '.$1'), besideItsField(message)]),
  );
  const body: RefusalBody = {
    code: answer?.error?.code ?? 'INTERNAL_ERROR',
    ...(details.length > 0 ? { errors } : {}),
    ...(answer?.requestId === undefined ? {} : { requestId: answer.requestId }),
    ...(response.headers.has('Retry-After') ? { retryAfter: response.headers.get('Retry-After') ?? '' } : {}),
  };
  const message = answer?.message ?? `The service answered with status ${response.status}; try again.`;
  return new HttpError(message, response.status, body);
}

/** "label is required" as "Is required": beside the field, its name in the API says nothing new. */
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
