import { dayFrom, isDay } from './calendar-days.js';

/** What a typed text means: a day, or what is wrong with it. */
export type Reading =
  | { readonly day: string }
  | { readonly problem: 'unreadable' }
  | { readonly problem: 'no-month'; readonly month: number }
  | { readonly problem: 'no-day'; readonly date: number; readonly month: number; readonly year: number };

type Part = 'day' | 'month' | 'year';

const UNREADABLE: Reading = { problem: 'unreadable' };
const SEPARATORS = /[\s,./-]+/;
const NUMBER = /^\d{1,4}$/;
const FEWEST_LETTERS = 3;
/** A text whose year cannot become longer, nor its day. */
const WHOLE = /^\d{4}-\d\d-\d\d$|\D\d{4}$/;

function isPart(type: string): type is Part {
  return type === 'day' || type === 'month' || type === 'year';
}

/** In which order a day is written in numbers: day, month, year in most languages. */
export function orderOf(locale: string): readonly Part[] {
  return new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(0)
    .flatMap(({ type }) => (isPart(type) ? [type] : []));
}

function plain(word: string, locale: string): string {
  return word.toLocaleLowerCase(locale).replaceAll('.', '');
}

/** The names of a month in a date and by itself, which differ in some languages, and its short names. */
function namesOfMonths(locale: string): readonly (readonly string[])[] {
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' }),
  ]);
  return Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) =>
      format
        .formatToParts(Date.UTC(2000, month))
        .flatMap(({ type, value }) => (type === 'month' ? [plain(value, locale)] : [])),
    ),
  );
}

/** Words of a date that mean nothing, such as the Spanish "de". */
function fillersOf(locale: string): readonly string[] {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
    .formatToParts(0)
    .flatMap(({ type, value }) => (type === 'literal' ? plain(value, locale).split(SEPARATORS) : []));
}

function monthNamed(word: string, locale: string): number | undefined {
  const names = namesOfMonths(locale);
  const exact = names.findIndex((some) => some.includes(word));
  if (exact >= 0) return exact + 1;
  const begun = names.flatMap((some, index) =>
    word.length >= FEWEST_LETTERS && some.some((name) => name.startsWith(word)) ? [index + 1] : [],
  );
  return begun.length === 1 ? begun[0] : undefined;
}

function yearOf(text: string | undefined, today: string): number | undefined {
  if (text === undefined) return Number(today.slice(0, 4));
  if (text.length === 2) return 2000 + Number(text);
  const year = Number(text);
  return text.length === 4 && year >= 1900 && year < 3000 ? year : undefined;
}

type Written = Readonly<Partial<Record<Part, string>>>;

/** Which number is which part, by the order of the language, or from the year on when that comes first. */
function inOrder(numbers: readonly string[], order: readonly Part[]): Written {
  const beginsWithYear = numbers[0]?.length === 4;
  const withYear: readonly Part[] = beginsWithYear && order[0] !== 'year' ? ['year', 'month', 'day'] : order;
  const parts = numbers.length < order.length ? withYear.filter((part) => part !== 'year') : withYear;
  const written: Partial<Record<Part, string>> = {};
  for (const [index, part] of parts.entries()) if (index < numbers.length) written[part] = numbers[index];
  return written;
}

function writtenIn(text: string, locale: string): Written | undefined {
  const words = text.trim().split(SEPARATORS).filter(Boolean);
  const numbers = words.filter((word) => NUMBER.test(word));
  const fillers = fillersOf(locale);
  const names = words
    .filter((word) => !NUMBER.test(word))
    .map((word) => plain(word, locale))
    .filter((word) => !fillers.includes(word));
  const [name, ...others] = names;
  if (others.length > 0) return undefined;
  if (name === undefined)
    return numbers.length === 2 || numbers.length === 3 ? inOrder(numbers, orderOf(locale)) : undefined;
  const month = monthNamed(name, locale);
  const [first, second] = numbers;
  if (month === undefined || first === undefined || numbers.length > 2) return undefined;
  const named = { month: String(month) };
  if (second === undefined) return { ...named, day: first };
  return first.length === 4 ? { ...named, year: first, day: second } : { ...named, day: first, year: second };
}

/**
 * A day as it is written in the language, in numbers or with the name of its month, or as `2026-11-20`.
 * @param today the year that is meant when none is written
 */
export function readDay(text: string, locale: string, today: string): Reading {
  const written = writtenIn(text, locale);
  const year = yearOf(written?.year, today);
  if (written?.day === undefined || written.month === undefined || year === undefined) return UNREADABLE;
  if (written.day.length > 2 || written.month.length > 2) return UNREADABLE;
  const [day, month] = [Number(written.day), Number(written.month)];
  if (month < 1 || month > 12) return { problem: 'no-month', month };
  const found = dayFrom(year, month, day);
  return isDay(found) ? { day: found } : { problem: 'no-day', date: day, month, year };
}

/** Whether a text that is still typed can be read without waiting for more. */
export function isWhole(text: string): boolean {
  return WHOLE.test(text.trim());
}

/** How a day is written in the language: `20 Nov 2026`. */
export function writtenDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** `31 February`, which no date has; a leap day with its year. */
export function writtenNoDay(no: { date: number; month: number; year: number }, locale: string): string {
  const isLeapDay = no.month === 2 && no.date === 29;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(isLeapDay ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
    .formatToParts(Date.UTC(no.year, no.month - 1, 1))
    .map(({ type, value }) => (type === 'day' ? String(no.date) : value))
    .join('');
}
