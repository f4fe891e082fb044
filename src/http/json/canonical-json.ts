function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, inner]: [string, unknown]) => [name, sorted(inner)] as const,
  );
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** JSON with the members of objects in order of their names: MySQL changes their order when it stores them. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}
