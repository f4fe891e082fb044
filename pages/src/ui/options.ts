/** One choice of a select, a filter or a group of boxes. */
export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

/** The keys of a table that has an entry for every value of a type, in the order in which they are written. */
export function keysOf<V extends string>(table: Readonly<Record<V, unknown>>): readonly V[] {
  // `Object.keys` is typed as string[], because an object may have more keys than its type; a literal has not.
  return Object.keys(table) as V[];
}

/** Choices, in the order in which their labels are written. */
export function optionsOf<V extends string>(labels: Readonly<Record<V, string>>): readonly Option<V>[] {
  return keysOf(labels).map((value) => ({ value, label: labels[value] }));
}

/** The entry of a value; undefined for a value that the API knows and these pages do not. */
export function entryOf<E>(table: Readonly<Record<string, E>>, value: string): E | undefined {
  return table[value];
}
