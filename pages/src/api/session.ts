import { HttpError } from 'react-admin';

import { type Answer, call, type CallOptions, type Method } from './http';

export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly tenantId: string;
  readonly tenantName?: string;
  readonly csrfToken: string;
  readonly expiresAt: string;
}

export const ADMINISTRATOR = 'application_admin';

// In memory only: a reload asks the server again.
let known: Promise<Session> | undefined;

/** Who is logged in, asked once. @throws {HttpError} 401 when nobody is */
export function currentSession(): Promise<Session> {
  if (known === undefined) {
    const asked = call<Session>('GET', 'session').then(({ data }) => data);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
  }
  return known;
}

export function keepSession(session: Session): void {
  known = Promise.resolve(session);
}

export function forgetSession(): void {
  known = undefined;
}

/** A call of somebody who is logged in; changes carry the CSRF token. */
export async function callLoggedIn<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  if (method === 'GET') return call<T>(method, path, options);
  const { csrfToken } = await currentSession();
  try {
    return await call<T>(method, path, { ...options, csrfToken });
  } catch (error) {
    const renewed = error instanceof HttpError && error.status === 403 ? await renewedToken(csrfToken) : null;
    if (renewed === null) throw error;
    return call<T>(method, path, { ...options, csrfToken: renewed });
  }
}

/** The token of a newer session, begun in another tab since we asked. */
async function renewedToken(refused: string): Promise<string | null> {
  forgetSession();
  const { csrfToken } = await currentSession();
  return csrfToken === refused ? null : csrfToken;
}
