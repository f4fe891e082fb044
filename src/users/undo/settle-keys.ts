import type { User } from '../model/user.entity.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { Reversal } from './decide-undo.js';

/** The fields whose values are unique in a tenant. */
const UNIQUE = ['email', 'legacyNumber'] as const;
type Unique = (typeof UNIQUE)[number];

function keyOf(field: Unique, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return `${field} ${field === 'email' ? emailKeyOf(value) : value}`;
}

/** Who has the keys that are wanted. */
export interface KeyHolders {
  /** Users who are not put back. */
  readonly others: readonly User[];
  /** People who were erased, by address or number; these keys are given to no one. */
  readonly erased: ReadonlyMap<string, string>;
}

/** The addresses and numbers that these people would get back. */
export function wantedBy(reversals: readonly Reversal[]): { emailKeys: string[]; externalIds: string[] } {
  const wanted = (name: Unique): string[] =>
    reversals
      .flatMap(({ fields }) => fields)
      .flatMap(({ field, after }) => (field === name && typeof after === 'string' ? [after] : []));
  return { emailKeys: wanted('email').map(emailKeyOf), externalIds: wanted('legacyNumber') };
}

function goingBack({ fields }: Reversal, name: Unique): { after: unknown } | undefined {
  return fields.find(({ field }) => field === name);
}

/** The user who has each key after the undo: first the users who keep it, then those who get it back, in order. */
function ownersOf(reversals: readonly Reversal[], { others, erased }: KeyHolders): Map<string, string> {
  const owners = new Map<string, string>();
  const assign = (key: string | undefined, id: string): void => {
    if (key !== undefined && !owners.has(key)) owners.set(key, id);
  };
  for (const name of UNIQUE) {
    for (const [value, id] of erased) assign(keyOf(name, value), id);
    for (const user of others) assign(keyOf(name, user[name]), user.id);
    for (const reversal of reversals)
      if (goingBack(reversal, name) === undefined) assign(keyOf(name, reversal.user[name]), reversal.user.id);
    for (const reversal of reversals) assign(keyOf(name, goingBack(reversal, name)?.after), reversal.user.id);
  }
  return owners;
}

function keepTaken(reversal: Reversal, owners: ReadonlyMap<string, string>): Reversal {
  const { user, fields, kept } = reversal;
  for (const name of UNIQUE) {
    const owner = owners.get(keyOf(name, goingBack(reversal, name)?.after) ?? '');
    if (owner !== undefined && owner !== user.id)
      return {
        ...reversal,
        fields: fields.filter(({ field }) => field !== name),
        kept: [...kept, { field: name, value: user[name], reason: 'taken', owner }],
      };
  }
  return reversal;
}

/**
 * Keeps the present address or number of a user when another user has the one that would be put back. A user who keeps
 * an address may take it away from a third one, so this is repeated until no user is affected.
 */
export function settleKeys(reversals: readonly Reversal[], holders: KeyHolders): readonly Reversal[] {
  const owners = ownersOf(reversals, holders);
  const settled = reversals.map((reversal) => keepTaken(reversal, owners));
  return settled.every((reversal, index) => reversal === reversals[index])
    ? reversals
    : settleKeys(settled, holders);
}
