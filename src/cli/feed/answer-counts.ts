import { addOne } from '../../feed/sources/formats.js';
import type { UnreadableRecord } from '../../feed/sources/table.js';
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
  /** Answered by the service, and refused here. */
  failed = 0;
  /** Of the failed: lines that are no row of the file, and were not sent. */
  refused = 0;
  /** Of the unchanged: rows that wait for a decision about who the person is. */
  pending = 0;
  /** Of the updated: people who lost their access, and who got it back. */
  deprovisioned = 0;
  restored = 0;
  /** Rows with at least one warning. */
  warned = 0;
  readonly warnings = new Map<string, number>();
  /** The first failures, to be shown. */
  readonly failures: Failure[] = [];

  /** Rows that the service has answered. */
  get received(): number {
    return this.inserted + this.updated + this.unchanged + this.failed - this.refused;
  }

  /**
   * Counts one answer.
   * @returns the failure, if the answer is one
   */
  add(row: PendingRow, answer: Answer): Failure | undefined {
    if (answer.kind === 'row') {
      // A row that was sent twice had its effect the first time.
      const { applied = answer } = row;
      const { effect, warnings } = answer.effect === 'unchanged' ? applied : answer;
      const status = answer.status ?? applied.status;
      this[effect] += 1;
      if (answer.isPending) this.pending += 1;
      if (status !== undefined) this[status] += 1;
      if (warnings.length > 0) this.warned += 1;
      for (const { code } of warnings) addOne(this.warnings, code);
    } else if (answer.kind === 'failure') {
      return this.fail({ line: row.line, error: answer.error, row: contentOf(row.bytes) });
    }
    return undefined;
  }

  /** Counts a line that is no row. What stands in it is not told: it has columns that are never sent. */
  refuse({ line, refusal }: UnreadableRecord): Failure {
    const { code, message } = refusal;
    this.refused += 1;
    return this.fail({ line, error: { code, message }, row: null });
  }

  private fail(failure: Failure): Failure {
    this.failed += 1;
    if (this.failures.length < MOST_FAILURES_SHOWN) this.failures.push(failure);
    return failure;
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
