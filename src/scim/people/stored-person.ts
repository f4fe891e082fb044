import { areSimilar } from '../../users/matching/reassignment.js';
import type { Resource } from '../schema/resource.js';
import type { Seen } from './people.repository.js';
import type { SeenPeople } from './person-call.js';
import { type Identity, sentNamesOf } from './person-of.js';

/** Longer names are refused, and comparing them takes long. */
const LONGEST_NAME = 254;

/** Whether the connection has the person and has not given them up. */
export function isLinked({ link }: Pick<Seen, 'link'>): boolean {
  return link !== undefined && link.forgottenAt === null;
}

/** Whether the connection has the person under this externalId: the account is that of the person. */
export function isKnownAs({ link }: Pick<Seen, 'link'>, externalId: string | null): boolean {
  return externalId !== null && isLinked({ link }) && link?.externalId === externalId;
}

/** The stored person whom provisioning takes a new resource for. */
export function matchedOf(found: SeenPeople, { emails, externalId }: Identity): Seen | undefined {
  const number = externalId === undefined ? {} : { externalId };
  const match = emails
    .map((email) => found.candidates.match({ email, ...number }))
    .find((one) => one !== undefined);
  return match === undefined ? undefined : found.withLink(match.user);
}

/**
 * The person who has left and whom the connection calls by this externalId: an account that comes back under another
 * address. Some providers make the externalId of a name, so the first name that is sent must be similar.
 */
export function returningOf(
  { all }: SeenPeople,
  after: Resource,
  externalId: string | null,
): Seen | undefined {
  if (externalId === null) return undefined;
  const called = all.filter((seen) => seen.link?.externalId === externalId && isLinked(seen));
  const [left, ...others] = called.filter(({ user }) => user.accountStatus === 'inactive');
  const names = sentNamesOf(after);
  if (left === undefined || others.length > 0 || names === undefined) return undefined;
  if (names.firstName.length > LONGEST_NAME) return undefined;
  return areSimilar(names.firstName, left.user.firstName) ? left : undefined;
}
