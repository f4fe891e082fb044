import type { ErrorDetail, ServiceErrorCode } from '../errors.js';
import type { CallOptions, Warning } from '../transport.js';

/** `requestId` is that of the first request; a further one has it with `.2`, `.3` and so on. */
export interface BulkOptions extends CallOptions {
  /** The same answers, and nothing is written. */
  readonly dryRun?: boolean;
}

/** Options for rows that have places of their own. */
export interface BulkOfOptions<Row> extends BulkOptions {
  /**
   * The line of the row in its file, from 1 and larger for each row. The row is sent as that line of the body, behind
   * blank ones, so that the service calls it by the same number; the answers are numbered as without it.
   */
  readonly lineOf?: (row: Row) => number;
}

export type BulkEffect = 'inserted' | 'updated' | 'unchanged';

/** A row that was accepted. One that was sent again counts with what it did the first time. */
export interface AcceptedRow<Row> {
  /** The place of the row among those that were given, from 1. */
  readonly line: number;
  readonly row: Row;
  readonly success: true;
  /** The 950/951 ID. */
  readonly id: string;
  readonly message: string;
  readonly effect: BulkEffect;
  /** Whether the person lost the access by the row. */
  readonly deprovisioned: boolean;
  /** Whether the person got the access back by the row. */
  readonly restored: boolean;
  readonly holdId?: string | null;
  readonly conflictId?: string | null;
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
  /** Answered rows, which the next four add up to. */
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** How often a row was sent again. */
  readonly resent: number;
  /** Rows that were read and have no answer: they may be applied, or not. */
  readonly unanswered: number;
}

/** An answer of the service to a row that it accepted. */
export interface AcceptedLine {
  readonly line: number;
  readonly success: true;
  readonly id: string;
  readonly message: string;
  readonly changed?: boolean;
  readonly deprovisioned?: boolean;
  readonly restored?: boolean;
  readonly holdId?: string | null;
  readonly conflictId?: string | null;
  readonly warnings?: readonly Warning[];
}

/** An answer of the service that fits the oldest row without one. */
export type LineAnswer = AcceptedLine | Omit<RefusedRow<unknown>, 'row'>;

export function effectOf(answer: AcceptedLine): BulkEffect {
  if (answer.changed === false) return 'unchanged';
  return answer.message === 'DATA INSERTED' ? 'inserted' : 'updated';
}
