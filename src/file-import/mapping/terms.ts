import type { NamedTerm } from '../../settings/settings.js';
import { isTermPattern } from '../../settings/term-name.js';
import { yearOf } from './dates.js';

/** When the terms of a name begin. */
export interface TermStart {
  readonly month: number;
  /** What is added to the year that is written: -1 where 202610 begins in 2025. */
  readonly yearOffset: number;
}

/** By a word such as `Fall`, or a pattern such as `YYYY10`. */
export type Terms = ReadonlyMap<string, TermStart>;

export interface MonthOfYear {
  readonly month: number;
  readonly year: number;
}

/** When a term begins, as a file names it; undefined for one that the table does not have, or has twice. */
export type ReadTerm = (text: string) => MonthOfYear | undefined;

/** The terms of the settings of a tenant. */
export function termsOfSettings(terms: readonly NamedTerm[]): Terms {
  return new Map(terms.map(({ name, month, yearOffset }) => [name, { month, yearOffset: yearOffset ?? 0 }]));
}

interface Entry {
  readonly start: TermStart;
  /** The year that the text has beside the name; undefined when it is another term. */
  readonly yearIn: (text: string) => number | undefined;
}

/** Texts are compared without case and with single blanks. */
export function termReader(terms: Terms): ReadTerm {
  const entries = [...terms].map(([name, start]): Entry => ({
    start,
    yearIn: isTermPattern(name) ? patternOf(name) : wordOf(name),
  }));
  return (text) => {
    const written = squeezed(text);
    const starts = entries.flatMap(({ start, yearIn }) => {
      const year = yearIn(written);
      return year === undefined ? [] : [{ month: start.month, year: year + start.yearOffset }];
    });
    const [first, ...others] = starts;
    const isOne = others.every(({ month, year }) => month === first?.month && year === first.year);
    return isOne ? first : undefined;
  };
}

function squeezed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function patternOf(name: string): Entry['yearIn'] {
  const [year = ''] = /YYYY|YY/.exec(name) ?? [];
  const [before = '', behind = ''] = name.split(year).map((part) => squeezedPart(part));
  return (text) => {
    const digits = text.slice(before.length, before.length + year.length);
    if (text !== before + digits + behind || !/^\d+$/.test(digits) || digits.length !== year.length)
      return undefined;
    return yearOf(digits);
  };
}

/** Blanks beside the year stay. */
function squeezedPart(part: string): string {
  return part.replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Words that say that it is a term, and not which. */
const FILLERS: ReadonlySet<string> = new Set(['semester', 'term', 'quarter', 'trimester', 'session']);

function wordOf(name: string): Entry['yearIn'] {
  const wanted = wordsOf(squeezed(name));
  return (text) => {
    const [year, ...others] = text.match(/\d+/g) ?? [];
    // One year of four digits: neither 2025/26 nor 26.
    if (year?.length !== 4 || others.length > 0 || wordsOf(text) !== wanted) return undefined;
    return yearOf(year);
  };
}

/** The words without numbers, marks and fillers. */
function wordsOf(text: string): string {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  const names = words.filter((word) => !FILLERS.has(word));
  return (names.length === 0 ? words : names).join(' ');
}
