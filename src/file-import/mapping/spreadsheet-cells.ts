import { lostKeyProblem } from '../../http/fields/text-rules.js';

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

/** What records are compared by; undefined for what is blank, or stands in the place of a lost key: it fits many. */
export function keyOf(cell: string): string | undefined {
  const key = unwrapped(cell.trim());
  return key === '' || lostKeyProblem(key) !== undefined ? undefined : key;
}
