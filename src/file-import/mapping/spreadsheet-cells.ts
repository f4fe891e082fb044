import { FORMAT_AS_TEXT, lostKey } from '../../http/fields/text-rules.js';

/** Ways in which a spreadsheet or its author keeps a text from becoming a number. */
const FORMULA = /^="([^"]*)"$/;
const APOSTROPHE = /^'(.+)$/;
/** A whole number that was stored as one with decimals. */
const WHOLE = /^(\d{1,15})\.0+$/;

/** An identifier as its owner knows it, where it is certain what a spreadsheet has made of it. */
export function unwrapped(cell: string): string {
  const text = FORMULA.exec(cell)?.[1] ?? APOSTROPHE.exec(cell)?.[1] ?? cell;
  return (WHOLE.exec(text)?.[1] ?? text).trim();
}

/** What a formula writes that has no value. */
const ERROR = /^#(?:N\/A|REF!|VALUE!|NAME[?]|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;

/** Whether a text is what a spreadsheet shows where a formula has failed. */
export function isErrorOfFormula(text: string): boolean {
  return ERROR.test(text);
}

/**
 * What is wrong with a cell that should be an identifier (contract, section 15), or undefined: a spreadsheet has taken
 * it for a number with a fraction, or for a date. A number beyond 15 digits is a text that `lostKey` refuses.
 */
export function lostIdentifierProblem(cell: unknown): string | undefined {
  const is = cell instanceof Date ? 'a date' : isFraction(cell) ? `the number ${cell}` : undefined;
  return is === undefined ? undefined : `has ${is} in the place of an identifier; ${FORMAT_AS_TEXT}`;
}

function isFraction(cell: unknown): cell is number {
  return typeof cell === 'number' && !Number.isInteger(cell);
}

/** What records are compared by; undefined for what is blank, or stands in the place of a lost key: it fits many. */
export function keyOf(cell: string): string | undefined {
  const key = unwrapped(cell.trim());
  return key === '' || lostKey(key) !== undefined ? undefined : key;
}
