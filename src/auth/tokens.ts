import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, for sessions and invitations. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token that a page sends with every change, bound to its session; another site can neither read nor guess it. */
export function csrfTokenOf(serverKey: string, sessionHash: Buffer): string {
  return createHmac('sha256', serverKey).update('csrf:').update(sessionHash).digest('base64url');
}

export function sameToken(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
