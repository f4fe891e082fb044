import type { Mapping } from './mapping.js';

export const formats = ['ndjson', 'csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** What a source tells about its records while they are read. */
export interface SourceNotes {
  /** Records left out, by reason. */
  skipped: Map<string, number>;
  ignoredColumns: string[];
}

/** What the readers of tables need beside the bytes. */
export interface TableOptions {
  mapping: Mapping | undefined;
  blankClears: boolean;
  encoding: string;
  /** Where side files are looked for. */
  directory: string;
  notes: SourceNotes;
}
