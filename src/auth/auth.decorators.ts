import { SetMetadata } from '@nestjs/common';

import { ACCESS } from '../http/access.js';

/** Open to every user who is logged in, whatever the role. */
export const RequireSession = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'session');

/** Open to administrators only. */
export const RequireAdministrator = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, 'administrator');
