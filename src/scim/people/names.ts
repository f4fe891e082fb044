import { emailKeyOf } from '../../users/model/user-ids.js';

/** The two parts of a name that every person has. */
export interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** "Ann Mary Lee" is "Ann Mary" and "Lee", "Lee, Ann" is "Ann" and "Lee"; a single word is both. */
export function splitName(text: string): Names {
  const [family, given] = text.split(',', 2).map((part) => part.trim());
  if (family !== undefined && given !== undefined && family !== '' && given !== '')
    return { firstName: given, lastName: family };
  const words = text.replaceAll(',', ' ').trim().split(/\s+/u);
  const lastName = words.at(-1) ?? '';
  return { firstName: words.slice(0, -1).join(' ') || lastName, lastName };
}

/** "ann.lee@…" is "ann" and "lee". */
export function namesOfAddress(address: string): Names {
  const local = address.split('@')[0] ?? address;
  return splitName(local.replace(/[._+-]+/g, ' ').trim() || local);
}

/** Entra ID puts the object's ID, as 32 hexadecimal digits, before the names of a user who was deleted. */
const DELETION = /^[0-9a-f]{32}(?=[^@]+@)/i;

/** Whether a name or address is that of a deleted user; it never becomes the address of a person. */
export function isSoftDeleted(text: string): boolean {
  return DELETION.test(text);
}

export function withoutDeletion(text: string): string {
  return text.replace(DELETION, '');
}

/** The key by which userNames are compared, without case. */
export const userNameKeyOf = emailKeyOf;
