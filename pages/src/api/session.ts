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

/** Asks the user of a session that has ended to log in again; resolves to false when they do not. */
type AskForLogin = (ended: SessionDto) => Promise<boolean>;

let askForLogin: AskForLogin = () => Promise.resolve(false);
let asked: Promise<boolean> | undefined;

/** Has calls that are refused because the session has ended wait for a login. @returns ends the offer */
export function offerLogin(ask: AskForLogin): () => void {
  askForLogin = ask;
  return () => {
    askForLogin = () => Promise.resolve(false);
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

async function inSession<T>(
  method: Method,
  options: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const ended = known;
  try {
    return await withToken(method, options, send);
  } catch (error) {
    if (ended === undefined || !isRefusal(error, 'MISSING_CREDENTIALS')) throw error;
    // Calls that are refused at the same time wait for the same login.
    asked ??= askForLogin(await ended).finally(() => {
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
