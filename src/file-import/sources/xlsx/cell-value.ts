import { dateOfSerial } from '../../mapping/dates.js';
import { damaged } from './damaged.js';
import { GENERAL, type NumberForm } from './number-form.js';
import type { StoredCell } from './sheet.js';
import { unescaped } from './text-of-runs.js';
import type { Workbook } from './workbook.js';

/** As the mapping reads it: a number is one that is not whole. */
export type CellValue = string | number | Date;

/** Day 0 of 1904 is this day of 1900. */
const DAYS_UNTIL_1904 = 1462;
/** From here on a number has more than 15 digits, which is as many as spreadsheet programs keep. */
const FIRST_OF_16_DIGITS = 1e15;

/**
 * The value of a stored cell (contract, section 15): text as it is; whole numbers as text, padded where their format is
 * zeros; those beyond 15 digits as `1.2345678901234568E+17`, which no rule takes for an identifier; dates.
 * @throws {FeedError} when it names a text that is not there
 */
export function valueOf({ type, style, text }: StoredCell, book: Omit<Workbook, 'sheets'>): CellValue {
  switch (type) {
    case 's':
      return book.texts.at(Number(text)) ?? missingText(text);
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return writtenDate(text) ?? text;
    case 'n':
      return numberOf(text, book.forms[style] ?? GENERAL, book.is1904);
    case 'inlineStr':
      return text;
    default:
      return unescaped(text);
  }
}

function numberOf(text: string, { isDate, digits }: NumberForm, is1904: boolean): CellValue {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const date = isDate ? dateOfSerial(is1904 ? number + DAYS_UNTIL_1904 : number) : undefined;
  if (date !== undefined) return date;
  if (!Number.isInteger(number)) return number;
  if (Math.abs(number) >= FIRST_OF_16_DIGITS) return number.toExponential().toUpperCase();
  return number < 0 ? String(number) : String(number).padStart(digits, '0');
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

/** Undefined for what is no date, or no real one. */
function writtenDate(text: string): Date | undefined {
  const plain = text.replace(/Z$/, '');
  if (!ISO_DATE.test(plain)) return undefined;
  const date = new Date(plain.includes('T') ? `${plain}Z` : plain);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function missingText(number: string): never {
  throw damaged(`it has no text ${number}`);
}
