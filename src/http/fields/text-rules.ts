/** C0 control characters except tab and newline (contract, section 1: strings). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/;

/** Nothing of it can be seen: white space, and characters that leave no mark, such as U+200B. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
/** What cannot be seen within a text, though programs tell two texts apart by it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Of those that exports bring most often. */
const UNSEEN_NAMES: Readonly<Record<string, string>> = {
  'U+0000': 'NUL',
  'U+0009': 'tab',
  'U+000A': 'line feed',
  'U+000B': 'vertical tab',
  'U+000C': 'form feed',
  'U+000D': 'carriage return',
  'U+0085': 'next line',
  'U+00AD': 'soft hyphen',
  'U+200B': 'zero width space',
  'U+200C': 'zero width non-joiner',
  'U+200D': 'zero width joiner',
  'U+200E': 'left-to-right mark',
  'U+200F': 'right-to-left mark',
  'U+2028': 'line separator',
  'U+2029': 'paragraph separator',
  'U+202E': 'right-to-left override',
  'U+2060': 'word joiner',
  'U+FEFF': 'byte order mark',
};

/** Characters as a person counts them (code points), which is also how MySQL counts the length of a column. */
export function charactersOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1, count += 1) {
    if ((text.codePointAt(i) ?? 0) > 0xffff) i += 1;
  }
  return count;
}

/** What keeps a text from being stored as it was sent, or undefined. */
export function encodingProblem(text: string): string | undefined {
  if (CONTROL.test(text)) return 'must not contain control characters other than tab and newline';
  if (!text.isWellFormed()) return 'must be valid Unicode; it contains half a surrogate pair';
  return undefined;
}

/** What is wrong with a trimmed text of 1 to `max` characters, or undefined. */
export function textProblem(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (isBlank(value)) return 'must not be blank';
  const encoding = encodingProblem(value);
  if (encoding !== undefined) return encoding;
  return value.length > max && charactersOf(value) > max
    ? `must be at most ${max} characters long`
    : undefined;
}

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Which character of a text cannot be seen, so that it looks like another one; or undefined. */
export function unseenProblem(text: string): string | undefined {
  const character = UNSEEN.exec(text)?.[0];
  if (character === undefined) return undefined;
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = UNSEEN_NAMES[`U+${digits}`];
  return `must not contain U+${digits}${name === undefined ? '' : ` (${name})`}, which cannot be seen`;
}

/**
 * What is wrong with a trimmed text by which something new is told from others, or undefined: two of them that differ in
 * what cannot be seen would look the same to every reader.
 * @param reserved in any case: what an address could not name, such as `..`
 */
export function unmistakableProblem(
  value: unknown,
  max: number,
  reserved: readonly string[] = [],
): string | undefined {
  if (typeof value !== 'string' || value === '') return textProblem(value, max);
  if (reserved.includes(value.toLowerCase())) return `must not be ${value}, which no address can name`;
  // First: it names the character, and texts may otherwise have some of them.
  return unseenProblem(value) ?? textProblem(value, max);
}

/** Trims a string; anything else stays as it is, for validation to name. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
