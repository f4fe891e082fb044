import type { JsonValue } from './fields.js';

export const TRANSFORM_NAMES = ['firstLetter', 'monthYear', 'date', 'splitName', 'email'] as const;
export type TransformName = (typeof TRANSFORM_NAMES)[number];

/** A calendar date as an export writes it. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
}

/** How a format such as `M/D/YYYY` orders year, month and day; undefined when it does not have each once. */
export function dateOrder(format: string): ('year' | 'month' | 'day')[] | undefined {
  const tokens = /^(YYYY|MM?|DD?)([^A-Za-z0-9])(YYYY|MM?|DD?)\2(YYYY|MM?|DD?)$/.exec(format);
  const names = { Y: 'year', M: 'month', D: 'day' } as const;
  const order = [tokens?.[1], tokens?.[3], tokens?.[4]].map(
    (token) => names[token?.[0] as keyof typeof names],
  );
  return tokens !== null && new Set(order).size === 3 ? order : undefined;
}

/**
 * Reads a date written in a format of YYYY, M and D with one kind of separator, with or without leading zeros. A time
 * after it is ignored. Undefined for anything else, an impossible day included.
 */
export function parseDate(text: string, format = 'YYYY-M-D'): DateParts | undefined {
  const order = dateOrder(format);
  const separator = /[^A-Za-z0-9]/.exec(format)?.[0] ?? '';
  const numbers = (/^[^\sT]+/.exec(text)?.[0] ?? '').split(separator);
  if (order === undefined || numbers.length !== 3 || !numbers.every((part) => /^\d{1,4}$/.test(part)))
    return undefined;
  const parts: DateParts = { year: 0, month: 0, day: 0 };
  order.forEach((name, index) => (parts[name] = Number(numbers[index])));
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  const real =
    date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day && parts.year >= 1000;
  return real ? parts : undefined;
}

/** A full name in its parts: "Last, First Middle", or "First Rest" where the first word is the first name. */
export function splitName(text: string): { first: string; middle: string; last: string } {
  const comma = text.indexOf(',');
  if (comma < 0) {
    const [first = '', ...rest] = text.split(/\s+/);
    return { first, middle: '', last: rest.join(' ') };
  }
  const [first = '', ...rest] = text
    .slice(comma + 1)
    .trim()
    .split(/\s+/);
  return { first, middle: rest.join(' '), last: text.slice(0, comma).trim() };
}

/** The first letter of a name; empty when it starts with anything else. */
export function firstLetter(text: string): string {
  return /^\p{L}/u.exec(text.normalize('NFC'))?.[0] ?? '';
}

/**
 * The values of a transformed cell, one per field of its target; an empty one is not sent. A date that cannot be read
 * is sent as it is in the first field, so that the service names it.
 */
export function transform(
  name: TransformName,
  text: string,
  fields: string[],
  dateFormat?: string,
): JsonValue[] {
  if (name === 'firstLetter') return [firstLetter(text)];
  if (name === 'email') return [text.includes('@') ? text : ''];
  if (name === 'splitName') return splitInto(text, fields);
  const date = parseDate(text, dateFormat);
  if (date === undefined) return [text];
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

function isoDate({ year, month, day }: DateParts): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}
