import { createHmac } from 'node:crypto';

import type { Credential } from './credential.entity.js';
import { sameHash } from './secrets.js';

/** How long an access token is valid (contract, section 10). */
export const TOKEN_SECONDS = 3600;

const TOKEN = /^ot_([0-9a-z]{1,9})_([A-Za-z0-9_-]{43})$/;

type Keyed = Pick<Credential, 'apiKey' | 'secretHash'>;

/** A token is bound to its key and to the secret of that time, so it ends with them; nothing of it is stored. */
function signatureOf(serverKey: string, { apiKey, secretHash }: Keyed, expiry: string): Buffer {
  return createHmac('sha256', serverKey)
    .update(`access-token:${apiKey}:${expiry}:`)
    .update(secretHash)
    .digest();
}

/** Creates an access token, which stands in the place of the secret (RFC 6749, 4.4). */
export function issueToken(serverKey: string, credential: Keyed, now: Date): string {
  const expiry = (Math.floor(now.getTime() / 1000) + TOKEN_SECONDS).toString(36);
  return `ot_${expiry}_${signatureOf(serverKey, credential, expiry).toString('base64url')}`;
}

/** Whether a text has the form of an access token, which no secret has. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Whether the token is of this credential and has not expired. */
export function isTokenOf(serverKey: string, credential: Keyed, token: string, now: Date): boolean {
  const [, expiry = '', signature = ''] = TOKEN.exec(token) ?? [];
  const isRight = sameHash(Buffer.from(signature, 'base64url'), signatureOf(serverKey, credential, expiry));
  return isRight && !isExpired(token, now);
}

export function isExpired(token: string, now: Date): boolean {
  const [, expiry = '0'] = TOKEN.exec(token) ?? [];
  return parseInt(expiry, 36) * 1000 <= now.getTime();
}
