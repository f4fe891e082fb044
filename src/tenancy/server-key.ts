/** Injection token of the key under which secrets are hashed. */
export const SERVER_KEY = Symbol('SERVER_KEY');
