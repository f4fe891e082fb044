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
