import type { Refusal } from '../../errors/refusal.js';
import type { Warning } from '../answers.js';
import type { DtoClass } from '../validation/dto-class.js';
import type { BulkLine } from './bulk-line.js';

/** The outcome of one row. */
export type RowOutcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly id: string;
      readonly warnings: readonly Warning[];
      /** Fields of the answer when a de-provisioning of the row is held. */
      readonly held?: { readonly message: string; readonly holdId: string | null };
      /** Fields of the answer that few rows have. */
      readonly details?: object;
      /** What the row adds to counts of the summary that are absent while they are 0. */
      readonly counts?: Readonly<Record<string, number>>;
      /** Fields of the answer when the row waits for a decision and nothing of it was applied. */
      readonly pending?: { readonly message: string; readonly conflictId: string | null };
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Finds lines that change nothing, without checking their fields. */
export interface UnchangedLines<T extends object> {
  /**
   * Whether the next lines are expected to be unchanged. Otherwise they are checked while the batch before is at
   * work.
   */
  areExpected(): boolean;
  /**
   * Called while the batch before is at work; its result does not count for people whom that batch touched. Lines that
   * are not in the result are checked and applied.
   */
  find(lines: readonly BulkLine<T>[]): Promise<ReadonlyMap<BulkLine<T>, RowOutcome>>;
}

/** Rows that are applied together, in their order. */
export interface RowBatch<T> {
  readonly rows: readonly T[];
  /** The line of each row, exactly as it was sent. */
  readonly texts: readonly string[];
  /** The batch before this one: nothing of this one may be written until it has succeeded. */
  readonly before: Promise<void>;
}

/** A kind of bulk request: each line is checked against `dto`, and the valid ones are applied in order, in batches. */
export interface BulkJob<T extends object> {
  readonly dto: DtoClass<T>;
  /** Whose share of the temporary files the answer takes up while it is not read. */
  readonly tenantId: string;
  readonly unchanged?: UnchangedLines<T>;
  /** Asks before each batch whether the caller is still admitted; its error is the outcome of each line when not. */
  readonly readmit?: (() => Promise<void>) | undefined;
  /** Whether a batch may be prepared while the one before it is at work. */
  mayPrepare?(): boolean;
  /** @returns one outcome per row, in their order */
  apply(batch: RowBatch<T>): Promise<readonly RowOutcome[]>;
  /**
   * Called with the outcomes of each batch before they are answered, those of refused lines included, and with the line
   * of each outcome; not for a batch whose caller is no longer admitted.
   * @returns what is answered, in the same order
   */
  settle?(
    outcomes: readonly RowOutcome[],
    lines: readonly BulkLine<T>[],
  ): Promise<readonly RowOutcome[]> | readonly RowOutcome[];
}
