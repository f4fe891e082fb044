import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { PeopleSet } from '../model/people-set.js';
import { NamingsRepository } from '../naming/namings.repository.js';
import type { FinishedRun, FinishState } from '../runs/finished-run.entity.js';
import { type AbsenceResult, FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import type { AbsenceCounts } from './absence-counts.js';
import { RUN_FINISHED } from './finish-facts.js';
import type { FinishRequest } from './finish.dto.js';
import { RunCheck } from './run-check.service.js';

/** A scope that names its run. */
export type RunScope = Scope & { readonly run: string };

const MOST_OF_SAMPLE = 10;

/** Stores how far finishing a run has come. Each step is stored once, also when two callers finish the run at once. */
@Injectable()
export class FinishRecords {
  constructor(
    private readonly finished: FinishedRunsRepository,
    private readonly namings: NamingsRepository,
    private readonly check: RunCheck,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: TransactionEvents,
    private readonly feed: ChangeFeed,
  ) {}

  find(scope: Scope, run: string): Promise<FinishedRun | undefined> {
    return this.finished.find(scope, run);
  }

  /**
   * From then on no row of the run is accepted.
   * @returns what an earlier call has begun, if there is one
   * @throws {RunNotComplete}
   */
  begin(scope: RunScope, request: FinishRequest): Promise<FinishedRun> {
    return this.unitOfWork.run(async (transaction) => {
      const { run } = scope;
      const epoch = await this.namings.cut(scope, transaction);
      const known = await this.finished.find(scope, run, transaction);
      if (known !== undefined) return known;
      const { sender, rowCount } = await this.check.rows(scope, run, request, transaction);
      const begun = begunRun(scope, { sender, rowCount, epoch }, request);
      await this.finished.add(transaction, begun);
      return begun;
    });
  }

  /** Stores who is absent. */
  count(
    scope: RunScope,
    request: FinishRequest,
    named: PeopleSet,
    counts: AbsenceCounts,
  ): Promise<FinishedRun> {
    return this.advance(scope, 'begun', { state: 'counted', ...countedOf(request, named, counts) });
  }

  /** Stores that all is done, and announces it. */
  end(scope: RunScope, { held, kept }: AbsenceResult): Promise<FinishedRun> {
    return this.advance(scope, 'counted', { state: 'done', held, kept });
  }

  private advance(
    scope: RunScope,
    from: FinishState,
    to: Partial<FinishedRun> & Pick<FinishedRun, 'state'>,
  ): Promise<FinishedRun> {
    const { run } = scope;
    return this.unitOfWork.run(async (transaction) => {
      const isFirst = await this.finished.advance(scope, transaction, run, from, to);
      const now = await this.finished.find(scope, run, transaction);
      if (now === undefined) throw new Error('A run that was being finished is gone');
      if (isFirst && to.state === 'done') {
        this.feed.add(scope, transaction, [
          { type: 'run.finished.v1', subject: run, data: dataOf(now, scope) },
        ]);
        await this.events.announce(scope, transaction, RUN_FINISHED, now);
      }
      return now;
    });
  }
}

/** What is stored of people when no row is accepted any more. */
export function countedOf(
  { complete }: FinishRequest,
  named: PeopleSet,
  counts: AbsenceCounts,
): Pick<FinishedRun, 'named' | 'namedCount' | 'absences' | 'first' | 'sample'> {
  const namedCount = named.size;
  if (complete === null) return { named: null, namedCount, absences: null, first: 0, sample: [] };
  const [again, first] = [counts.atLeast(complete.absentRuns), counts.below(complete.absentRuns)];
  const sample = [...again, ...first].slice(0, MOST_OF_SAMPLE);
  return { named: named.stored(), namedCount, absences: counts.stored(), first: first.size, sample };
}

export function begunRun(
  scope: RunScope,
  rows: Pick<FinishedRun, 'sender' | 'rowCount' | 'epoch'>,
  request: FinishRequest,
): FinishedRun {
  return {
    ...rows,
    tenantId: scope.tenantId,
    run: scope.run,
    state: 'begun',
    request,
    accountTypes: request.complete?.accountTypes.join(',') ?? null,
    at: nowOf(scope),
    named: null,
    absences: null,
    namedCount: 0,
    first: 0,
    deprovisioned: 0,
    held: 0,
    kept: 0,
    sample: [],
    undoneAt: null,
  };
}

/** Counts are numbers of people; `absent` is null of a run that was not complete. */
function dataOf(
  { rowCount, namedCount, accountTypes, first, deprovisioned, held, kept }: FinishedRun,
  { run, actor }: RunScope,
): Record<string, string | number | null> {
  const absent = { first, again: deprovisioned + held + kept, deprovisioned, held };
  return { run, actor, rows: rowCount, named: namedCount, ...(accountTypes === null ? {} : absent) };
}
