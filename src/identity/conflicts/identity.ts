import type { User } from '../../users/model/user.entity.js';

/** The fields by which people are identified; a decision is about people whose values of these are as they were. */
export const IDENTITY_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'accountType',
  'legacyNumber',
  'monthOfEntry',
  'yearOfEntry',
  'programId',
] as const satisfies (keyof User)[];

/** What is compared of one person. */
export type Identity = Pick<User, 'id' | (typeof IDENTITY_FIELDS)[number]>;

export function identityOf(user: User): Identity {
  const { id, email, firstName, lastName, accountType, legacyNumber } = user;
  const { monthOfEntry, yearOfEntry, programId } = user;
  return { id, email, firstName, lastName, accountType, legacyNumber, monthOfEntry, yearOfEntry, programId };
}

/** What differs, as `950000001.firstName`; the ID alone for a person who is not stored any more. */
export function changedSince(seen: Identity, user: User | undefined): string[] {
  if (user === undefined) return [seen.id];
  return IDENTITY_FIELDS.filter((field) => user[field] !== seen[field]).map((field) => `${seen.id}.${field}`);
}
