import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';

import { InsufficientScope, MissingBearer, MissingCredentials } from '../../errors/tenancy.errors.js';
import { ACCESS } from '../../http/access.js';
import {
  ACCESS_SCOPES,
  type AccessScope,
  isAccessScope,
  includedScopes,
  PARTS_OF_INTEGRATION,
  sufficientScopes,
} from '../../http/access-scopes.js';
import type { Access } from './access.decorators.js';
import { AuthFailures } from './auth-failures.js';
import { Authenticator, type ProvenCredential } from './authenticator.js';
import { connectionSettingsOf } from '../connection.js';
import type { Credential } from '../credentials/credential.entity.js';
import { RequestLimits } from './request-limits.js';
import type { Scope } from '../scope.js';
import { fromBearer, fromServiceHeaders, type ShownCredential } from '../credentials/shown-credential.js';
import { runOf } from '../sync-run.js';

const GUARDED_PATH = /^\/(?:api\/v1\/(integration|workflow|sandbox)|(scim)\/v2)(\/|$)/i;

/** The scopes that a route requires of a credential. */
interface Requirement {
  /** The scopes that a refusal names. */
  readonly scopes: readonly AccessScope[];
  /** A credential needs one of these. */
  readonly sufficient: readonly string[];
}

const ANY_SCOPE: Requirement = { scopes: ['integration'], sufficient: ACCESS_SCOPES };
const ANY_PART: Requirement = {
  scopes: PARTS_OF_INTEGRATION,
  sufficient: ['integration', ...PARTS_OF_INTEGRATION],
};
const REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  ['any-scope', ANY_SCOPE],
  ['any-part', ANY_PART],
  ...ACCESS_SCOPES.map((scope) => [scope, { scopes: [scope], sufficient: sufficientScopes(scope) }] as const),
]);
/** Public routes, and those of the administration area, which `SessionGuard` checks. */
const WITHOUT_CREDENTIAL: readonly Access[] = ['public', 'session', 'administrator'];

/** Only callers who may call a route under the same base path learn that an address is unknown. */
function requirementOfPath(path: string): Requirement | undefined {
  const [, ofApi, ofScim] = GUARDED_PATH.exec(path) ?? [];
  const base = (ofApi ?? ofScim)?.toLowerCase();
  return isAccessScope(base) ? { scopes: [base], sufficient: [base, ...includedScopes(base)] } : undefined;
}

/**
 * The requirement of a route; undefined when it needs no credential.
 * @throws {InsufficientScope} when the route declares no access or an unknown one
 */
function requirementOf(access: Access | undefined, path: string): Requirement | undefined {
  if (access === undefined) throw new InsufficientScope('none: this call declares no scope');
  if (WITHOUT_CREDENTIAL.includes(access)) return undefined;
  if (access === 'by-path') return requirementOfPath(path);
  const requirement = REQUIREMENTS.get(access);
  if (requirement === undefined) throw new InsufficientScope(access);
  return requirement;
}

/**
 * Checks the scopes of a credential.
 * @throws {InsufficientScope} when none of them is sufficient
 */
function check(own: string, { scopes, sufficient }: Requirement): void {
  if (!own.split(',').some((one) => sufficient.includes(one))) throw new InsufficientScope(...scopes);
}

function isOfScim({ scopes }: Requirement): boolean {
  return scopes.includes('scim');
}

/**
 * The credential that a request shows: as a Bearer token where identity providers call, else in two headers.
 * @throws {MissingBearer} and {@link MissingCredentials} when it shows none
 */
function shownBy(request: Request, requirement: Requirement): ShownCredential {
  const isScim = isOfScim(requirement);
  const shown = isScim ? fromBearer(request) : fromServiceHeaders(request);
  if (shown === undefined) throw isScim ? new MissingBearer() : new MissingCredentials();
  return shown;
}

/** The connection of a key that an identity provider uses. */
function connectionOf({
  connectionId,
  connectionSettings,
}: Credential): Pick<Scope, 'connection'> | undefined {
  if (connectionId === null) return undefined;
  return { connection: { id: connectionId, settings: connectionSettingsOf(connectionSettings) } };
}

/** Those of a credential, with what they include. */
function scopesOf({ scopes }: Credential): AccessScope[] {
  return scopes.split(',').flatMap((own) => (isAccessScope(own) ? [own, ...includedScopes(own)] : []));
}

/** The name of the run; undefined when it is not valid, which `CurrentScope` refuses later, in the order of checks. */
function namedRun(request: Request): string | undefined {
  try {
    return runOf(request);
  } catch {
    return undefined;
  }
}

/** Checks the credential, then its scopes, then its rate limits. Refuses routes that declare no access. */
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
    const requirement = requirementOf(access, request.path);
    if (requirement === undefined) return true;

    const { credential, tenant, settings } = await this.authenticate(request, shownBy(request, requirement));
    check(credential.scopes, requirement);
    await this.limits.count(credential, settings, context.switchToHttp().getResponse<Response>());

    request.credentialLabel = credential.label;
    const run = namedRun(request);
    request.scope = Object.freeze({
      tenantId: tenant.id,
      tenant: settings,
      actor: `key:${credential.apiKey}`,
      requestId: request.requestId,
      traceParent: request.traceParent,
      scopes: scopesOf(credential),
      address: request.clientAddress,
      ...(run === undefined ? {} : { run }),
      ...(isOfScim(requirement) ? connectionOf(credential) : undefined),
      readmit: () => this.authenticator.readmit(credential.apiKey),
    });
    return true;
  }

  private authenticate(request: Request, shown: ShownCredential): Promise<ProvenCredential> {
    const { apiKey } = shown;
    return this.authenticator.authenticate(shown, {
      proven: ({ tenant, settings }) => {
        const { timeZone, clock } = settings;
        request.caller = { tenantId: tenant.id, actor: `key:${apiKey}`, timeZone, clock };
      },
      wrongSecret: ({ tenant, settings }) => {
        request.wronglyNamed = { tenantId: tenant.id, actor: `key:${apiKey}`, timeZone: settings.timeZone };
      },
      refused: () => this.failures.record(request.clientAddress, apiKey),
    });
  }
}
