function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries<unknown>(members);
}

/**
 * JSON with the members of objects in order of their names: MySQL changes their order when it stores them. A value with
 * a `toJSON`, such as a date, is what `JSON.stringify` makes of it.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, inOrder);
}
