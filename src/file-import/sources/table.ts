import { FeedError } from '../feed-error.js';
import type { UnreadableRow } from '../../errors/request.errors.js';

/** One record of a table, and the line on which it begins. */
export interface TableRecord {
  readonly line: number;
  /**
   * In the order of the header. A record of a JSON file has undefined for keys that it lacks, one of a workbook a
   * `Date` where a cell is a date.
   */
  readonly cells: readonly unknown[];
}

/** A line that is no row of its table; nothing of it is sent. */
export interface UnreadableRecord {
  readonly line: number;
  readonly refusal: UnreadableRow;
}

/** A file of records with named columns. */
export interface Table {
  readonly header: string[];
  readonly records: AsyncIterable<TableRecord | UnreadableRecord> | Iterable<TableRecord>;
  /** Of a CSV file. */
  readonly delimiter?: string;
  /** Of a workbook: the sheet that is read, and those that are not hidden. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** Must be called when the records are read, or are not read; absent where nothing is to be closed. */
  readonly close?: () => Promise<void>;
}

/** Each cell of each row is mapped. */
const MOST_COLUMNS = 500;

/** @throws {FeedError} when there are more columns than a file of people can have */
export function refuseTooMany(columns: readonly string[]): void {
  if (columns.length > MOST_COLUMNS)
    throw new FeedError(`it has ${columns.length} columns; a file may have ${MOST_COLUMNS}`);
}

/** Without columns at the end that have no name, as some programs write them. */
export function namedColumns(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((name) => name.trim() !== '') + 1);
}

export function isUnreadable(row: object): row is UnreadableRecord {
  return 'refusal' in row;
}
