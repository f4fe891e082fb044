import { createHash, randomBytes } from 'node:crypto';

import type { ServerKeys } from '../../secrets/server-keys.js';

const CSRF_BYTES = 32;

/** 256 random bits, for sessions and invitations. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token that a page sends with every change, bound to its session; another site can neither read nor guess it. */
export function csrfTokenOf(keys: ServerKeys, sessionHash: Buffer): string {
  return keys.sign('csrf:', sessionHash).toString('base64url');
}

/** Whether the token is that of the session. */
export function isCsrfTokenOf(keys: ServerKeys, sessionHash: Buffer, token: string): boolean {
  const signature = Buffer.from(token, 'base64url');
  const isWhole = signature.length === CSRF_BYTES && signature.toString('base64url') === token;
  return isWhole && keys.isSignature(signature, 'csrf:', sessionHash);
}
