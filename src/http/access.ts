import { SetMetadata } from '@nestjs/common';

/** What a credential may be used for, and which other scopes each one holds (contract, section 1: scope). */
const SCOPES = {
  integration: ['users', 'progress', 'sync'],
  users: [],
  progress: [],
  sync: [],
  workflow: [],
} as const;

export type AccessScope = keyof typeof SCOPES;
export const ACCESS_SCOPES = Object.keys(SCOPES) as readonly AccessScope[];

export function isAccessScope(text: unknown): text is AccessScope {
  return ACCESS_SCOPES.some((scope) => scope === text);
}

/** The scopes of which a credential needs one, the narrowest first. */
export function scopesThatDo(needed: AccessScope): AccessScope[] {
  const wider = ACCESS_SCOPES.filter((scope) => partsOf(scope).includes(needed));
  return [needed, ...wider];
}

/** The scopes that this one holds; none for one that is narrow itself. */
export function partsOf(scope: AccessScope): readonly AccessScope[] {
  return SCOPES[scope];
}

/** Metadata key of what a route demands of its caller; the guard refuses a route without it. */
export const ACCESS = 'http:access';

/** Open to everybody, without credentials. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'public');

/** Whatever the other routes under the same base path demand: for the fallback that answers unknown addresses. */
export const AccessByPath = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, 'by-path');
