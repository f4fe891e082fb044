import { inEnglish } from '../../texts/languages.js';
import { type Sentence, sentence } from '../../texts/sentence.js';

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
export function noEncoding(text: string): Sentence | undefined {
  if (CONTROL.test(text)) return sentence('must not contain control characters other than tab and newline');
  if (!text.isWellFormed()) return sentence('must be valid Unicode; it contains half a surrogate pair');
  return undefined;
}

/** What is wrong with a trimmed text of 1 to `max` characters, or undefined. */
export function noText(value: unknown, max: number): Sentence | undefined {
  if (typeof value !== 'string') return sentence('must be a string');
  if (isBlank(value)) return sentence('must not be blank');
  const encoding = noEncoding(value);
  if (encoding !== undefined) return encoding;
  return value.length > max && charactersOf(value) > max
    ? sentence('must be at most {most} characters long', { most: String(max) })
    : undefined;
}

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Names the first character of a text that cannot be seen; undefined when there is none. */
export function unseen(text: string): Sentence | undefined {
  const found = UNSEEN.exec(text)?.[0];
  if (found === undefined) return undefined;
  const digits = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = UNSEEN_NAMES[`U+${digits}`];
  const character = name === undefined ? `U+${digits}` : `U+${digits} (${name})`;
  return sentence('must not contain {character}, which cannot be seen', { character });
}

/**
 * What is wrong with a trimmed text that identifies something new, or undefined: two texts that differ in invisible
 * characters only would look the same.
 * @param reserved values that an address cannot contain, such as `..`, in lower case; compared without regard to case
 */
export function mistakable(
  value: unknown,
  max: number,
  reserved: readonly string[] = [],
): Sentence | undefined {
  if (typeof value !== 'string' || value === '') return noText(value, max);
  if (reserved.includes(value.toLowerCase())) return ofAddress(value);
  // Before noText, which refuses some of these characters without naming them.
  return unseen(value) ?? noText(value, max);
}

/** A reserved value. */
export function ofAddress(value: string): Sentence {
  return sentence('must not be {value}, which an address cannot contain', { value });
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
export function lostKey(value: unknown): Sentence | undefined {
  if (typeof value !== 'string') return undefined;
  if (NO_VALUE.test(value))
    return sentence('is what stands in the place of a missing value; send the key, or leave it out');
  return SHORTENED.test(value)
    ? sentence('is a number whose last digits a spreadsheet has lost; {remedy}', {
        remedy: sentence(FORMAT_AS_TEXT),
      })
    : undefined;
}

function english(problem: Sentence | undefined): string | undefined {
  return problem === undefined ? undefined : inEnglish(problem);
}

/** {@link noEncoding} in English, for messages that programs alone read. */
export function encodingProblem(text: string): string | undefined {
  return english(noEncoding(text));
}

/** {@link noText} in English. */
export function textProblem(value: unknown, max: number): string | undefined {
  return english(noText(value, max));
}

/** {@link mistakable} in English. */
export function unmistakableProblem(
  value: unknown,
  max: number,
  reserved: readonly string[] = [],
): string | undefined {
  return english(mistakable(value, max, reserved));
}
