/** A calendar date as an export writes it. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
}

export const USUAL_DATE_FORMAT = 'YYYY-M-D';
/** A day as spreadsheets count it: 45536 is 1 September 2024. */
export const SERIAL = 'serial';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const SHORTEST_MONTH = 3;
/** POSIX: 69 to 99 are of the last century. */
const FIRST_OF_LAST_CENTURY = 69;
/** Day 0 of spreadsheets; they count a 29 February 1900, so that days before 1 March 1900 are others. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const SECONDS_OF_DAY = 86_400;
const FIRST_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

const TOKEN = /YYYY|YY|MON|MM?|DD?/g;
const FORMAT = /^(YYYY|YY|MON|MM?|DD?)([^A-Za-z0-9]?)(YYYY|YY|MON|MM?|DD?)\2(YYYY|YY|MON|MM?|DD?)$/;

const PARTS = { Y: 'year', M: 'month', D: 'day' } as const;

interface Format {
  readonly form: RegExp;
  /** The tokens in their order. */
  readonly tokens: readonly string[];
}

function partOf(token: string): keyof DateParts {
  return PARTS[token.charAt(0) as keyof typeof PARTS];
}

/** Undefined for what is no format: each of year, month and day once, with one kind of separator or none. */
function formatOf(format: string): Format | undefined {
  const [, , separator = ''] = FORMAT.exec(format) ?? [];
  const tokens = FORMAT.test(format) ? (format.match(TOKEN) ?? []) : [];
  if (new Set(tokens.map(partOf)).size !== PARTS_OF_DATE || tokens.length !== PARTS_OF_DATE) return undefined;
  const isFixed = separator === '';
  if (isFixed && tokens.some((token) => token.length === 1)) return undefined;
  const forms = tokens.map((token) => {
    if (token === 'MON') return '([A-Za-z]{3,9}\\.?)';
    if (token.startsWith('Y')) return `(\\d{${token.length}})`;
    return isFixed ? '(\\d{2})' : '(\\d{1,2})';
  });
  const between = separator === '' ? '' : `\\u{${separator.codePointAt(0)?.toString(16) ?? ''}}`;
  return { form: new RegExp(`^${forms.join(between)}$`, 'u'), tokens };
}

const PARTS_OF_DATE = 3;

/** Whether dates can be read in a format, such as `M/D/YYYY`, `DD-MON-YYYY`, `YYYYMMDD` or `serial`. */
export function isDateFormat(format: string): boolean {
  return format === SERIAL || formatOf(format) !== undefined;
}

/**
 * Reads a date in a format of YYYY or YY, M or MON, and D. A time after it is ignored. Undefined for anything else, an
 * impossible day included.
 */
export function parseDate(text: string, format = USUAL_DATE_FORMAT): DateParts | undefined {
  const written = /^[^\sT]+(?=[\sT]|$)|^[^\s]+/.exec(text)?.[0] ?? '';
  if (format === SERIAL) return serialDate(written);
  const { form, tokens } = formatOf(format) ?? {};
  const found = form?.exec(text.trim()) ?? form?.exec(written);
  if (tokens === undefined || found == null) return undefined;
  const parts: DateParts = { year: 0, month: 0, day: 0 };
  tokens.forEach((token, index) => (parts[partOf(token)] = numberOf(token, found[index + 1] ?? '')));
  return isReal(parts) ? parts : undefined;
}

function numberOf(token: string, text: string): number {
  if (token === 'MON') return monthOf(text);
  return token.startsWith('Y') ? yearOf(text) : Number(text);
}

/** The year of two or four digits. */
export function yearOf(digits: string): number {
  const number = Number(digits);
  if (digits.length > 2) return number;
  return number + (number >= FIRST_OF_LAST_CENTURY ? 1900 : 2000);
}

/** 0 for a word that is no month. */
function monthOf(word: string): number {
  const name = word.toLowerCase().replace('.', '');
  return name.length < SHORTEST_MONTH ? 0 : MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}

function isReal({ year, month, day }: DateParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
}

function serialDate(text: string): DateParts | undefined {
  const date = /^\d{2,7}(?:\.\d+)?$/.test(text) ? dateOfSerial(Math.floor(Number(text))) : undefined;
  if (date === undefined) return undefined;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The date and time, in UTC, of a number by which spreadsheets count days; undefined where theirs are others. */
export function dateOfSerial(serial: number): Date | undefined {
  if (serial < FIRST_SERIAL || serial >= LAST_SERIAL + 1) return undefined;
  return new Date(DAY_ZERO + Math.round(serial * SECONDS_OF_DAY) * 1000);
}

const MIDNIGHT_UTC = 'T00:00:00.000Z';

/** A date cell as text: `2024-09-01`, or `2024-09-01T13:30:00` when it has a time that is not midnight. */
export function isoText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith(MIDNIGHT_UTC) ? text.slice(0, -MIDNIGHT_UTC.length) : text.slice(0, -'.000Z'.length);
}

export function isoDate({ year, month, day }: DateParts): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}
