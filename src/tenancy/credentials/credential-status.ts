import type { Credential } from './credential.entity.js';

/**
 * An `expiring` credential still works; it expires within fourteen days. One that was `replaced` works until then, too,
 * and has a successor.
 */
export const CREDENTIAL_STATUSES = ['active', 'expiring', 'replaced', 'expired', 'revoked'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

const EXPIRING_MS = 14 * 86_400_000;

/** The latest expiry that counts as `expiring`. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_MS);
}

export function statusOf(
  { revokedAt, expiresAt, rotatedTo }: Pick<Credential, 'revokedAt' | 'expiresAt' | 'rotatedTo'>,
  now: Date,
): CredentialStatus {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  if (expiresAt <= now) return 'expired';
  if (rotatedTo !== null) return 'replaced';
  return expiresAt <= expiringUntil(now) ? 'expiring' : 'active';
}

/** Whether a credential is accepted. */
export function isAccepted(status: CredentialStatus): boolean {
  return status !== 'expired' && status !== 'revoked';
}
