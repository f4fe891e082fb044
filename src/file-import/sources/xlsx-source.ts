import { UnreadableRow } from '../../errors/request.errors.js';
import { FeedError } from '../feed-error.js';
import { textOf } from '../mapping/row-mapper.js';
import type { SourceNotes } from './formats.js';
import { namedColumns, refuseTooMany, type Table, type TableRecord, type UnreadableRecord } from './table.js';
import { Archive } from './xlsx/archive.js';
import { type CellValue, valueOf } from './xlsx/cell-value.js';
import { lettersOf, type MergedCells, SheetReader } from './xlsx/sheet.js';
import { chosenSheet, readWorkbook, type Sheet, type Workbook } from './xlsx/workbook.js';

/** Rows with a value below the header; contract, section 15. */
const MOST_ROWS = 200_000;

export interface XlsxOptions {
  /** The first that is not hidden, when no name is given. */
  readonly sheet?: string | undefined;
  readonly notes: Pick<SourceNotes, 'blank'>;
}

/**
 * A sheet of a workbook, with the first row that has a value as the header. It is read twice: before the first record
 * is given out, the whole sheet is known to be readable and within its limits. A record has a text, a number that is
 * not whole, or a date in each column; its line is the number of the row. Records with merged cells, or with a value
 * beyond the last column that has a name, are unreadable.
 * @throws {FeedError} when the file is no workbook, is damaged or too large, or has no such sheet
 */
export async function openXlsx(chunks: AsyncIterable<Buffer>, options: XlsxOptions): Promise<Table> {
  const archive = await Archive.open(chunks);
  try {
    const book = await readWorkbook(archive);
    const sheet = chosenSheet(book, options.sheet);
    const merged = await survey(archive, sheet);
    const rows = valuedRows(archive, sheet, book);
    const first = await rows.next();
    const { number, cells } = first.done === true ? NO_ROW : first.value;
    const header = namedColumns(cells.map(textOf));
    refuseTooMany(header);
    return {
      header,
      records: recordsOf(rows, header.length, merged, options.notes, number),
      sheet: sheet.name,
      sheets: book.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
      close: () => archive.close(),
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

const NO_ROW: ValuedRow = { number: 0, cells: [] };

/** Reads the whole sheet without its values. */
async function survey(archive: Archive, { part, name }: Sheet): Promise<readonly MergedCells[]> {
  const reader = new SheetReader();
  let rows = 0;
  for await (const more of reader.counts(archive.bytesOf(part))) {
    rows += more;
    // The header is one more.
    if (rows > MOST_ROWS + 1)
      throw new FeedError(
        `the sheet "${name}" has more than ${MOST_ROWS.toLocaleString('en')} rows; send it in parts, or as CSV`,
      );
  }
  return reader.merged;
}

interface ValuedRow {
  readonly number: number;
  /** From the first column on. */
  readonly cells: readonly CellValue[];
}

/** The rows that have something else than blanks. */
async function* valuedRows(archive: Archive, { part }: Sheet, book: Workbook): AsyncGenerator<ValuedRow> {
  for await (const { number, cells: stored } of new SheetReader().rows(archive.bytesOf(part))) {
    const cells: CellValue[] = [];
    for (const cell of stored) {
      while (cells.length < cell.column) cells.push('');
      cells[cell.column] = valueOf(cell, book);
    }
    if (!cells.every(isBlank)) yield { number, cells };
  }
}

async function* recordsOf(
  rows: AsyncIterable<ValuedRow>,
  width: number,
  merged: readonly MergedCells[],
  notes: XlsxOptions['notes'],
  header: number,
): AsyncGenerator<TableRecord | UnreadableRecord> {
  notes.blank += Math.max(0, header - 1);
  let before = header;
  for await (const { number: line, cells } of rows) {
    notes.blank += line - before - 1;
    before = line;
    const problem = problemOf(line, cells, width, merged);
    if (problem !== undefined) yield { line, refusal: new UnreadableRow(problem) };
    else yield { line, cells: Array.from({ length: width }, (_, column) => cells[column] ?? '') };
  }
}

function problemOf(
  line: number,
  cells: readonly CellValue[],
  width: number,
  merged: readonly MergedCells[],
): string | undefined {
  const joined = merged.find(({ first, last }) => first <= line && line <= last);
  if (joined !== undefined)
    return `The cells ${joined.name} are merged: only the first has a value; unmerge them, and fill in each row`;
  const beyond = cells.findIndex((cell, column) => column >= width && !isBlank(cell));
  if (beyond < 0) return undefined;
  return `The cell ${lettersOf(beyond)}${line} has a value, but its column has no name in the header`;
}

function isBlank(cell: CellValue | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
