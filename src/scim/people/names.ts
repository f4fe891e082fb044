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
const DIGITS_ALONE = /^[0-9a-f]+@/i;

/** The name or address that a deleted user had before; any other text is as it was. */
export function withoutDeletion(text: string): string {
  return text.replace(DELETION, '');
}

/**
 * Whether a name or address is that of a deleted user. A mailbox of their own may begin with such digits too, so the
 * person must have the rest of it, or have left. Then digits alone are still a mailbox, such as a digest.
 * @param own names and addresses of the person
 */
export function isSoftDeleted(text: string, own: readonly string[], hasLeft: boolean): boolean {
  const rest = withoutDeletion(text);
  if (rest === text) return false;
  const isOwn = own.some((one) => emailKeyOf(one) === emailKeyOf(rest));
  return isOwn || (hasLeft && !DIGITS_ALONE.test(rest));
}

/** The key by which userNames are compared, without case. */
export const userNameKeyOf = emailKeyOf;
