import type { ServerKeys } from '../../secrets/server-keys.js';
import type { Credential } from '../credentials/credential.entity.js';

/** How long an access token is valid (contract, section 10). */
export const TOKEN_SECONDS = 3600;

const TOKEN = /^ot_([0-9a-z]{1,9})_([A-Za-z0-9_-]{43})$/;

type Keyed = Pick<Credential, 'apiKey' | 'secretHash'>;
type Verified = Keyed & Partial<Pick<Credential, 'formerSecretHash'>>;

/** A token is bound to its key and to the secret of that time, so it ends with them; nothing of it is stored. */
function signedParts({ apiKey, secretHash }: Keyed, expiry: string): [string, Buffer] {
  return [`access-token:${apiKey}:${expiry}:`, secretHash];
}

/** Creates an access token, which stands in the place of the secret (RFC 6749, 4.4). */
export function issueToken(keys: ServerKeys, credential: Keyed, now: Date): string {
  const expiry = (Math.floor(now.getTime() / 1000) + TOKEN_SECONDS).toString(36);
  return `ot_${expiry}_${keys.sign(...signedParts(credential, expiry)).toString('base64url')}`;
}

/** Whether a text has the form of an access token, which no secret has. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Whether the token is of this credential and has not expired. */
export function isTokenOf(keys: ServerKeys, credential: Verified, token: string, now: Date): boolean {
  const [, expiry = '', text = ''] = TOKEN.exec(token) ?? [];
  const signature = Buffer.from(text, 'base64url');
  const { apiKey, secretHash, formerSecretHash } = credential;
  // A token outlives the re-hashing of its secret under another server key.
  const hashes = [secretHash, formerSecretHash ?? secretHash];
  const isRight = hashes.some((hash) =>
    keys.isSignature(signature, ...signedParts({ apiKey, secretHash: hash }, expiry)),
  );
  return isRight && !isExpired(token, now);
}

export function isExpired(token: string, now: Date): boolean {
  const [, expiry = '0'] = TOKEN.exec(token) ?? [];
  return parseInt(expiry, 36) * 1000 <= now.getTime();
}
