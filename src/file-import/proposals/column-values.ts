import { isTermPattern } from '../../settings/term-name.js';
import { parseDate } from '../mapping/dates.js';

/** What the cells of a column look like. */
export const LOOKS = ['address', 'date', 'term', 'words', 'codes'] as const;
export type Looks = (typeof LOOKS)[number];

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** So that one damaged cell does not hide what a column has. */
const MOST_OTHERS = 0.2;
const LEAST_CODES = 0.5;

/** The cells of the first records that are not blank, in one column. */
export class ColumnValues {
  readonly filled: readonly string[];

  constructor(cells: readonly string[]) {
    this.filled = cells.filter((cell) => cell !== '');
  }

  get isBlank(): boolean {
    return this.filled.length === 0;
  }

  get areAddresses(): boolean {
    return !this.isBlank && this.share((cell) => ADDRESS.test(cell)) >= 1 - MOST_OTHERS;
  }

  /** Whether each is one of these words, compared without case. */
  areAll(words: ReadonlySet<string>): boolean {
    return !this.isBlank && this.filled.every((cell) => words.has(cell.toLowerCase()));
  }

  /** Whether at least half of them are such words: the others need a meaning of their own. */
  areMostly(words: ReadonlySet<string>): boolean {
    return !this.isBlank && this.share((cell) => words.has(cell.toLowerCase())) >= LEAST_CODES;
  }

  /** Whether no record has the value of another one, as far as there are several. */
  get areDistinct(): boolean {
    return this.filled.length < 3 || new Set(this.filled).size > 1;
  }

  areLike(form: RegExp): boolean {
    return !this.isBlank && this.filled.every((cell) => form.test(cell));
  }

  /** Whether one has the form of a number by which a state knows a person. */
  get haveNationalNumber(): boolean {
    return this.filled.some((cell) => /^\d{3}-\d{2}-\d{4}$/.test(cell));
  }

  /** The only format in which all of them are dates; undefined when there is none, or another one would do too. */
  get dateFormat(): string | undefined {
    if (this.isBlank) return undefined;
    const fitting = FORMATS.filter((format) => this.filled.every((cell) => parseDate(cell, format)));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  get areTerms(): boolean {
    return !this.isBlank && this.filled.every((cell) => termNameOf(cell) !== undefined);
  }

  private share(isSo: (cell: string) => boolean): number {
    return this.filled.filter(isSo).length / this.filled.length;
  }
}

const FORMATS = ['YYYY-M-D', 'M/D/YYYY', 'D/M/YYYY', 'D.M.YYYY', 'D-M-YYYY', 'DD-MON-YYYY', 'YYYYMMDD'];

const CODES: readonly (readonly [form: RegExp, nameOf: (parts: readonly string[]) => string])[] = [
  [/^(?:19|20)\d\d(\d\d)$/, ([, code = '']) => `YYYY${code}`],
  [/^([012])\d\d(\d)$/, ([, century = '', code = '']) => `${century}YY${code}`],
  [/^\d\d([/-]?\p{L}{1,3})$/u, ([, code = '']) => `YY${code}`],
  [/^(\p{L}{1,3}[/-]?)\d\d$/u, ([, code = '']) => `${code}YY`],
];
const WORDS =
  /^(?:(\p{L}[\p{L}\p{M} ]{0,30}?)[ ,/-]?(?:19|20)\d\d|(?:19|20)\d\d[ ,/-]?(\p{L}[\p{L}\p{M} ]{0,30}))$/u;

/**
 * The name under which a table of terms would have what a cell says: `Fall` of `Fall 2026`, `FA` of `2026FA`, `YYYY10`
 * of `202610`, `2YY8` of `2268`; undefined for what does not look like a term.
 */
export function termNameOf(cell: string): string | undefined {
  const [, before, behind] = WORDS.exec(cell) ?? [];
  const word = (before ?? behind)?.trim().replace(/\s+(?:semester|term|quarter|session)$/i, '');
  if (word !== undefined && !/y{2}/i.test(word)) return word;
  for (const [form, nameOf] of CODES) {
    const name = form.exec(cell) === null ? undefined : nameOf(form.exec(cell) ?? []);
    if (name !== undefined && isTermPattern(name)) return name;
  }
  return undefined;
}
