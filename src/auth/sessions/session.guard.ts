import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { SecondFactorNotSetUp } from '../../errors/account.errors.js';
import {
  CsrfTokenMissing,
  NotAnAdministrator,
  NotLoggedIn,
  RoleNotSufficient,
} from '../../errors/auth.errors.js';
import { ACCESS } from '../../http/access.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { type AdministrationRole, administrationRoleOf } from '../../users/model/user-defaults.js';
import { ALSO_FOR, WITHOUT_SECOND_FACTOR } from './auth.decorators.js';
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
 * CSRF token of the session. Who lacks a second factor that is demanded is admitted to adding one, and nothing else.
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
    this.check(session, access, handler);
    request.session = session;
    const readmit = async (): Promise<void> => {
      this.check(await this.sessionOf(request), access, handler);
    };
    request.scope = Object.freeze({ ...session.scope, readmit });
    return true;
  }

  /** @throws {SecondFactorNotSetUp}, or what {@link checkRole} throws */
  private check(session: OpenSession, access: 'session' | 'administrator', handler: Handler): void {
    if (access === 'administrator') this.checkRole(session.role, handler);
    if (!session.lacksSecondFactor) return;
    const isOpen = this.reflector.get<boolean | undefined>(WITHOUT_SECOND_FACTOR, handler) ?? false;
    if (!isOpen) throw new SecondFactorNotSetUp();
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
