import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { ServerKeys } from '../../secrets/server-keys.js';
import type { Credential } from './credential.entity.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` random characters of a 32-letter alphabet without look-alikes: 5 bits each. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % 32)).join('');
}

export function newTenantId(): string {
  return `t${randomText(13)}`;
}

/** A sandbox (contract, section 12): its ID begins with `sb`, that of a tenant with `t`. */
export function newSandboxId(): string {
  return `sb${randomText(12)}`;
}

export function isSandboxId(tenantId: string): boolean {
  return tenantId.startsWith('sb');
}

/** A condition on rows with a column `tenantId`: their tenant is a university, and no sandbox. */
export const OF_UNIVERSITIES = "`tenantId` NOT LIKE 'sb%'";

export function newApiKey(): string {
  return `ik_${randomText(26)}`;
}

/** 256 random bits. The prefix lets secret scanners recognise a leaked one. */
export function newApiSecret(): string {
  return `is_${randomBytes(32).toString('base64url')}`;
}

/** Whether a text can be a tenant's ID or an API key: the server compares those columns with ASCII only. */
export function isIdentifier(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text);
}

/** The columns of a credential that a new secret sets. */
export type NewSecretHash = Pick<Credential, 'secretHash' | 'secretKeyId' | 'formerSecretHash'>;

/** What is stored of a new secret of an API key. */
export function newSecretHash(keys: ServerKeys, secret: string): NewSecretHash {
  const { hash, keyId } = keys.hashSecret(secret);
  return { secretHash: hash, secretKeyId: keyId, formerSecretHash: null };
}

/** Compares in constant time. */
export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
