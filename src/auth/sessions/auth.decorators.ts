import { SetMetadata } from '@nestjs/common';

import { ACCESS } from '../../http/access.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';

/** Metadata key of the roles that a route admits beside administrators. */
export const ALSO_FOR = 'auth:also-for';

/** Open to every user who is logged in, whatever the role. */
export const RequireSession = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'session');

/** Open to administrators only, unless the handler says otherwise with {@link AlsoFor}. */
export const RequireAdministrator = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'administrator');

/** Opens one handler to these roles too. It has no effect on a class, so that a new handler is not opened with it. */
export const AlsoFor = (...roles: readonly Exclude<AdministrationRole, 'administrator'>[]): MethodDecorator =>
  SetMetadata(ALSO_FOR, roles);
