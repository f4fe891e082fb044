/** The scopes of credentials, and which other scopes each one includes (contract, section 1: scope). */
const SCOPES = {
  integration: ['users', 'progress', 'sync'],
  users: [],
  progress: [],
  sync: [],
  workflow: [],
  scim: [],
  sandbox: [],
} as const;

export type AccessScope = keyof typeof SCOPES;
export const ACCESS_SCOPES = Object.keys(SCOPES) as readonly AccessScope[];

export function isAccessScope(text: unknown): text is AccessScope {
  return ACCESS_SCOPES.some((scope) => scope === text);
}

/** The scopes any one of which a credential needs, the narrowest first. */
export function sufficientScopes(needed: AccessScope): AccessScope[] {
  const wider = ACCESS_SCOPES.filter((scope) => includedScopes(scope).includes(needed));
  return [needed, ...wider];
}

/** The scopes that this one includes; none for a narrow one. */
export function includedScopes(scope: AccessScope): readonly AccessScope[] {
  return SCOPES[scope];
}

/** The parts of the scope `integration`. */
export const PARTS_OF_INTEGRATION = SCOPES.integration;
