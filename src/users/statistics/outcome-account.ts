import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';
import { RunTally } from '../runs/run-tally.js';
import type { UnchangedBody } from '../unchanged-bodies/unchanged-bodies.service.js';
import { AwaitedTotals } from './awaited-totals.js';
import { ProvisioningTally } from './provisioning-tally.js';

/** What a row adds to the counts of its run, beside its kind. */
export interface RowCounts {
  readonly deprovisioned: number;
  readonly restored: number;
  readonly keptActive: number;
  readonly awaitingSource: number;
  readonly putBack: number;
  readonly pending: number;
}

/** A row that was answered, as far as it is counted. */
export interface AccountedRow {
  readonly kind: Outcome['kind'];
  readonly counts?: Partial<RowCounts>;
}

type Answered = Outcome | UnchangedBody;

const COUNTS = ['deprovisioned', 'restored', 'keptActive', 'awaitingSource', 'putBack', 'pending'] as const;

/** What the outcome of a row adds to counts; all 0 for a refused row. */
export function countsOf(outcome: Answered): RowCounts {
  const status = newStatusOf(outcome);
  const awaiting = 'awaiting' in outcome ? outcome.awaiting : undefined;
  return {
    deprovisioned: status === 'inactive' ? 1 : 0,
    restored: status === 'active' ? 1 : 0,
    keptActive: 'keptActive' in outcome ? 1 : 0,
    awaitingSource: awaiting?.kept.length ?? 0,
    putBack: awaiting?.putBack.length ?? 0,
    pending: outcome.kind !== 'refused' && outcome.pendingId !== undefined ? 1 : 0,
  };
}

export function rowOf(outcome: Answered): AccountedRow {
  return { kind: outcome.kind, counts: countsOf(outcome) };
}

/** The new status of a stored person whose status the row changed. */
function newStatusOf(outcome: Answered): 'active' | 'inactive' | undefined {
  return outcome.kind === 'updated' && outcome.changed.includes('accountStatus')
    ? outcome.user.accountStatus
    : undefined;
}

/** Counts what became of people, for the statistics of the tenant and for the run that the call names. */
@Injectable()
export class OutcomeAccount {
  constructor(
    private readonly days: ProvisioningTally,
    private readonly runs: RunTally,
    private readonly awaited: AwaitedTotals,
  ) {}

  /** @param calls how many calls of the run these people came with; 0 where the call is counted already */
  account(scope: Scope, outcomes: readonly Answered[], calls: number): void {
    this.accountRows(scope, outcomes.map(rowOf), calls);
  }

  accountRows(scope: Scope, rows: readonly AccountedRow[], calls: number): void {
    const kinds = rows.map(({ kind }) => kind);
    this.days.count(scope, kinds);
    this.awaited.count(scope, rows);
    this.accountRun(scope, rows, calls);
  }

  /** For what is no row about a person: a change of a status. */
  accountRun(scope: Scope, rows: readonly AccountedRow[], calls: number): void {
    const total: Partial<Record<keyof RowCounts, number>> = {};
    for (const { counts } of rows)
      for (const name of COUNTS) total[name] = (total[name] ?? 0) + (counts?.[name] ?? 0);
    this.runs.count(scope, { calls, kinds: rows.map(({ kind }) => kind), ...total });
  }
}
