import type { Mapping } from '../mapping/mapping.js';
import type { Terms } from '../mapping/terms.js';
import type { Beginning } from '../proposals/proposals.js';
import type { UnreadableRecord } from './table.js';

export const FORMATS = ['ndjson', 'csv', 'json', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

/** A row of people: its line in the file, and its JSON without a line feed. */
export interface SourceRow {
  line: number;
  bytes: Buffer;
}

/** A row of people, or what stands in its place. */
export type FileRow = SourceRow | UnreadableRecord;

/** What a source notes about its records while they are read. */
export interface SourceNotes {
  /** How many rows have nothing in them; they are left out. */
  blank: number;
  /** Lines of a CSV file that continue the row above them: it has a text of several lines. */
  furtherLines: number;
  /** Records left out, by reason. */
  skipped: Map<string, number>;
  ignoredColumns: string[];
  /** Of a table. */
  beginning?: Beginning;
}

export function noNotes(): SourceNotes {
  return { blank: 0, furtherLines: 0, skipped: new Map(), ignoredColumns: [] };
}

export function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The options of the readers of tables. */
export interface TableOptions {
  mapping: Mapping | undefined;
  /** The tenant's; the mapping's own win. Absent: there are only these. */
  terms?: Terms;
  blankClears: boolean;
  encoding: string;
  /** Of a workbook; the first that is not hidden, when no name is given. */
  sheet?: string | undefined;
  /** The directory of side files; undefined where there are none, as when a browser sends the file. */
  directory: string | undefined;
  /** A JSON file is read into memory; a larger one is refused. Absent: it may have any size. */
  mostJsonBytes?: number;
  notes: SourceNotes;
}
