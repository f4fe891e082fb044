import { HttpError } from 'react-admin';

import { type Answer, call, type CallOptions, type Meta, type Method } from './http';
import type { SessionDto } from './openapi';

export const ADMINISTRATOR = 'application_admin';

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

/** A call within the session; changes carry the CSRF token. */
export async function callLoggedIn<T, M = Meta>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T, M>> {
  if (method === 'GET') return call<T, M>(method, path, options);
  const { csrfToken } = await currentSession();
  try {
    return await call<T, M>(method, path, { ...options, csrfToken });
  } catch (error) {
    const renewed = error instanceof HttpError && error.status === 403 ? await renewedToken(csrfToken) : null;
    if (renewed === null) throw error;
    return call<T, M>(method, path, { ...options, csrfToken: renewed });
  }
}

/** The token of a newer session, which began in another tab; null when there is none. */
async function renewedToken(refused: string): Promise<string | null> {
  forgetSession();
  const { csrfToken } = await currentSession();
  return csrfToken === refused ? null : csrfToken;
}
