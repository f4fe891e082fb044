import { t } from '@lingui/core/macro';
import { type AuthProvider, HttpError } from 'react-admin';

import { untilReachable } from './connection';
import { call, isRefusal, isUnreachable, messageOf } from './http';
import { administrationRoleOf } from './roles';
import type { AcceptInvitationDto, LoginDto, SessionDto } from './openapi';
import { callLoggedIn, currentSession, forgetSession, keepSession, renewSession } from './session';

/** The page for users who are logged in without a role of the administration. */
export const FORBIDDEN = '/forbidden';

/** The page for users who lack a second factor that is demanded. */
export const SECOND_FACTOR = '/second-factor';

/** That page, which leads back to this address. */
export function secondFactorPage(back: string): string {
  return `${SECOND_FACTOR}?back=${encodeURIComponent(back)}`;
}

const ENDED = t`Your session has ended. Log in again.`;

// Shown on the login page, because react-admin's notifications are lost when it redirects there.
let notice: string | undefined;

/** Why the login page is shown; undefined once a session has begun. */
export function loginNotice(): string | undefined {
  return notice;
}

function begin(session: SessionDto): void {
  keepSession(session);
  notice = undefined;
}

/** Sets the password by invitation and begins a session. */
export async function acceptInvitation(body: AcceptInvitationDto): Promise<void> {
  const { data } = await call<SessionDto>('POST', 'invitations/accept', { body });
  begin(data);
}

/** While the service cannot be reached, it is not known whether the session has ended. */
async function sessionWhenReachable(): Promise<SessionDto> {
  try {
    return await currentSession();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await untilReachable();
    return sessionWhenReachable();
  }
}

/** Makes react-admin log out or redirect without showing a notification. */
class SilentRejection extends Error {
  constructor(then: { readonly logoutUser?: boolean; readonly redirectTo?: string } = {}) {
    super();
    // It shows none when the message is exactly `false`, which the type of `message` does not allow.
    Object.assign(this, { ...then, message: false });
  }
}

export const authProvider: AuthProvider = {
  async login(credentials: LoginDto) {
    const { data } = await call<SessionDto>('POST', 'session', { body: credentials });
    begin(data);
  },

  async logout() {
    // The session may have ended already. Whatever the reason, the browser shows the login page.
    await currentSession()
      .then(() => callLoggedIn('DELETE', 'session'))
      .catch(() => undefined);
    forgetSession();
  },

  async checkAuth() {
    // The layout checks the role: a user with another role stays logged in.
    await sessionWhenReachable().catch((error: unknown) => {
      if (!(error instanceof HttpError) || error.status !== 401) notice = messageOf(error);
      // The login page shows the notice.
      throw new SilentRejection();
    });
  },

  async checkError(error: unknown) {
    if (!(error instanceof HttpError)) return;
    if (error.status === 401) {
      forgetSession();
      notice = ENDED;
      throw new Error(ENDED);
    }
    if (isRefusal(error, 'SECOND_FACTOR_NOT_SET_UP')) {
      const redirectTo = secondFactorPage(window.location.hash.slice(1));
      throw new SilentRejection({ logoutUser: false, redirectTo });
    }
    if (!isRefusal(error, 'INSUFFICIENT_SCOPE')) return;
    // The role may have been withdrawn since the session was read.
    const session = await currentSession()
      .then(renewSession)
      .catch(() => undefined);
    if (session === undefined || administrationRoleOf(session.role) !== undefined) return;
    throw new SilentRejection({ logoutUser: false, redirectTo: FORBIDDEN });
  },

  async getIdentity() {
    const { userId, name, ...session } = await currentSession();
    return { id: userId, fullName: name, ...session };
  },

  getPermissions: () => Promise.resolve(undefined),
};
