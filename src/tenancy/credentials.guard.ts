import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';

import { InsufficientScope, MissingCredentials } from '../errors/tenancy.errors.js';
import { ACCESS } from '../http/access.js';
import type { Access } from './access.decorators.js';
import { AuthFailures } from './auth-failures.js';
import { Authenticator, type Proven } from './authenticator.js';
import { ACCESS_SCOPES, type AccessScope } from './scope.js';
import { runOf } from './sync-run.js';
import { TenantRateLimit } from './tenant-rate-limit.js';

const GUARDED_PATH = /^\/api\/v1\/(integration|workflow)(\/|$)/i;

/** What every route under this path demands. */
function scopeOfPath(path: string): AccessScope | 'public' {
  const base = GUARDED_PATH.exec(path)?.[1]?.toLowerCase();
  return ACCESS_SCOPES.find((scope) => scope === base) ?? 'public';
}

function headerOf(request: Request, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Lets a request through when its credential may make it: first who, then what for, then how often. Fails closed. */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly failures: AuthFailures,
    private readonly rateLimit: TenantRateLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) throw new InsufficientScope('none: this call declares no scope');
    const request = context.switchToHttp().getRequest<Request>();
    // Sessions are the administration area's own guard's business.
    if (access === 'session' || access === 'administrator') return true;
    const scope = access === 'by-path' ? scopeOfPath(request.path) : access;
    if (scope === 'public') return true;

    const { credential, tenant, settings } = await this.authenticate(request);
    if (!credential.scopes.split(',').includes(scope)) throw new InsufficientScope(scope);
    await this.rateLimit.count(credential, settings, context.switchToHttp().getResponse<Response>());

    request.credentialLabel = credential.label;
    const run = runOf(request);
    request.scope = Object.freeze({
      tenantId: tenant.id,
      tenant: settings,
      actor: `key:${credential.apiKey}`,
      requestId: request.requestId,
      address: request.clientAddress,
      ...(run === undefined ? {} : { run }),
    });
    return true;
  }

  private authenticate(request: Request): Promise<Proven> {
    const apiKey = headerOf(request, 'x-service-api-key');
    const secret = headerOf(request, 'x-service-api-secret');
    if (apiKey === '' || secret === '') throw new MissingCredentials();
    return this.authenticator.authenticate(apiKey, secret, {
      proven: ({ tenant }) => {
        request.caller = { tenantId: tenant.id, actor: `key:${apiKey}` };
      },
      refused: () => this.failures.record(request.clientAddress, apiKey),
    });
  }
}
