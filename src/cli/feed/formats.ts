import type { Mapping } from './mapping.js';

export const FORMATS = ['ndjson', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** What a source notes about its records while they are read. */
export interface SourceNotes {
  /** Records left out, by reason. */
  skipped: Map<string, number>;
  ignoredColumns: string[];
}

/** The options of the readers of tables. */
export interface TableOptions {
  mapping: Mapping | undefined;
  blankClears: boolean;
  encoding: string;
  /** The directory of side files. */
  directory: string;
  notes: SourceNotes;
}
