import type { Refusal } from '../../errors/refusal.js';
import type { Warning } from '../answers.js';
import type { DtoClass } from '../validation/dto-class.js';
import type { BulkLine } from './bulk-line.js';

/** What became of one row. */
export type RowOutcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly id: string;
      readonly warnings: readonly Warning[];
      /** What the line says when an administrator has to decide about a part of the row. */
      readonly held?: { readonly message: string; readonly holdId: string | null };
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Finds lines that change nothing, without a look at their fields. */
export interface UnchangedLines<T extends object> {
  /** Whether the next lines are expected to be unchanged. Else they are checked while the batch before them is at work. */
  areExpected(): boolean;
  /**
   * Asked while the batch before is at work; what it says of a row that this one touched does not count. Lines that are not
   * among the answers are checked and applied.
   */
  find(lines: readonly BulkLine<T>[]): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>>;
}

/** Rows that are applied together, in their order. */
export interface RowBatch<T> {
  readonly rows: readonly T[];
  /** The line of each row, exactly as it was sent. */
  readonly texts: readonly string[];
  /** The batch in front of this one: nothing of this one may be written until it has succeeded. */
  readonly before: Promise<void>;
}

/** What a bulk request is about: each line is checked against `dto`, and the good ones are applied in order, in batches. */
export interface BulkJob<T extends object> {
  readonly dto: DtoClass<T>;
  readonly unchanged?: UnchangedLines<T>;
  /** Whether a batch may be prepared while the one before it is at work. */
  mayPrepare?(): boolean;
  /** @returns one outcome per row, in their order */
  apply(batch: RowBatch<T>): Promise<readonly RowOutcome[]>;
  /** Hears what became of each batch, lines that were refused before it was applied included. */
  answered?(outcomes: readonly RowOutcome[]): void;
}
