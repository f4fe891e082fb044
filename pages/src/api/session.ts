import { t } from '@lingui/core/macro';
import { HttpError } from 'react-admin';

import {
  type Answer,
  call,
  callForLines,
  type CallOptions,
  isRefusal,
  type Meta,
  type Method,
  type RefusalBody,
} from './http';
import type { SessionDto } from './openapi';

// In memory only: a reload asks the server again.
let known: Promise<SessionDto> | undefined;

/**
 * Who is logged in, asked once.
 * @throws {HttpError} when there is no session (401)
 */
export function currentSession(): Promise<SessionDto> {
  if (known === undefined) {
    const asked = call<SessionDto>('GET', 'session').then(({ data }) => data);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
  }
  return known;
}

export function keepSession(session: SessionDto): void {
  known = Promise.resolve(session);
}

export function forgetSession(): void {
  known = undefined;
}

/** A user's ID is unique in a tenant only. */
export function isSameUser(one: SessionDto, other: SessionDto): boolean {
  return one.userId === other.userId && one.tenantId === other.tenantId;
}

/**
 * Asks again who is logged in. The login of another user in another tab is not kept: what is on this page is not theirs
 * to send.
 * @throws {HttpError} when there is no session, or it is another user's
 */
export async function renewSession(before: SessionDto): Promise<SessionDto> {
  const { data: now } = await call<SessionDto>('GET', 'session');
  if (!isSameUser(before, now)) throw ofAnotherUser(before, now);
  keepSession(now);
  return now;
}

/** One person may have the same address in several tenants. */
export function nameOf({ email, tenantName }: SessionDto): string {
  return `${email} (${tenantName})`;
}

function ofAnotherUser(before: SessionDto, now: SessionDto): HttpError {
  const body: RefusalBody = { code: 'ANOTHER_USER' };
  const [mine, theirs] = [nameOf(before), nameOf(now)];
  return new HttpError(
    t`In another tab ${theirs} has logged in, so nothing was sent. Log in there as ${mine}, and try again; or reload this page, which loses what you have typed.`,
    403,
    body,
  );
}

/** What a session needs before its calls are admitted. */
export type Needed = 'login' | 'factor';

/** Asks the user of the session for what it needs; resolves to false when they do not give it. */
type Ask = (session: SessionDto, needed: Needed) => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asked: Promise<boolean> | undefined;

/** Has calls that are refused because the session needs something wait for it. @returns ends the offer */
export function offerRepair(by: Ask): () => void {
  ask = by;
  return () => {
    ask = () => Promise.resolve(false);
  };
}

/** A call within the session; changes carry the CSRF token. */
export function callLoggedIn<T, M = Meta>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T, M>> {
  return inSession(method, options, (one) => call<T, M>(method, path, one));
}

/** The same for an answer of JSON lines. */
export function linesLoggedIn(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<AsyncGenerator> {
  return inSession(method, options, (one) => callForLines(method, path, one));
}

function neededAfter(error: unknown): Needed | undefined {
  if (isRefusal(error, 'MISSING_CREDENTIALS')) return 'login';
  return isRefusal(error, 'SECOND_FACTOR_NOT_SET_UP') ? 'factor' : undefined;
}

async function inSession<T>(
  method: Method,
  options: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const before = known;
  try {
    return await withToken(method, options, send);
  } catch (error) {
    const needed = neededAfter(error);
    if (before === undefined || needed === undefined) throw error;
    // Calls that are refused at the same time wait for the same answer.
    asked ??= ask(await before, needed).finally(() => {
      asked = undefined;
    });
    if (!(await asked)) throw error;
    return withToken(method, options, send);
  }
}

async function withToken<T>(
  method: Method,
  options: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  if (method === 'GET') return send(options);
  const session = await currentSession();
  const { csrfToken } = session;
  try {
    return await send({ ...options, csrfToken });
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 403) throw error;
    // The user may have logged in again in another tab.
    const renewed = await renewSession(session);
    if (renewed.csrfToken === csrfToken) throw error;
    return send({ ...options, csrfToken: renewed.csrfToken });
  }
}
