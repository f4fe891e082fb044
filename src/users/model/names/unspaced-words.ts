/** Scripts that are written without spaces between words, so that a name has no beginnings to search by. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}ー]`, 'u');

/** Whether a word of a search may stand anywhere in a name: 小明 in 王小明. */
export function mayStandAnywhere(word: string): boolean {
  return UNSPACED.test(word);
}
