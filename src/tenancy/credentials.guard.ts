import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';

import { InsufficientScope, MissingCredentials } from '../errors/tenancy.errors.js';
import {
  ACCESS,
  ACCESS_SCOPES,
  type AccessScope,
  isAccessScope,
  includedScopes,
  sufficientScopes,
} from '../http/access.js';
import type { Access } from './access.decorators.js';
import { AuthFailures } from './auth-failures.js';
import { Authenticator, type Proven } from './authenticator.js';
import { RequestLimits } from './request-limits.js';
import { runOf } from './sync-run.js';

const GUARDED_PATH = /^\/api\/v1\/(integration|workflow)(\/|$)/i;

/** What a route demands of a credential. */
interface Demand {
  /** What a refusal calls missing. */
  readonly scope: AccessScope;
  /** Any of these will do. */
  readonly enough: readonly string[];
}

const ANY: Demand = { scope: 'integration', enough: ACCESS_SCOPES };
const DEMANDS: ReadonlyMap<string, Demand> = new Map([
  ['any-scope', ANY],
  ...ACCESS_SCOPES.map((scope) => [scope, { scope, enough: sufficientScopes(scope) }] as const),
]);
/** Open to all, or the business of the administration area's own guard. */
const NOT_OURS: readonly Access[] = ['public', 'session', 'administrator'];

/** An address that nothing answers is disclosed to those who may call something under the same base path. */
function demandOfPath(path: string): Demand | undefined {
  const base = GUARDED_PATH.exec(path)?.[1]?.toLowerCase();
  return isAccessScope(base) ? { scope: base, enough: [base, ...includedScopes(base)] } : undefined;
}

/** What is asked of a credential; undefined when none is needed. @throws {InsufficientScope} for what we do not know */
function demandOf(access: Access | undefined, path: string): Demand | undefined {
  if (access === undefined) throw new InsufficientScope('none: this call declares no scope');
  if (NOT_OURS.includes(access)) return undefined;
  if (access === 'by-path') return demandOfPath(path);
  const demand = DEMANDS.get(access);
  if (demand === undefined) throw new InsufficientScope(access);
  return demand;
}

/** @throws {InsufficientScope} */
function check(scopes: string, { scope, enough }: Demand): void {
  if (!scopes.split(',').some((held) => enough.includes(held))) throw new InsufficientScope(scope);
}

function headerOf(request: Request, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** The run, when it has a name; one that is none is a wrong field, which `CurrentScope` refuses when it is their turn. */
function namedRun(request: Request): string | undefined {
  try {
    return runOf(request);
  } catch {
    return undefined;
  }
}

/** Lets a request through when its credential may make it: first who, then what for, then how often. Fails closed. */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly failures: AuthFailures,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<Request>();
    const demand = demandOf(access, request.path);
    if (demand === undefined) return true;

    const { credential, tenant, settings } = await this.authenticate(request);
    check(credential.scopes, demand);
    await this.limits.count(credential, settings, context.switchToHttp().getResponse<Response>());

    request.credentialLabel = credential.label;
    const run = namedRun(request);
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
