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

/** The key by which userNames are compared, without case. */
export const userNameKeyOf = emailKeyOf;
