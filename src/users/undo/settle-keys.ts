import type { User } from '../model/user.entity.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { Undoing } from './decide-undo.js';

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
export function wantedBy(undoings: readonly Undoing[]): { emailKeys: string[]; externalIds: string[] } {
  const wanted = (name: Unique): string[] =>
    undoings
      .flatMap(({ fields }) => fields)
      .flatMap(({ field, after }) => (field === name && typeof after === 'string' ? [after] : []));
  return { emailKeys: wanted('email').map(emailKeyOf), externalIds: wanted('legacyNumber') };
}

function goingBack({ fields }: Undoing, name: Unique): { after: unknown } | undefined {
  return fields.find(({ field }) => field === name);
}

/** The user who has each key after the undo: first the users who keep it, then those who get it back, in order. */
function ownersOf(undoings: readonly Undoing[], { others, erased }: KeyHolders): Map<string, string> {
  const owners = new Map<string, string>();
  const assign = (key: string | undefined, id: string): void => {
    if (key !== undefined && !owners.has(key)) owners.set(key, id);
  };
  for (const name of UNIQUE) {
    for (const [value, id] of erased) assign(keyOf(name, value), id);
    for (const user of others) assign(keyOf(name, user[name]), user.id);
    for (const undoing of undoings)
      if (goingBack(undoing, name) === undefined) assign(keyOf(name, undoing.user[name]), undoing.user.id);
    for (const undoing of undoings) assign(keyOf(name, goingBack(undoing, name)?.after), undoing.user.id);
  }
  return owners;
}

function keepTaken(undoing: Undoing, owners: ReadonlyMap<string, string>): Undoing {
  const { user, fields, kept } = undoing;
  for (const name of UNIQUE) {
    const owner = owners.get(keyOf(name, goingBack(undoing, name)?.after) ?? '');
    if (owner !== undefined && owner !== user.id)
      return {
        ...undoing,
        fields: fields.filter(({ field }) => field !== name),
        kept: [...kept, { field: name, value: user[name], reason: 'taken', owner }],
      };
  }
  return undoing;
}

/**
 * Keeps the present address or number of a user when another user has the one that would be put back. A user who keeps
 * an address may take it away from a third one, so this is repeated until no user is affected.
 */
export function settleKeys(undoings: readonly Undoing[], holders: KeyHolders): readonly Undoing[] {
  const owners = ownersOf(undoings, holders);
  const settled = undoings.map((undoing) => keepTaken(undoing, owners));
  return settled.every((undoing, index) => undoing === undoings[index])
    ? undoings
    : settleKeys(settled, holders);
}
