import type { Request } from 'express';

/** An administrator enters the base with a slash at its end, and the provider puts another one behind it. */
const DOUBLED = /^\/scim\/v2\/{2,}/;

/** Forgives the slashes that an identity provider puts after the base of SCIM. */
export function withoutDoubledSlash(request: Request): void {
  if (request.url.startsWith('/scim/v2//')) request.url = request.url.replace(DOUBLED, '/scim/v2/');
}
