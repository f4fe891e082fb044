import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { type AdministrationRole, administrationRoleOf } from '../../users/model/user-defaults.js';
import type { OpenSession } from './sessions.service.js';

/** The caller's role in the administration, on a route that the session guard has admitted. */
export const CurrentRole = createParamDecorator(
  (_: unknown, context: ExecutionContext): AdministrationRole | undefined => {
    const { session } = context.switchToHttp().getRequest<Request & { readonly session?: OpenSession }>();
    return session === undefined ? undefined : administrationRoleOf(session.role);
  },
);
