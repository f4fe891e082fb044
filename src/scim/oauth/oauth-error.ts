import { UnsupportedGrant } from '../../errors/oauth.errors.js';
import type { Refusal } from '../../errors/refusal.js';

/** An error of RFC 6749, 5.2. */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

const NAMES: Readonly<Partial<Record<Refusal['code'], string>>> = {
  MISSING_CREDENTIALS: 'invalid_client',
  INVALID_CREDENTIALS: 'invalid_client',
  TENANT_SUSPENDED: 'unauthorized_client',
  INSUFFICIENT_SCOPE: 'unauthorized_client',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL_ERROR: 'server_error',
};

function nameOf(refusal: Refusal): string {
  if (refusal instanceof UnsupportedGrant) return 'unsupported_grant_type';
  return NAMES[refusal.code] ?? 'invalid_request';
}

/** The same refusal for a caller of OAuth; the RFC allows no quotation marks and backslashes in a description. */
export function oauthErrorOf(refusal: Refusal): OAuthError {
  return { error: nameOf(refusal), error_description: refusal.message.replace(/["\\]/g, '') };
}
