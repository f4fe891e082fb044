import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { CsrfTokenMissing, NotAnAdministrator, NotLoggedIn } from '../errors/auth.errors.js';
import { ACCESS } from '../http/access.js';
import { ADMINISTRATOR } from '../users/model/user-defaults.js';
import { SessionCookies } from './session-cookies.js';
import { type OpenSession, SessionsService } from './sessions.service.js';
import { sameToken } from './tokens.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guard on every request of the administration area. */
    session?: OpenSession;
  }
}

const READS = new Set(['GET', 'HEAD']);

/** Admits administrators: requires an open session, the role, and for changes the CSRF token of the session. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.reflector.getAllAndOverride<string | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access !== 'session' && access !== 'administrator') return true;
    return this.admit(context.switchToHttp().getRequest<Request>(), access);
  }

  private async admit(request: Request, access: 'session' | 'administrator'): Promise<true> {
    const session = await this.sessionOf(request);
    request.caller = session.scope;
    if (
      !READS.has(request.method) &&
      !sameToken(String(request.headers['x-csrf-token'] ?? ''), session.csrfToken)
    )
      throw new CsrfTokenMissing();
    if (access === 'administrator' && session.role !== ADMINISTRATOR)
      throw new NotAnAdministrator(session.role);
    request.session = session;
    request.scope = session.scope;
    return true;
  }

  private async sessionOf(request: Request): Promise<OpenSession> {
    const token = this.cookies.read(request, 'session');
    if (token === '') throw new NotLoggedIn();
    return this.sessions.use(token, request.clientAddress, request.requestId);
  }
}
