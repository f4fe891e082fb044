import type { ErrorDetail, ServiceErrorCode } from '../errors.js';
import type { CallOptions, Warning } from '../transport.js';

export interface BulkOptions extends Omit<CallOptions, 'requestId'> {
  /** The same answers, and nothing is written. */
  readonly dryRun?: boolean;
}

/** A row that was accepted. */
export interface AcceptedRow<Row> {
  /** The place of the row among those that were given, from 1. */
  readonly line: number;
  readonly row: Row;
  readonly success: true;
  /** The 950/951 ID. */
  readonly id: string;
  readonly message: string;
  readonly effect: 'inserted' | 'updated' | 'unchanged';
  readonly holdId?: string | null;
  readonly conflictId?: string;
  readonly warnings: readonly Warning[];
}

/** A row that was refused; the others go on. */
export interface RefusedRow<Row> {
  readonly line: number;
  readonly row: Row;
  readonly success: false;
  readonly error: {
    readonly code: ServiceErrorCode;
    readonly message: string;
    readonly details?: readonly ErrorDetail[];
  };
}

export type BulkAnswer<Row> = AcceptedRow<Row> | RefusedRow<Row>;

export interface BulkSummary {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** An answer of the service that fits the oldest row without one. */
export type LineAnswer =
  | {
      readonly line: number;
      readonly success: true;
      readonly id: string;
      readonly message: string;
      readonly changed?: boolean;
      readonly holdId?: string | null;
      readonly conflictId?: string;
      readonly warnings?: readonly Warning[];
    }
  | (Omit<RefusedRow<unknown>, 'row'> & { readonly line: number });

export function effectOf(answer: LineAnswer & { success: true }): 'inserted' | 'updated' | 'unchanged' {
  if (answer.changed === false) return 'unchanged';
  return answer.message === 'DATA INSERTED' ? 'inserted' : 'updated';
}
