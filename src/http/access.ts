import { SetMetadata } from '@nestjs/common';

/** Metadata key of what a route demands of its caller; the guard refuses a route without it. */
export const ACCESS = 'http:access';

/** Open to everybody, without credentials. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'public');

/** Whatever the other routes under the same base path demand: for the fallback that answers unknown addresses. */
export const AccessByPath = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'by-path');
