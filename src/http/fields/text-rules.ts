/** C0 control characters except tab and newline (contract, section 1: strings). */
// eslint-disable-next-line no-control-regex -- the rule searches for control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/;

/** White space and invisible characters only, such as U+200B. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
/** Characters that cannot be seen within a text, though they make two texts different. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** The names of those that occur most often in exported files. */
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

/** The number of code points, by which MySQL counts the length of a column. */
export function charactersOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1, count += 1) {
    if ((text.codePointAt(i) ?? 0) > 0xffff) i += 1;
  }
  return count;
}

/** More than any name or address has, in units of UTF-16. */
const MOST_COMPOSED = 2000;

/** The text with letters and marks composed (NFC). A longer one stays: marks may take the square of their number. */
export function composed(text: string): string {
  return text.length > MOST_COMPOSED ? text : text.normalize('NFC');
}

/** Why a text cannot be stored as it was sent, or undefined. */
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

/** Names the first character of a text that cannot be seen; undefined when there is none. */
export function unseenProblem(text: string): string | undefined {
  const character = UNSEEN.exec(text)?.[0];
  if (character === undefined) return undefined;
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = UNSEEN_NAMES[`U+${digits}`];
  return `must not contain U+${digits}${name === undefined ? '' : ` (${name})`}, which cannot be seen`;
}

/**
 * What is wrong with a trimmed text that identifies something new, or undefined: two texts that differ in invisible
 * characters only would look the same.
 * @param reserved values that an address cannot contain, such as `..`, in lower case; compared without regard to case
 */
export function unmistakableProblem(
  value: unknown,
  max: number,
  reserved: readonly string[] = [],
): string | undefined {
  if (typeof value !== 'string' || value === '') return textProblem(value, max);
  if (reserved.includes(value.toLowerCase())) return `must not be ${value}, which an address cannot contain`;
  // Before textProblem, which refuses some of these characters without naming them.
  return unseenProblem(value) ?? textProblem(value, max);
}

/** A line ends with a line feed, whatever system the text comes from. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Trims a string and its line ends; returns any other value unchanged, for validation to refuse. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? withLineFeeds(value).trim() : value;
}

/**
 * What terminals do not show: colours and other sequences that begin with CSI, links and titles (OSC), and shorter
 * sequences. Not `stripVTControlCharacters` of Node, which takes the square of the length of a text.
 */
const OF_TERMINALS = new RegExp(
  '(?:\\u001b\\[|\\u009b)[0-?]*[@-~]|' +
    '\\u001b\\][^\\n\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)|' +
    '\\u001b[#%()*+./-]?[0-~]',
  'g',
);
/** Control characters but tab and line feed. */
const NOT_SHOWN = /(?:(?![\t\n])\p{Cc})+/gu;

/**
 * A text that explains something, such as an error message, made to fit instead of being refused: its caller has no
 * better one. Null when nothing is left of it.
 */
export function diagnostic(value: unknown, max: number): unknown {
  if (typeof value !== 'string') return value;
  const text = withLineFeeds(value.toWellFormed());
  const shown = text.replace(OF_TERMINALS, '').replace(NOT_SHOWN, ' ').trim();
  if (isBlank(shown)) return null;
  return charactersOf(shown) <= max ? shown : `${[...shown.slice(0, 2 * max)].slice(0, max - 1).join('')}…`;
}

/** What spreadsheets write in the place of a value, and what databases write in the place of none. */
const NO_VALUE = new RegExp(
  '^(?:#(?:N/A|REF!|VALUE!|NAME[?]|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|' +
    'null|n/a|nan|none|nil|undefined|[-\\u2013\\u2014]+|[?]+)$',
  'i',
);
/** A long number that a spreadsheet has shortened: several of them look the same. */
const SHORTENED = /^-?\d(?:[.,]\d+)?E\+\d+$/i;
/** What is to be done with an identifier that a spreadsheet has taken for a number. */
export const FORMAT_AS_TEXT =
  'in the spreadsheet, format its column as text (Format Cells, Number, Text), then enter or import the values again';

/** What is wrong with a key that came out of a spreadsheet or a database, or undefined. */
export function lostKeyProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (NO_VALUE.test(value))
    return 'is what stands in the place of a missing value; send the key, or leave it out';
  return SHORTENED.test(value)
    ? `is a number whose last digits a spreadsheet has lost; ${FORMAT_AS_TEXT}`
    : undefined;
}
