/** What the number format of a cell says about its number. */
export interface NumberForm {
  readonly isDate: boolean;
  /** A whole number is shown with so many digits at least; 0 where the format does not say it. */
  readonly digits: number;
}

export const GENERAL: NumberForm = { isDate: false, digits: 0 };
const DATE: NumberForm = { isDate: true, digits: 0 };

/** Formats that a workbook does not write out (ECMA-376, part 1, 18.8.30), those of East Asian versions included. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
];

/** The form of a format that has a number only. */
export function builtInForm(id: number): NumberForm {
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? DATE : GENERAL;
}

/** Texts, characters that stand for themselves or for a blank, and colours, conditions and languages. */
const NO_PART_OF_VALUE = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gs;
const ZEROS = /^0{2,}$/;

/**
 * The form of a written format, such as `yyyy-mm-dd`, `[$-409]d/m/yy h:mm` or `000000`. A format of a time of day alone
 * is none of a date.
 */
export function formOf(code: string): NumberForm {
  const [positive = ''] = code.replace(NO_PART_OF_VALUE, '').split(';');
  const letters = positive.toLowerCase();
  if (ZEROS.test(letters)) return { isDate: false, digits: letters.length };
  if (letters.includes('general')) return GENERAL;
  // Between hours and seconds, `m` is minutes.
  const isDate = /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters));
  return isDate ? DATE : GENERAL;
}
