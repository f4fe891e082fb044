/** One field of which two states differ. */
export interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What identifies an object of a list, so that it is compared with itself wherever it has moved. */
const IDENTITIES = ['code', 'formField', 'id'];

/** What of two states is not the same, by the dotted name of each member. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((found) => JSON.stringify(found.before) !== JSON.stringify(found.after));
}

/** The differences as text, for the export. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(({ field, before, after }) => `${field}: ${textOf(before)} → ${textOf(after)}`)
    .join('; ');
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? 'none' : value.join(', ');
  return JSON.stringify(value);
}

function membersOf(value: unknown, path = ''): Map<string, unknown> {
  const entries = entriesOf(value);
  if (entries === undefined) return new Map<string, unknown>(path === '' ? [] : [[path, value]]);
  const members = new Map<string, unknown>();
  for (const [name, member] of entries)
    for (const [field, found] of membersOf(member, path === '' ? name : `${path}.${name}`))
      members.set(field, found);
  return members;
}

/** The members of an object, or of a list of objects that say who they are; undefined for a single value. */
function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return Object.entries(value);
  const items: unknown[] = value;
  // Nothing to name; what is not in the other state either is no difference.
  if (items.length === 0) return [];
  const identity = IDENTITIES.find((name) => items.every((item) => identityOf(item, name) !== undefined));
  if (identity === undefined) return undefined;
  return items.map((item) => {
    const { [identity]: key, ...others } = item as Record<string, unknown>;
    // What is left over fits on a line: "Proposal defence, 80, yes".
    return [String(key), Object.values(others).map(textOf).join(', ')];
  });
}

function identityOf(item: unknown, name: string): string | undefined {
  const found =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' && !found.includes('.') ? found : undefined;
}
