import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { Outcome } from '../model/outcome.js';
import type { UnchangedBody } from '../unchanged-bodies/unchanged-bodies.service.js';
import type { AccountStatus } from '../model/user.entity.js';
import { type CountedRun, COUNTS, RunsRepository } from './runs.repository.js';

/** What is counted of a call, or of a part of one. */
export interface Counted {
  readonly calls?: number;
  /** One outcome for each person. */
  readonly kinds?: readonly Outcome['kind'][];
  /** The new account statuses that differ from those before. */
  readonly statuses?: readonly AccountStatus[];
  /** What became of approved values. */
  readonly awaited?: AwaitedCounts;
  /** How many people an administrator keeps active whom these rows would have de-provisioned. */
  readonly keptActive?: number;
  /** How many people wait for a decision about who they are. */
  readonly pending?: number;
  /** What a call of the platform did; it is counted apart from the people whom the SIS sent. */
  readonly workflow?: WorkflowCounted;
}

/** What is counted of a call of the platform. */
export interface WorkflowCounted {
  readonly calls?: number;
  /** One outcome for each part of a record, submission, move or decision. */
  readonly kinds?: readonly Outcome['kind'][];
  /** How many people accepted discrepancies changed. */
  readonly people?: number;
}

const WORKFLOW_COUNTS = {
  inserted: 'workflowChanged',
  updated: 'workflowChanged',
  unchanged: 'workflowUnchanged',
  refused: 'workflowFailed',
} as const satisfies Record<Outcome['kind'], keyof CountedRun>;

/** The new statuses of stored people whose status these rows changed. */
export function statusesOf(outcomes: readonly (Outcome | UnchangedBody)[]): AccountStatus[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'updated' && outcome.changed.includes('accountStatus')
      ? [outcome.user.accountStatus]
      : [],
  );
}

/** The same, counted. */
export function statusCountsOf(
  outcomes: readonly (Outcome | UnchangedBody)[],
): Readonly<Record<'deprovisioned' | 'restored', number>> {
  const statuses = statusesOf(outcomes);
  const deprovisioned = statuses.filter((status) => status === 'inactive').length;
  return { deprovisioned, restored: statuses.length - deprovisioned };
}

/** How many values of these rows awaited their source, and how many approved ones were put back. */
export interface AwaitedCounts {
  readonly awaitingSource: number;
  readonly putBack: number;
}

const NONE: AwaitedCounts = { awaitingSource: 0, putBack: 0 };

export function awaitedOf(outcomes: readonly (Outcome | UnchangedBody)[]): AwaitedCounts {
  const counts = { ...NONE };
  for (const outcome of outcomes) {
    if (!('awaiting' in outcome) || outcome.awaiting === undefined) continue;
    counts.awaitingSource += outcome.awaiting.kept.length;
    counts.putBack += outcome.awaiting.putBack.length;
  }
  return counts;
}

/** How many of these rows would have de-provisioned people whom an administrator keeps active. */
export function keptActiveOf(outcomes: readonly (Outcome | UnchangedBody)[]): number {
  return outcomes.filter((outcome) => 'keptActive' in outcome).length;
}

/** How many of these rows wait for a decision. */
export function pendingOf(outcomes: readonly (Outcome | UnchangedBody)[]): number {
  return outcomes.filter((outcome) => outcome.kind !== 'refused' && outcome.pendingId !== undefined).length;
}

/** A run of which nothing is counted yet. */
export function nothingOf({ tenantId, run: name = '' }: Scope, now: Date): CountedRun {
  return {
    tenantId,
    name,
    startedAt: now,
    lastCallAt: now,
    actors: new Set(),
    calls: 0,
    received: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    pending: 0,
    deprovisioned: 0,
    restored: 0,
    keptActive: 0,
    awaitingSource: 0,
    putBack: 0,
    workflowCalls: 0,
    workflowReceived: 0,
    workflowChanged: 0,
    workflowUnchanged: 0,
    workflowFailed: 0,
    workflowPeople: 0,
  };
}

function addTo(counts: CountedRun, more: CountedRun): CountedRun {
  if (more.startedAt < counts.startedAt) counts.startedAt = more.startedAt;
  if (more.lastCallAt > counts.lastCallAt) counts.lastCallAt = more.lastCallAt;
  for (const actor of more.actors) counts.actors.add(actor);
  for (const name of COUNTS) counts[name] += more[name];
  return counts;
}

function addWorkflow(counts: CountedRun, { calls = 0, kinds = [], people = 0 }: WorkflowCounted): void {
  counts.workflowCalls += calls;
  counts.workflowReceived += kinds.length;
  for (const kind of kinds) counts[WORKFLOW_COUNTS[kind]] += 1;
  counts.workflowPeople += people;
}

/** Counts the outcomes of the calls that name a run; see {@link WriteBehind}. */
@Injectable()
export class RunTally {
  private readonly counts: WriteBehind<CountedRun>;

  constructor(background: Background, runs: RunsRepository) {
    this.counts = background.buffer('run-counts', {
      store: (transaction, rows) => runs.add(transaction, rows),
      merge: addTo,
    });
  }

  /** A call that names no run is not counted. */
  count(
    scope: Scope,
    {
      calls = 0,
      kinds = [],
      statuses = [],
      awaited = NONE,
      keptActive = 0,
      pending = 0,
      workflow = {},
    }: Counted,
  ): void {
    const { tenantId, run, actor } = scope;
    if (run === undefined) return;
    const now = nowOf(scope);
    const counts = this.counts.of(`${tenantId} ${run}`, () => nothingOf(scope, now));
    counts.lastCallAt = now;
    counts.actors.add(actor);
    counts.calls += calls;
    counts.received += kinds.length;
    counts.pending += pending;
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
    for (const status of statuses) counts[status === 'inactive' ? 'deprovisioned' : 'restored'] += 1;
    counts.keptActive += keptActive;
    counts.awaitingSource += awaited.awaitingSource;
    counts.putBack += awaited.putBack;
    addWorkflow(counts, workflow);
  }

  /**
   * Writes the counts to the database.
   * @throws {QueryFailedError} when that failed; the counts are kept
   */
  flush(): Promise<void> {
    return this.counts.flush();
  }
}
