import { emailKeyOf } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { type Resource, without, objectIn, textIn } from '../schema/resource.js';

/** The two parts of a name that every person has. */
export interface Names {
  readonly firstName: string;
  readonly lastName: string;
  /** Whether both are the only name that the person has. */
  readonly isOne: boolean;
}

function oneName(name: string): Names {
  return { firstName: name, lastName: name, isOne: true };
}

/** A person of one name has it as the whole name, too, which would be "Sukarno Sukarno" by default. */
export function storedNames({ firstName, lastName, name }: User): Names {
  return { firstName, lastName, isOne: firstName === lastName && name === lastName };
}

/** "Ann Mary Lee" is "Ann Mary" and "Lee", "Lee, Ann" is "Ann" and "Lee"; a single word is both. */
export function splitName(text: string): Names {
  const [family, given] = text.split(',', 2).map((part) => part.trim());
  if (family !== undefined && given !== undefined && family !== '' && given !== '')
    return { firstName: given, lastName: family, isOne: false };
  const words = text.replaceAll(',', ' ').trim().split(/\s+/u);
  const [firstName, lastName] = [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
  return firstName === '' ? oneName(lastName) : { firstName, lastName, isOne: false };
}

/**
 * What a PATCH is applied to. A person of one name is shown with it as given and as family name; the one that the
 * connection has not sent follows the other.
 * @param sent what the connection has sent
 */
export function withoutFollowingName(shown: Resource, user: User, sent: Resource): Resource {
  const own = objectIn(sent, 'name');
  const [given, family] = [textIn(own, 'givenName'), textIn(own, 'familyName')];
  if (!storedNames(user).isOne || (given !== undefined && family !== undefined)) return shown;
  const following = family === undefined ? 'familyName' : 'givenName';
  return { ...shown, name: without(objectIn(shown, 'name'), [following]) };
}

/** What a resource says of the name of a person, trimmed. */
export interface SentName {
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly whole: string | undefined;
}

/**
 * The given and the family name. A missing one is taken from the whole name, else from the stored names; where there
 * are none, or only one, the name that is sent alone is both. Undefined when a new person has no name.
 * @param isPatch a part of the only name is missing then since it follows the other one, whatever the whole name is
 */
export function namesFrom(
  { givenName, familyName, whole }: SentName,
  stored?: Names,
  isPatch = false,
): Names | undefined {
  const [single, second] = [givenName, familyName].filter((part) => part !== undefined);
  const isAlone = second === undefined && stored?.isOne !== false;
  const alone = single !== undefined && isAlone ? oneName(single) : stored;
  const isFollowed = isPatch && stored?.isOne === true && single !== undefined;
  const others = whole === undefined || isFollowed ? alone : splitName(whole);
  const [firstName, lastName] = [givenName ?? others?.firstName, familyName ?? others?.lastName];
  if (firstName === undefined || lastName === undefined) return undefined;
  return { firstName, lastName, isOne: others?.isOne === true && firstName === lastName };
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
 * The userName and address that a person gets, as they were sent and as they were before a deletion: neither may be an
 * erased person's. What the person is called already is not among them, so that it stops no other change.
 */
export function namesGained(sent: readonly string[], own: readonly string[]): string[] {
  const known = new Set(own.map(userNameKeyOf));
  const isNew = (text: string): boolean => !known.has(userNameKeyOf(text));
  return sent
    .filter(isNew)
    .flatMap((text) => [text, withoutDeletion(text)])
    .filter(isNew);
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
