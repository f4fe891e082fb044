import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { WaitingCounts } from '../../database/connection/waiting-counts.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';
import type { UnchangedBody } from '../unchanged-bodies/unchanged-bodies.service.js';
import type { AccountStatus } from '../model/user.entity.js';
import { type CountedRun, COUNTS, RunsRepository } from './runs.repository.js';

const FLUSH_MS = 5000;

/** What a call, or a part of one, did. */
export interface Counted {
  readonly calls?: number;
  /** Of each person. */
  readonly kinds?: readonly Outcome['kind'][];
  /** That accounts got and did not have before. */
  readonly statuses?: readonly AccountStatus[];
  /** What a call of the platform did, which is counted apart from the people that the SIS sent. */
  readonly workflow?: WorkflowCounted;
}

/** Of each part of a record, submission, move or decision. */
export interface WorkflowCounted {
  readonly calls?: number;
  readonly kinds?: readonly Outcome['kind'][];
  /** Whom accepted discrepancies changed. */
  readonly people?: number;
}

const WORKFLOW_COUNTS = {
  inserted: 'workflowChanged',
  updated: 'workflowChanged',
  unchanged: 'workflowUnchanged',
  refused: 'workflowFailed',
} as const satisfies Record<Outcome['kind'], keyof CountedRun>;

/** The statuses that known people got by these rows. */
export function statusesOf(outcomes: readonly (Outcome | UnchangedBody)[]): AccountStatus[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'updated' && outcome.changed.includes('accountStatus')
      ? [outcome.user.accountStatus]
      : [],
  );
}

function nothingOf({ tenantId, run: name = '' }: Scope, now: Date): CountedRun {
  return {
    ...{ tenantId, name, startedAt: now, lastCallAt: now, actors: new Set() },
    ...{ calls: 0, received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0 },
    ...{ deprovisioned: 0, restored: 0 },
    ...{ workflowCalls: 0, workflowReceived: 0, workflowChanged: 0, workflowUnchanged: 0 },
    ...{ workflowFailed: 0, workflowPeople: 0 },
  };
}

function addTo(counts: CountedRun, more: CountedRun): void {
  if (more.startedAt < counts.startedAt) counts.startedAt = more.startedAt;
  if (more.lastCallAt > counts.lastCallAt) counts.lastCallAt = more.lastCallAt;
  for (const actor of more.actors) counts.actors.add(actor);
  for (const name of COUNTS) counts[name] += more[name];
}

function addWorkflow(counts: CountedRun, { calls = 0, kinds = [], people = 0 }: WorkflowCounted): void {
  counts.workflowCalls += calls;
  counts.workflowReceived += kinds.length;
  for (const kind of kinds) counts[WORKFLOW_COUNTS[kind]] += 1;
  counts.workflowPeople += people;
}

/** Counts what becomes of the people of a run, for the calls that name one; see {@link WaitingCounts}. */
@Injectable()
export class RunTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RunTally.name);
  private readonly counts: WaitingCounts<CountedRun>;

  constructor(runs: RunsRepository, unitOfWork: UnitOfWork) {
    this.counts = new WaitingCounts(
      (rows) => unitOfWork.run((transaction) => runs.add(transaction, rows)),
      addTo,
      (error) => {
        this.logger.warn({ msg: 'counts of runs wait for the database', ...explain(error) });
      },
    );
  }

  onApplicationBootstrap(): void {
    this.counts.start(FLUSH_MS);
  }

  /** After the last request has ended, and before the connections are closed. */
  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  /** Does nothing for a call that names no run. */
  count(scope: Scope, { calls = 0, kinds = [], statuses = [], workflow = {} }: Counted): void {
    const { tenantId, run, actor } = scope;
    if (run === undefined) return;
    const now = new Date();
    const counts = this.counts.of(`${tenantId} ${run}`, () => nothingOf(scope, now));
    counts.lastCallAt = now;
    counts.actors.add(actor);
    counts.calls += calls;
    counts.received += kinds.length;
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
    for (const status of statuses) counts[status === 'inactive' ? 'deprovisioned' : 'restored'] += 1;
    addWorkflow(counts, workflow);
  }

  /** Writes what was counted until now. @throws what the database answered */
  flush(): Promise<void> {
    return this.counts.flush();
  }
}
