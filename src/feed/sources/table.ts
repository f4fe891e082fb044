/** One record of a table, and the line on which it begins. */
export interface TableRecord {
  readonly line: number;
  /** In the order of the header; a short record has fewer. */
  readonly cells: readonly unknown[];
}

/** A file of records with named columns. */
export interface Table {
  readonly header: string[];
  readonly records: AsyncIterable<TableRecord> | Iterable<TableRecord>;
  /** Of a CSV file. */
  readonly delimiter?: string;
}
