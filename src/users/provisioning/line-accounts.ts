import { Injectable } from '@nestjs/common';

import { DataContended } from '../../errors/request.errors.js';
import { RunFinishedMeanwhile } from '../../errors/runs.errors.js';
import type { RowOutcome } from '../../http/ndjson/bulk-job.js';
import type { BulkLine } from '../../http/ndjson/bulk-line.js';
import { toRefusal } from '../../http/server/error.filter.js';
import type { Scope } from '../../tenancy/scope.js';
import { type Failure, FailedRowsRecorder } from '../failed-rows/failed-rows-recorder.js';
import { type Admitted, type NamingRow, Namings } from '../naming/namings.service.js';
import { type AccountedRow, OutcomeAccount } from '../statistics/outcome-account.js';

type Line = BulkLine<object>;

/** The rows by which the outcomes name people; a row that a fault has ended is sent again, and counts then. */
function rowsOf(outcomes: readonly RowOutcome[], lines: readonly Line[]): NamingRow[] {
  return outcomes.flatMap((outcome, index): NamingRow[] => {
    // Reading it parses a line that was recognised by its text.
    const sent = (): { content: unknown } => ({ content: lines[index]?.json });
    if (outcome.kind === 'refused') return [{ sent: sent(), isCounted: outcome.refusal.status < 500 }];
    if (outcome.pending !== undefined) return [{ id: outcome.id, sent: sent(), isCounted: true }];
    return [{ id: outcome.id, isCounted: true }];
  });
}

/** What is noted of the lines of one call, before the lines are answered. */
export class LineAccount {
  private finished: RunFinishedMeanwhile | undefined;

  constructor(
    private readonly scope: Scope,
    private readonly admitted: Admitted | undefined,
    private readonly noted: { namings: Namings; counts: OutcomeAccount; failedRows: FailedRowsRecorder },
  ) {}

  /**
   * Asked before each batch.
   * @throws {RunFinishedMeanwhile} when the run was finished during the call
   */
  async readmit(): Promise<void> {
    await this.scope.readmit?.();
    if (this.finished !== undefined) throw this.finished;
  }

  /**
   * Names the people of the lines, counts the lines and keeps refused ones.
   * @returns what the lines are answered: those whose people could not be named must be sent again
   */
  async settle(found: readonly RowOutcome[], lines: readonly Line[]): Promise<readonly RowOutcome[]> {
    const outcomes = await this.named(found, lines);
    this.noted.counts.accountRows(this.scope, outcomes.map(accounted), 0);
    const failures = outcomes.flatMap((outcome, index): Failure[] => {
      const line = lines[index];
      if (outcome.kind !== 'refused' || line === undefined) return [];
      return [{ refusal: outcome.refusal, sent: line.json, line: line.number }];
    });
    if (failures.length > 0) this.noted.failedRows.note(this.scope, failures);
    return outcomes;
  }

  private async named(
    outcomes: readonly RowOutcome[],
    lines: readonly Line[],
  ): Promise<readonly RowOutcome[]> {
    try {
      const outdated = await this.noted.namings.note(this.scope, this.admitted, rowsOf(outcomes, lines));
      if (outdated.size === 0) return outcomes;
      return outcomes.map((outcome) =>
        outcome.kind !== 'refused' && outdated.has(outcome.id)
          ? { kind: 'refused', refusal: new DataContended() }
          : outcome,
      );
    } catch (error) {
      if (error instanceof RunFinishedMeanwhile) this.finished = error;
      const refusal = toRefusal(error);
      return outcomes.map(() => ({ kind: 'refused', refusal }));
    }
  }
}

/** As the run counts it. */
function accounted(row: RowOutcome): AccountedRow {
  if (row.kind === 'refused') return row;
  return { kind: row.kind, counts: { ...row.counts, pending: row.pending === undefined ? 0 : 1 } };
}

/** Begins the accounts of calls that send lines. */
@Injectable()
export class LineAccounts {
  constructor(
    private readonly namings: Namings,
    private readonly counts: OutcomeAccount,
    private readonly failedRows: FailedRowsRecorder,
  ) {}

  /** @throws {RunFinished} when the run of the call was finished */
  async begin(scope: Scope): Promise<LineAccount> {
    const { namings, counts, failedRows } = this;
    const admitted = await namings.admit(scope);
    counts.accountRun(scope, [], 1);
    return new LineAccount(scope, admitted, { namings, counts, failedRows });
  }
}
