import { distance } from 'fastest-levenshtein';

import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

/** Below this two names differ strongly (contract, section 11). */
const STRONGLY_DIFFERENT = 0.5;

function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** From 0 to 1: the share of the longer name that need not be edited, after folding case and accents. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [folded(one), folded(other)];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
}

type Entry = Pick<User, 'monthOfEntry' | 'yearOfEntry'>;
type SentEntry = Pick<CreateUpdateUserDto, 'monthOfEntry' | 'yearOfEntry'>;

/** Whether the entries may be different ones: they differ, or are not both known. */
function entriesMayDiffer(sent: SentEntry, stored: Entry): boolean {
  const parts = (['monthOfEntry', 'yearOfEntry'] as const).flatMap((part) => {
    const [is, was] = [sent[part] ?? null, stored[part]];
    return is === null || was === null ? [] : [is === was];
  });
  return parts.length === 0 || parts.includes(false);
}

/** Whether two names may be one person's. */
export function areSimilar(one: string, other: string): boolean {
  return similarityOf(one, other) >= STRONGLY_DIFFERENT;
}

const differStrongly = (one: string, other: string): boolean => !areSimilar(one, other);

type Named = Pick<User, 'firstName' | 'lastName'>;

function likeness(one: Named, other: Named): number {
  return similarityOf(one.firstName, other.firstName) + similarityOf(one.lastName, other.lastName);
}

/** Whether the names of a row are those of one stored person rather than those of another one. */
export function isRatherAbout(sent: Named, one: Named, other: Named): boolean {
  return likeness(sent, one) > likeness(sent, other);
}

/**
 * Whether a row that was matched by ID or number is probably about another person: both names differ strongly, the
 * address differs, and the entry where both are known. Asked of every row, so the cheap comparison comes first.
 */
export function numberMayBeReassigned(sent: CreateUpdateUserDto, stored: User): boolean {
  return (
    emailKeyOf(sent.email) !== stored.emailKey &&
    differStrongly(sent.lastName, stored.lastName) &&
    differStrongly(sent.firstName, stored.firstName) &&
    entriesMayDiffer(sent, stored)
  );
}

/**
 * Whether a row that was matched by address is probably about another person. The address of a person who has left is
 * often made of the same initials and last name, so that the first name says enough there; of an active person both
 * names must differ strongly, and the number or the entry.
 * @param isOtherAccount whether the row makes another account than the person has had, which is as another number
 */
export function addressMayBeReassigned(
  sent: CreateUpdateUserDto,
  stored: User,
  isOtherAccount = false,
): boolean {
  if (!differStrongly(sent.firstName, stored.firstName)) return false;
  const { externalId = null } = sent;
  const isOtherNumber =
    isOtherAccount ||
    (externalId !== null && stored.legacyNumber !== null && externalId !== stored.legacyNumber);
  const isOther = differStrongly(sent.lastName, stored.lastName);
  if (stored.accountStatus === 'inactive') return isOther || isOtherNumber;
  return isOther && (isOtherNumber || entriesMayDiffer(sent, stored));
}
