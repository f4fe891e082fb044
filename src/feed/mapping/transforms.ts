import { isoDate, parseDate } from './dates.js';
import type { JsonValue } from './fields.js';

export const TRANSFORM_NAMES = ['firstLetter', 'monthYear', 'date', 'splitName', 'email'] as const;
export type TransformName = (typeof TRANSFORM_NAMES)[number];

/** What stands behind a name and belongs to no part of it; a person may have several. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|ed\.?\s?d|m\.?d|d\.?d\.?s|j\.?d|ll\.?m|esq|rn|cpa|mba)\.?$/i;

/**
 * A full name in its parts: "Last, First Middle", or "First Rest" where the first word is the first name. Suffixes such
 * as `Jr.`, `III` and `PhD` are left out, wherever they stand.
 */
export function splitName(text: string): { first: string; middle: string; last: string } {
  const [whole = '', ...behind] = text.split(',').map((part) => withoutSuffix(part.trim()));
  const [given = ''] = behind.filter((part) => part !== '');
  if (given === '') {
    const [first = '', ...rest] = whole.split(/\s+/);
    return { first, middle: '', last: rest.join(' ') };
  }
  const [first = '', ...rest] = given.split(/\s+/);
  return { first, middle: rest.join(' '), last: whole };
}

/** Empty when there is nothing but suffixes. */
function withoutSuffix(text: string): string {
  const words = text.split(/\s+/);
  while (words.length > 0 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** A letter and its marks have fewer characters, and composing takes the square of the number of marks. */
const LONGEST_LETTER = 100;

/** The first letter of a name; empty when it starts with anything else. */
export function firstLetter(text: string): string {
  return /^\p{L}/u.exec(text.slice(0, LONGEST_LETTER).normalize('NFC'))?.[0] ?? '';
}

/** The values of a transformed cell, one per field of its target; an empty one is not sent. Undefined for no date. */
export function transform(
  name: TransformName,
  text: string,
  fields: string[],
  dateFormat?: string,
): JsonValue[] | undefined {
  if (name === 'firstLetter') return [firstLetter(text)];
  if (name === 'email') return [text.includes('@') ? text : ''];
  if (name === 'splitName') return splitInto(text, fields);
  const date = parseDate(text, dateFormat);
  if (date === undefined) return undefined;
  if (name === 'date') return [isoDate(date)];
  return fields.map((field) => (field.startsWith('month') ? date.month : date.year));
}

function splitInto(text: string, fields: string[]): JsonValue[] {
  const parts = splitName(text);
  const withMiddle = fields.includes('middleInitial');
  return fields.map((field) => {
    if (field === 'lastName') return parts.last;
    if (field === 'middleInitial') return firstLetter(parts.middle);
    return withMiddle ? parts.first : `${parts.first} ${parts.middle}`.trim();
  });
}
