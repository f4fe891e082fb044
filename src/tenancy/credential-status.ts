import type { Credential } from './credential.entity.js';

/** `expiring` still works: its last fourteen days have begun. */
export const CREDENTIAL_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

const EXPIRING_MS = 14 * 86_400_000;

/** The moment up to which an expiry counts as near. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_MS);
}

export function statusOf(
  { revokedAt, expiresAt }: Pick<Credential, 'revokedAt' | 'expiresAt'>,
  now = new Date(),
): CredentialStatus {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  if (expiresAt <= now) return 'expired';
  return expiresAt <= expiringUntil(now) ? 'expiring' : 'active';
}
