import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import {
  CsrfTokenMissing,
  NotAnAdministrator,
  NotLoggedIn,
  RoleNotSufficient,
} from '../../errors/auth.errors.js';
import { ACCESS } from '../../http/access.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { type AdministrationRole, administrationRoleOf } from '../../users/model/user-defaults.js';
import { ALSO_FOR } from './auth.decorators.js';
import { SessionCookies } from './session-cookies.js';
import { type OpenSession, SessionsService } from './sessions.service.js';
import { isCsrfTokenOf } from './tokens.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guard on every request of the administration area. */
    session?: OpenSession;
  }
}

type Handler = ReturnType<ExecutionContext['getHandler']>;

const READS = new Set(['GET', 'HEAD']);

/**
 * Admits users to the administration: requires an open session, one of the roles of the handler, and for changes the
 * CSRF token of the session.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly keys: ServerKeys,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.reflector.getAllAndOverride<string | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access !== 'session' && access !== 'administrator') return true;
    return this.admit(context.switchToHttp().getRequest<Request>(), access, context.getHandler());
  }

  private async admit(
    request: Request,
    access: 'session' | 'administrator',
    handler: Handler,
  ): Promise<true> {
    const session = await this.sessionOf(request);
    const { tenantId, actor, tenant } = session.scope;
    request.caller = { tenantId, actor, clock: tenant.clock };
    if (
      !READS.has(request.method) &&
      !isCsrfTokenOf(this.keys, session.tokenHash, String(request.headers['x-csrf-token'] ?? ''))
    )
      throw new CsrfTokenMissing();
    if (access === 'administrator') this.checkRole(session.role, handler);
    request.session = session;
    const readmit = async (): Promise<void> => {
      const { role } = await this.sessionOf(request);
      if (access === 'administrator') this.checkRole(role, handler);
    };
    request.scope = Object.freeze({ ...session.scope, readmit });
    return true;
  }

  /**
   * @throws {NotAnAdministrator} when the role opens no part of the administration
   * @throws {RoleNotSufficient} when it opens other parts of it
   */
  private checkRole(role: string, handler: Handler): void {
    const own = administrationRoleOf(role);
    if (own === undefined) throw new NotAnAdministrator(role);
    if (own === 'administrator') return;
    const admitted = this.reflector.get<readonly AdministrationRole[] | undefined>(ALSO_FOR, handler) ?? [];
    if (!admitted.includes(own)) throw new RoleNotSufficient(['administrator', ...admitted], own);
  }

  private async sessionOf(request: Request): Promise<OpenSession> {
    const token = this.cookies.read(request, 'session');
    if (token === '') throw new NotLoggedIn();
    return this.sessions.use(token, request.clientAddress, request.requestId);
  }
}
