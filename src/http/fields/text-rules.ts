/** C0 control characters except tab and newline (contract, section 1: strings). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/;

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
  if (value === '') return 'must not be blank';
  const encoding = encodingProblem(value);
  if (encoding !== undefined) return encoding;
  return value.length > max && charactersOf(value) > max
    ? `must be at most ${max} characters long`
    : undefined;
}

/** Trims a string; anything else stays as it is, for validation to name. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
