import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

import { ACCESS } from '../../http/access.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import type { OpenSession } from './sessions.service.js';

/** Metadata key of the roles that a route admits beside administrators. */
export const ALSO_FOR = 'auth:also-for';

/** Metadata key of the routes that are open to a session whose user lacks a second factor that is demanded. */
export const WITHOUT_SECOND_FACTOR = 'auth:without-second-factor';

/** Opens one handler to a session whose user lacks a second factor that is demanded: it is needed to add one. */
export const WithoutSecondFactor = (): MethodDecorator => SetMetadata(WITHOUT_SECOND_FACTOR, true);

/** Open to every user who is logged in, whatever the role. */
export const RequireSession = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'session');

/** Open to administrators only, unless the handler says otherwise with {@link AlsoFor}. */
export const RequireAdministrator = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'administrator');

/** Opens one handler to these roles too. It has no effect on a class, so that a new handler is not opened with it. */
export const AlsoFor = (...roles: readonly Exclude<AdministrationRole, 'administrator'>[]): MethodDecorator =>
  SetMetadata(ALSO_FOR, roles);

/** The open session of the request, as the guard established it. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): OpenSession => {
  const { session } = context.switchToHttp().getRequest<Request>();
  if (session === undefined) throw new Error('A route that needs no session asked for it');
  return session;
});
