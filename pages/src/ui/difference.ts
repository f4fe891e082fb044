import { t } from '@lingui/core/macro';

import { fieldWords, words } from './words';

/** A field that differs between two states. */
export interface Difference {
  readonly field: string;
  /** The field in words; derived from its name when it is absent. */
  readonly label?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields that identify an item of a list, so that an item that has moved is compared with itself. */
const IDENTITIES = ['code', 'formField', 'id'];

/** The fields that differ, by their dotted paths. */
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

/** Fields whose values are codes of the API. */
const OF_CODES = new Set([
  'accountType',
  'accountStatus',
  'role',
  'facultyProfile.availabilityStatus',
  'decision',
  'resolution',
]);

/** The value of a field for a reader; `textOf` is for the export. */
export function valueWords(field: string, value: unknown): string {
  if (typeof value !== 'string') return textOf(value);
  if (field === 'field') return fieldWords(value);
  return OF_CODES.has(field) ? words(value) : textOf(value);
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return t`not set`;
  if (typeof value === 'string') return value === '' ? t`empty` : value;
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (Array.isArray(value)) return value.length === 0 ? t`none` : listOf(value);
  if (typeof value === 'object') return membersText(value);
  return typeof value === 'number' ? String(value) : '';
}

/** Objects are separated by semicolons, as they have commas themselves. */
function listOf(items: readonly unknown[]): string {
  return items.map(textOf).join(items.some((item) => typeof item === 'object') ? '; ' : ', ');
}

function membersText(value: object): string {
  const members: [string, unknown][] = Object.entries(value);
  return members.map(([name, member]) => `${fieldWords(name)}: ${textOf(member)}`).join(', ');
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

/** The members of an object, or of a list whose items have an identity; undefined for any other value. */
function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return Object.entries(value);
  const items: unknown[] = value;
  // An empty list and a missing one count as equal.
  if (items.length === 0) return [];
  const identity = IDENTITIES.find((name) => items.every((item) => identityOf(item, name) !== undefined));
  if (identity === undefined) return undefined;
  return items.map((item) => {
    const { [identity]: key, ...others } = item as Record<string, unknown>;
    // The other fields in one line: "Proposal defence, 80, yes".
    return [String(key), Object.values(others).map(textOf).join(', ')];
  });
}

function identityOf(item: unknown, name: string): string | undefined {
  const found =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' && !found.includes('.') ? found : undefined;
}
