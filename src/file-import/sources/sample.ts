import type { Mapping } from '../mapping/mapping.js';
import { textOf } from '../mapping/row-mapper.js';
import { type Beginning, SAMPLED_RECORDS } from '../proposals/proposals.js';
import type { SourceNotes } from './formats.js';
import { isUnreadable, type Table, type TableRecord, type UnreadableRecord } from './table.js';

/** Keeps the first records of a table while they pass; what it has so far stands in the notes. */
export class Sample {
  readonly beginning: Beginning;
  private readonly rows: string[][] = [];

  constructor(
    private readonly header: readonly string[],
    mapping: Mapping,
    notes: SourceNotes,
  ) {
    this.beginning = { header, rows: this.rows, mapping, ignored: notes.ignoredColumns };
    notes.beginning = this.beginning;
  }

  /** Reads as many records as it takes. */
  async fill({ records }: Table): Promise<void> {
    for await (const record of records) if (!this.add(record)) break;
  }

  /** @returns whether it takes more */
  add(record: TableRecord | UnreadableRecord): boolean {
    if (this.rows.length >= SAMPLED_RECORDS) return false;
    if (!isUnreadable(record)) this.rows.push(this.header.map((_, index) => textOf(record.cells[index])));
    return this.rows.length < SAMPLED_RECORDS;
  }
}
