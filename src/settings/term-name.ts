/** `YYYY` or `YY` stands for the year, once. */
const PATTERN = /^[^Y]{0,30}(?:YY){1,2}[^Y]{0,30}$/u;
const WORD = /^(?!.*YY)\p{L}[\p{L}\p{M} .'’/-]{0,39}$/u;

/** What a table of terms may name: a word, or a pattern. */
export const TERM_NAME = new RegExp(`${PATTERN.source}|${WORD.source}`, 'u');

export const TERM_NAME_RULE =
  'must be a word such as Fall, or a pattern such as YYYY10, in which YYYY or YY stands for the year';

/** Whether a name of the table says where the year stands; a word does not. */
export function isTermPattern(name: string): boolean {
  return PATTERN.test(name);
}

/** In which month a term usually begins. */
export const USUAL_TERMS = {
  Spring: 1,
  Summer: 6,
  Fall: 9,
  Autumn: 9,
  Winter: 1,
  SP: 1,
  SU: 6,
  FA: 9,
  WI: 1,
  SPYY: 1,
  SUYY: 6,
  FAYY: 9,
  WIYY: 1,
} as const;
