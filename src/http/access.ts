import { SetMetadata } from '@nestjs/common';

/** Metadata key of the access that a route requires; the guard refuses a route without it. */
export const ACCESS = 'http:access';

/** Open to all callers, without credentials. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'public');

/** The access that the other routes under the same base path require: for the route that answers unknown addresses. */
export const AccessByPath = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'by-path');
