import { createHash } from 'node:crypto';

import { charactersOf, composed } from '../../http/fields/text-rules.js';
import type { AccountType } from './account.js';

/** The first three digits of a user's ID (contract, 2.3). */
export const ID_PREFIXES = ['950', '951'] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

const ASSIGNED_FORM = /^95[01]\d{6,}$/;
const SHORTEST = 6;
const LONGEST_EMAIL_KEY = 254;

/** Whether an externalId has the form of a 950/951 ID. */
export function hasIdForm(externalId: string): boolean {
  return ASSIGNED_FORM.test(externalId);
}

export function prefixFor(accountType: AccountType): IdPrefix {
  return accountType === 'Student' ? '950' : '951';
}

/** 1 becomes `950000001`; 1,000,000 becomes `9501000000`. */
export function formatId(prefix: IdPrefix, number: number): string {
  return prefix + String(number).padStart(SHORTEST, '0');
}

/**
 * The key by which e-mail addresses are compared, without case and Unicode composition. Both steps can lengthen an
 * address ("İ" becomes two characters); a key that is too long for its column is replaced by its digest.
 */
export function emailKeyOf(email: string): string {
  const key = composed(composed(email).toLowerCase());
  return charactersOf(key) <= LONGEST_EMAIL_KEY ? key : createHash('sha256').update(key).digest('hex');
}
