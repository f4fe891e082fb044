import { isoDate, parseDate } from './dates.js';
import type { JsonValue } from './fields.js';
import type { MonthOfYear, ReadTerm } from './terms.js';

export const TRANSFORM_NAMES = ['firstLetter', 'monthYear', 'date', 'term', 'splitName', 'email'] as const;
export type TransformName = (typeof TRANSFORM_NAMES)[number];

/** What stands behind a name and belongs to no part of it; a person may have several. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|ed\.?\s?d|m\.?d|d\.?d\.?s|j\.?d|ll\.?m|esq|rn|cpa|mba)\.?$/i;
/** Stands for Mohammad, where doctors of medicine write MD. */
const MOHAMMAD = /^Md\.?$/;

const isSuffix = (word: string): boolean => SUFFIX.test(word) && !MOHAMMAD.test(word);

/**
 * A full name in its parts: "Last, First Middle", or "First Rest" where the first word is the first name. Suffixes such
 * as `Jr.`, `III` and `PhD` are left out, wherever they stand, unless there is no other given name: "Smith, J.D."
 */
export function splitName(text: string): { first: string; middle: string; last: string } {
  const [whole = [], ...behind] = text.split(',').map((part) => part.split(/\s+/).filter(Boolean));
  const family = withoutSuffixes(whole);
  const others = behind.filter(({ length }) => length > 0);
  const given = others.map(withoutSuffixes).find(({ length }) => length > 0);
  const named = given ?? (family.length === 1 ? others[0] : undefined);
  const [first = '', ...rest] = named ?? family;
  return named === undefined
    ? { first, middle: '', last: rest.join(' ') }
    : { first, middle: rest.join(' '), last: family.join(' ') };
}

/** Empty when there is nothing but suffixes. */
function withoutSuffixes(words: readonly string[]): string[] {
  return words.slice(0, words.findLastIndex((word) => !isSuffix(word)) + 1);
}

/** A letter and its marks have fewer characters, and composing takes the square of the number of marks. */
const LONGEST_LETTER = 100;

/** The first letter of a name; empty when it starts with anything else. */
export function firstLetter(text: string): string {
  return /^\p{L}/u.exec(text.slice(0, LONGEST_LETTER).normalize('NFC'))?.[0] ?? '';
}

/** What transforms read besides the cell. */
interface Reading {
  readonly dateFormat?: string | undefined;
  readonly readTerm: ReadTerm;
}

/** The values of a transformed cell, one per field; an empty one is not sent. Undefined for no date or term. */
export function transform(
  name: TransformName,
  text: string,
  fields: readonly string[],
  { dateFormat, readTerm }: Reading,
): JsonValue[] | undefined {
  switch (name) {
    case 'firstLetter':
      return [firstLetter(text)];
    case 'email':
      return [text.includes('@') ? text : ''];
    case 'splitName':
      return splitInto(text, fields);
    case 'term':
      return monthAndYear(readTerm(text), fields);
    case 'monthYear':
      return monthAndYear(parseDate(text, dateFormat), fields);
    case 'date': {
      const date = parseDate(text, dateFormat);
      return date === undefined ? undefined : [isoDate(date)];
    }
  }
}

function monthAndYear(start: MonthOfYear | undefined, fields: readonly string[]): JsonValue[] | undefined {
  return start && fields.map((field) => (field.startsWith('month') ? start.month : start.year));
}

function splitInto(text: string, fields: readonly string[]): JsonValue[] {
  const parts = splitName(text);
  const withMiddle = fields.includes('middleInitial');
  return fields.map((field) => {
    if (field === 'lastName') return parts.last;
    if (field === 'middleInitial') return firstLetter(parts.middle);
    return withMiddle ? parts.first : `${parts.first} ${parts.middle}`.trim();
  });
}
