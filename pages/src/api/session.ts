import { HttpError } from 'react-admin';

import {
  type Answer,
  call,
  callForLines,
  type CallOptions,
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
    if (ended === undefined || !isEnd(error)) throw error;
    // Calls that are refused at the same time wait for the same login.
    asked ??= askForLogin(await ended).finally(() => {
      asked = undefined;
    });
    if (!(await asked)) throw error;
    return withToken(method, options, send);
  }
}

function isEnd(error: unknown): boolean {
  return error instanceof HttpError && (error.body as RefusalBody | null)?.code === 'MISSING_CREDENTIALS';
}

async function withToken<T>(
  method: Method,
  options: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  if (method === 'GET') return send(options);
  const { csrfToken } = await currentSession();
  try {
    return await send({ ...options, csrfToken });
  } catch (error) {
    const renewed = error instanceof HttpError && error.status === 403 ? await renewedToken(csrfToken) : null;
    if (renewed === null) throw error;
    return send({ ...options, csrfToken: renewed });
  }
}

/** The token of a newer session, which began in another tab; null when there is none. */
async function renewedToken(refused: string): Promise<string | null> {
  forgetSession();
  const { csrfToken } = await currentSession();
  return csrfToken === refused ? null : csrfToken;
}
