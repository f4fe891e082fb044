import { repeatedKey } from '../../http/json/repeated-key.js';
import type { FieldKind } from '../../users/model/fields/declared-field.js';
import { PROFILE_FIELDS } from '../../users/model/fields/faculty-profile.js';
import { PROFILE } from '../../users/model/fields/field-values.js';
import { PLAIN_FIELDS } from '../../users/model/fields/plain-fields.js';
import { keyOf, unwrapped } from './spreadsheet-cells.js';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** How the text of a cell becomes a JSON value. */
export type CellKind = FieldKind | 'identifier';

const TOP_FIELDS: Readonly<Record<string, CellKind>> = {
  email: 'text',
  firstName: 'text',
  lastName: 'text',
  accountType: 'text',
  accountStatus: 'text',
  externalId: 'identifier',
  domain: 'text',
  role: 'text',
  name: 'text',
};

const CUSTOM = 'customFields.';

export const REQUIRED_FIELDS = ['email', 'firstName', 'lastName', 'accountType'] as const;

/**
 * Fields that a blank cell never clears: the required ones, externalId (a blank one is refused) and accountStatus,
 * whose default is `active`: a blank cell in an export must not restore a person.
 */
export const NEVER_CLEARED: ReadonlySet<string> = new Set([
  ...REQUIRED_FIELDS,
  'externalId',
  'accountStatus',
]);

const KINDS = new Map<string, CellKind>([
  ...Object.entries(TOP_FIELDS),
  ...Object.entries(PLAIN_FIELDS).map(([name, { kind }]): [string, CellKind] => [name, kind]),
  ...Object.entries(PROFILE_FIELDS).map(([name, { kind }]): [string, CellKind] => [PROFILE + name, kind]),
]);

/** Every field that a column may fill, `customFields.<any name>` aside. */
export const FIELD_PATHS: readonly string[] = [...KINDS.keys()];

const PATHS_BY_NAME = new Map<string, string>([
  ...Object.keys(PROFILE_FIELDS).map((name): [string, string] => [name.toLowerCase(), PROFILE + name]),
  ...FIELD_PATHS.map((path): [string, string] => [path.toLowerCase(), path]),
]);

/**
 * The path of one of our fields by a name in any case: `email`, `facultyProfile.highestDegree`, bare `highestDegree`,
 * or `customFields.<any name>`; undefined when there is no such field.
 */
export function findField(name: string): string | undefined {
  const trimmed = name.trim();
  if (trimmed.toLowerCase().startsWith(CUSTOM.toLowerCase()) && trimmed.length > CUSTOM.length) {
    return CUSTOM + trimmed.slice(CUSTOM.length);
  }
  return PATHS_BY_NAME.get(trimmed.toLowerCase());
}

export function kindOf(path: string): CellKind {
  return KINDS.get(path) ?? 'text';
}

/** What is read as a boolean, in lower case. */
export const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1'].map((word): [string, boolean] => [word, true]),
  ...['false', 'no', 'n', '0'].map((word): [string, boolean] => [word, false]),
]);

/** How a mapping has a cell written. */
interface Written {
  readonly prefix?: string;
  readonly separator?: string;
}

/** What databases write behind a date. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z?$/;

/** The value of a cell for a kind of field. A text that does not fit stays as it is: the service then names it. */
export function convert(kind: CellKind, cell: string, { prefix = '', separator }: Written = {}): JsonValue {
  const text = kind === 'identifier' ? prefixed(unwrapped(cell), prefix) : prefix + cell;
  switch (kind) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return BOOLEAN_WORDS.get(text.toLowerCase()) ?? text;
    case 'list':
      return text
        .split(separator ?? (text.includes(';') ? ';' : ','))
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'object':
      return parseObject(text) ?? text;
    case 'date':
      return text.replace(MIDNIGHT, '');
    case 'identifier':
    case 'text':
      return text;
  }
}

/** What stands in the place of a lost key gets no prefix, which would hide it from the service. */
function prefixed(key: string, prefix: string): string {
  return keyOf(key) === undefined ? key : prefix + key;
}

/**
 * Parses a file of the operator. A number beyond the range of JavaScript (1e400) becomes the largest one, which the
 * service refuses; as Infinity it would be sent as null, which clears a field.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (value === Infinity) return Number.MAX_VALUE;
    return value === -Infinity ? -Number.MAX_VALUE : value;
  });
}

/** Whether the digits of a number were kept when it was parsed. */
export function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function parseObject(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text) as JsonValue;
    return typeof value === 'object' && repeatedKey(text, value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
