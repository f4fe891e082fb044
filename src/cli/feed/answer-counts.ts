import type { AcceptedRow, BulkAnswer, RefusedRow } from '#client';

import { addOne, type SourceRow } from '../../file-import/sources/formats.js';
import type { UnreadableRecord } from '../../file-import/sources/table.js';

const MOST_FAILURES_SHOWN = 10;
const FAULTS = new Set<string>(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']);

export interface Failure {
  line: number;
  error: RefusedRow<SourceRow>['error'];
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
  /** Of the failed: rows that a fault of the service has kept from being applied. */
  faults = 0;
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
  add(answer: BulkAnswer<SourceRow>): Failure | undefined {
    if (!answer.success) {
      const { row, error } = answer;
      if (FAULTS.has(error.code)) this.faults += 1;
      return this.fail({ line: row.line, error, row: contentOf(row.bytes) });
    }
    this[answer.effect] += 1;
    if (answer.conflictId !== undefined) this.pending += 1;
    if (answer.deprovisioned) this.deprovisioned += 1;
    if (answer.restored) this.restored += 1;
    const codes = warningsOf(answer);
    if (codes.length > 0) this.warned += 1;
    for (const code of codes) addOne(this.warnings, code);
    return undefined;
  }

  /** Counts a line that is no row. Its content is not shown: it has columns that are never sent. */
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

/** What is held, or waits for a decision, is no warning of the service; the summary shows it as one. */
function warningsOf({ warnings, holdId, conflictId }: AcceptedRow<SourceRow>): string[] {
  return [
    ...warnings.map(({ code }) => code),
    ...(holdId === undefined ? [] : ['DEPROVISIONING_HELD']),
    ...(conflictId === undefined ? [] : ['MATCH_PENDING']),
  ];
}

function contentOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
