import type { Credential } from './credential.entity.js';

/** An `expiring` credential still works; it expires within fourteen days. */
export const CREDENTIAL_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

const EXPIRING_MS = 14 * 86_400_000;

/** The latest expiry that counts as `expiring`. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_MS);
}

export function statusOf(
  { revokedAt, expiresAt }: Pick<Credential, 'revokedAt' | 'expiresAt'>,
  now: Date,
): CredentialStatus {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  if (expiresAt <= now) return 'expired';
  return expiresAt <= expiringUntil(now) ? 'expiring' : 'active';
}
