import { foldName } from '../../users/model/names/name-key.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import type { User } from '../../users/model/user.entity.js';

/** What a person is called by. */
export type Called = Pick<User, 'email' | 'legacyNumber' | 'firstName' | 'lastName'>;

/** What a person has or had as a name. */
export interface KnownNames {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

/** What an entry of the history changed. */
export interface Changes {
  readonly fields: readonly FieldChange[] | null;
}

/**
 * How a person was called: before the first of these entries, and after each one.
 * @param history all entries that there are, in order
 * @param now how the person is called after the last one
 */
export function earlierStates(history: readonly Changes[], now: Called): Called[] {
  const states = [now];
  for (const { fields } of history.toReversed()) {
    const [after = now] = states;
    states.unshift({ ...after, ...valuesBefore(fields ?? []) });
  }
  return states;
}

function valuesBefore(fields: readonly FieldChange[]): Partial<Called> {
  const names: readonly string[] = [
    'email',
    'legacyNumber',
    'firstName',
    'lastName',
  ] satisfies (keyof Called)[];
  return Object.fromEntries(
    fields
      .filter(({ field, before }) => names.includes(field) && (before === null || typeof before === 'string'))
      .map(({ field, before }) => [field, before]),
  );
}

/** The folded full name of each state. */
const nameOf = ({ firstName, lastName }: Called): string => `${foldName(firstName)} ${foldName(lastName)}`;

/**
 * Whether each state is that of another person, whose row named this one by mistake until it was corrected: both names
 * are other ones, and the person was called alike before and after.
 */
export function transientStates(states: readonly Called[]): boolean[] {
  const [first, last] = [new Map<string, number>(), new Map<string, number>()];
  states.forEach((state, place) => {
    const name = nameOf(state);
    if (!first.has(name)) first.set(name, place);
    last.set(name, place);
  });
  const isOther = (one: Called, other: Called): boolean =>
    foldName(one.firstName) !== foldName(other.firstName) &&
    foldName(one.lastName) !== foldName(other.lastName);
  return states.map((state, place) =>
    [...first].some(([name, from]) => {
      const around = states[from];
      return around !== undefined && from < place && (last.get(name) ?? 0) > place && isOther(state, around);
    }),
  );
}

export function isNamedAs({ firstName, lastName }: Called, { firstNames, lastNames }: KnownNames): boolean {
  const isAmong = (name: string, names: readonly string[]): boolean =>
    names.map(foldName).includes(foldName(name));
  return isAmong(firstName, firstNames) && isAmong(lastName, lastNames);
}
