import { addOne } from '../../feed/sources/formats.js';
import type { Answer, AnswerError } from './answer.js';
import type { PendingRow } from './row-queue.js';

const MOST_FAILURES_SHOWN = 10;

export interface Failure {
  line: number;
  error: AnswerError;
  /** The row that was sent; a text when it was not JSON. */
  row: unknown;
}

/** Counts of the answers of a feed. */
export class AnswerCounts {
  inserted = 0;
  updated = 0;
  unchanged = 0;
  failed = 0;
  /** Of the unchanged: rows that wait for a decision about who the person is. */
  pending = 0;
  /** Rows with at least one warning. */
  warned = 0;
  readonly warnings = new Map<string, number>();
  /** The first failures, to be shown. */
  readonly failures: Failure[] = [];

  get received(): number {
    return this.inserted + this.updated + this.unchanged + this.failed;
  }

  /**
   * Counts one answer.
   * @returns the failure, if the answer is one
   */
  add(row: PendingRow, answer: Answer): Failure | undefined {
    if (answer.kind === 'row') {
      // A row that was sent twice had its effect the first time.
      this[answer.effect === 'unchanged' ? (row.effect ?? 'unchanged') : answer.effect] += 1;
      if (answer.isPending) this.pending += 1;
      if (answer.warnings.length > 0) this.warned += 1;
      for (const { code } of answer.warnings) addOne(this.warnings, code);
    } else if (answer.kind === 'failure') {
      const failure = { line: row.line, error: answer.error, row: contentOf(row.bytes) };
      this.failed += 1;
      if (this.failures.length < MOST_FAILURES_SHOWN) this.failures.push(failure);
      return failure;
    }
    return undefined;
  }
}

function contentOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
