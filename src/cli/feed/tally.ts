import type { Answer, AnswerError } from './answer.js';
import type { PendingRow } from './row-queue.js';

export const maxFailuresShown = 10;

export interface Failure {
  line: number;
  error: AnswerError;
  /** What was sent; a text when it was not JSON. */
  row: unknown;
}

/** Counts the answers. */
export class Tally {
  inserted = 0;
  updated = 0;
  unchanged = 0;
  failed = 0;
  /** Rows with at least one warning. */
  warned = 0;
  readonly warnings = new Map<string, number>();
  /** The first failures, to be shown. */
  readonly failures: Failure[] = [];

  get received(): number {
    return this.inserted + this.updated + this.unchanged + this.failed;
  }

  /** Counts one answer; returns the failure when it is one. */
  count(row: PendingRow, answer: Answer): Failure | undefined {
    if (answer.kind === 'row') {
      // Sent twice and applied the first time: the first effect is the true one.
      this[answer.effect === 'unchanged' ? (row.effect ?? 'unchanged') : answer.effect] += 1;
      if (answer.warnings.length > 0) this.warned += 1;
      for (const { code } of answer.warnings) addOne(this.warnings, code);
    } else if (answer.kind === 'failure') {
      const failure = { line: row.line, error: answer.error, row: contentOf(row.bytes) };
      this.failed += 1;
      if (this.failures.length < maxFailuresShown) this.failures.push(failure);
      return failure;
    }
    return undefined;
  }
}

export function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function contentOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
