import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Outcome } from '../model/outcome.js';
import { type CountedRun, COUNTS, RunsRepository } from './runs.repository.js';

/** What is counted of people whom the SIS sent, beside the kinds of the outcomes. */
const PEOPLE_COUNTS = [
  'deprovisioned',
  'restored',
  'keptActive',
  'awaitingSource',
  'putBack',
  'pending',
] as const satisfies (keyof CountedRun)[];
type PeopleCount = (typeof PEOPLE_COUNTS)[number];

/** What is counted of a call, or of a part of one. */
export interface Counted extends Partial<Record<PeopleCount, number>> {
  readonly calls?: number;
  /** One outcome for each person. */
  readonly kinds?: readonly Outcome['kind'][];
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
    refusedFinish: null,
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
  count(scope: Scope, counted: Counted): void {
    const { tenantId, run, actor } = scope;
    if (run === undefined) return;
    const { calls = 0, kinds = [], workflow = {} } = counted;
    const now = nowOf(scope);
    const counts = this.counts.of(`${tenantId} ${run}`, () => nothingOf(scope, now));
    counts.lastCallAt = now;
    counts.actors.add(actor);
    counts.calls += calls;
    counts.received += kinds.length;
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
    for (const name of PEOPLE_COUNTS) counts[name] += counted[name] ?? 0;
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
