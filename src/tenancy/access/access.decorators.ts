import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

import { ACCESS } from '../../http/access.js';
import type { AccessScope } from '../../http/access-scopes.js';
import type { Scope } from '../scope.js';
import { runOf } from '../sync-run.js';

export type Access =
  AccessScope | 'any-scope' | 'any-part' | 'public' | 'by-path' | 'session' | 'administrator';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guard on every request that carries credentials. */
    scope?: Scope;
    /** The label of the credential, for the log. */
    credentialLabel?: string;
  }
}

/** The scope that a credential needs; a handler without any such decorator is refused to all callers. */
export const RequireScope = (scope: AccessScope): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, scope satisfies Access);

/** Open to every credential, whatever its scopes. */
export const RequireCredential = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'any-scope' satisfies Access);

/** Open to a credential with any part of the scope `integration`; the call answers what the credential may see. */
export const RequireAnyPart = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'any-part' satisfies Access);

/**
 * The caller's {@link Scope}, as the guard established it.
 * @throws {ValidationFailed} when a call with a credential has a header X-Sync-Run that is not a valid name
 */
export const CurrentScope = createParamDecorator((_: unknown, context: ExecutionContext): Scope => {
  const request = context.switchToHttp().getRequest<Request>();
  const { scope } = request;
  if (scope === undefined) throw new Error('A public route asked for the scope of a credential');
  if (request.credentialLabel !== undefined) runOf(request);
  return scope;
});
