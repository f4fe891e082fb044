import { FeedError } from '../../feed-error.js';
import { damaged } from './damaged.js';
import { TextOfRuns } from './text-of-runs.js';
import { type Attributes, readXml, type XmlHandler } from './xml.js';

/** A cell as the sheet has it: its column from 0 on, its type, the number of its style, and its stored value. */
export interface StoredCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

/** A row with a value at least, and its number as spreadsheet programs show it. */
export interface StoredRow {
  readonly number: number;
  readonly cells: readonly StoredCell[];
}

/** Cells that are shown as one; only the first has a value. */
export interface MergedCells {
  /** Such as `A2:A9`. */
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

const MOST_COLUMNS = 16_384;
const LAST_ROW = 1_048_576;
const LONGEST_ROW = 1024 * 1024;
/** Each row is compared with all of them. */
const MOST_MERGED = 1000;

/** Reads the rows of a sheet as they come; merged cells stand behind all rows. */
export class SheetReader implements XmlHandler {
  readonly merged: MergedCells[] = [];
  private readonly ready: StoredRow[] = [];
  private readonly runs = new TextOfRuns();
  private row = 0;
  private column = -1;
  private cells: StoredCell[] = [];
  private cell: { type: string; style: number } | undefined;
  /** The value of the cell, and how much text the row has. */
  private value = '';
  private isInValue = false;
  private size = 0;

  /** @throws {FeedError} when the sheet is damaged */
  rows(chunks: AsyncIterable<Buffer>): AsyncGenerator<StoredRow> {
    return readXml(chunks, this, () => this.ready.splice(0));
  }

  /**
   * How many rows there are in each of the chunks.
   * @throws {FeedError} when the sheet is damaged
   */
  counts(chunks: AsyncIterable<Buffer>): AsyncGenerator<number> {
    return readXml(chunks, this, () => [this.ready.splice(0).length]);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.beginRow(attributes);
    else if (name === 'c') this.beginCell(attributes);
    else if (name === 'v') this.isInValue = this.cell !== undefined;
    else if (name === 'mergeCell') this.addMerged(attributes['ref'] ?? '');
    else this.runs.open(name);
  }

  text(text: string): void {
    if (this.cell === undefined) return;
    this.size += text.length;
    if (this.size > LONGEST_ROW) throw new FeedError(`row ${this.row} is longer than 1 MiB`);
    if (this.isInValue) this.value += text;
    else this.runs.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.isInValue = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else this.runs.close(name);
  }

  private beginRow(attributes: Attributes): void {
    const number = Number(attributes['r'] ?? this.row + 1);
    if (!Number.isInteger(number) || number <= this.row || number > LAST_ROW)
      throw damaged(`row ${attributes['r'] ?? number} stands behind row ${this.row}`);
    this.row = number;
    this.column = -1;
    this.cells = [];
    this.size = 0;
  }

  private beginCell(attributes: Attributes): void {
    const name = attributes['r'];
    this.column = name === undefined ? this.column + 1 : columnOf(name);
    if (this.column < 0 || this.column >= MOST_COLUMNS || this.cells.length >= MOST_COLUMNS)
      throw damaged(`row ${this.row} has a cell ${name ?? 'beyond the last column'}`);
    this.cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) };
    this.value = '';
    this.runs.begin();
  }

  private endCell(): void {
    if (this.cell === undefined) return;
    const { type, style } = this.cell;
    const text = type === 'inlineStr' ? this.runs.whole : this.value;
    if (text !== '') this.cells.push({ column: this.column, type, style, text });
    this.cell = undefined;
  }

  private endRow(): void {
    if (this.cells.length > 0) this.ready.push({ number: this.row, cells: this.cells });
  }

  private addMerged(name: string): void {
    const [, first, last] = /^[A-Z]+(\d+):[A-Z]+(\d+)$/.exec(name) ?? [];
    if (first === undefined) return;
    if (this.merged.length >= MOST_MERGED)
      throw new FeedError(
        `the sheet has more than ${MOST_MERGED} merged cells; unmerge them, and fill in each row`,
      );
    this.merged.push({ name, first: Number(first), last: Number(last) });
  }
}

const LETTERS = 26;
const BEFORE_A = 64;

/** The column of a cell such as `AB12`, from 0 on; -1 or beyond the last one where the name is none. */
function columnOf(name: string): number {
  let column = 0;
  for (let at = 0; at < name.length; at += 1) {
    const letter = name.charCodeAt(at) - BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  return column - 1;
}

/** The letters of a column, from 0 on. */
export function lettersOf(column: number): string {
  const [rest, last] = [Math.floor(column / LETTERS), column % LETTERS];
  return (rest === 0 ? '' : lettersOf(rest - 1)) + String.fromCharCode(BEFORE_A + 1 + last);
}
