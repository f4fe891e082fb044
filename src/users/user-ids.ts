import type { AccountType } from './user.entity.js';

/** The first three digits of a user's ID (contract, 2.3). */
export type IdPrefix = '950' | '951';

const ASSIGNED_FORM = /^95[01]\d{6,}$/;
const SHORTEST = 6;

/** Whether an externalId has the form of one of our own IDs. */
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

/** What makes two e-mail addresses the same person's: case and Unicode composition do not count. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase().normalize('NFC');
}
