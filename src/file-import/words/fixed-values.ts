import { AVAILABILITY_STATUSES } from '../../users/model/fields/faculty-profile.js';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../../users/model/account.js';
import { BOOLEAN_WORDS, FIELD_PATHS, type JsonValue, kindOf } from '../mapping/fields.js';
import type { Mapping } from '../mapping/mapping.js';

export type FixedValue = string | boolean;

const LISTED = new Map<string, readonly FixedValue[]>([
  ['accountType', ACCOUNT_TYPES],
  ['accountStatus', ACCOUNT_STATUSES],
  ['facultyProfile.availabilityStatus', AVAILABILITY_STATUSES],
]);
const FLAG: readonly FixedValue[] = [true, false];

/** The fields that take one of a few values, with these; lists are not among them. */
export const FIXED_VALUES: ReadonlyMap<string, readonly FixedValue[]> = new Map([
  ...LISTED,
  ...FIELD_PATHS.filter((field) => kindOf(field) === 'boolean').map(
    (field): [string, readonly FixedValue[]] => [field, FLAG],
  ),
]);

/**
 * What a cell means in such a field; null when nothing is sent for it, undefined when it is no value of the field. A
 * blank cell means nothing, unless the mapping says otherwise.
 */
export function meaningOf(
  field: string,
  text: string,
  mapping: Pick<Mapping, 'values'>,
): FixedValue | null | undefined {
  const values = FIXED_VALUES.get(field) ?? [];
  const mapped = mapping.values.get(field)?.get(text.toLowerCase());
  if (mapped !== undefined) return mapped === null ? null : fixed(mapped, values);
  if (text === '') return null;
  return fixed(kindOf(field) === 'boolean' ? (BOOLEAN_WORDS.get(text.toLowerCase()) ?? text) : text, values);
}

function fixed(value: JsonValue, values: readonly FixedValue[]): FixedValue | undefined {
  return values.find((one) => one === value);
}
