import { Injectable } from '@nestjs/common';

import { RunNotComplete } from '../../errors/runs.errors.js';
import type { NamedRows } from '../naming/namings.repository.js';
import { type DryRun, DryRuns } from '../provisioning/dry-run.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import { Absences, type NamingRun } from './absences.js';
import { againOf } from './absence-counts.js';
import { AbsentPeople } from './absent-people.js';
import type { FinishRequest } from './finish.dto.js';
import { begunRun, countedOf, type RunScope } from './finish-records.js';
import { RunCheck } from './run-check.service.js';

/** Before any run that is finished from now on. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** What finishing a run would do. */
export type PlannedFinish = { readonly finished: FinishedRun } | { readonly notComplete: string };

/** Says what finishing a run would do, and writes nothing. */
@Injectable()
export class FinishPreview {
  constructor(
    private readonly check: RunCheck,
    private readonly absences: Absences,
    private readonly people: AbsentPeople,
    private readonly dryRuns: DryRuns,
  ) {}

  /** @param run with whom its rows have named; rows that come meanwhile may or may not count */
  of(scope: RunScope, run: NamingRun, rowCount: number, request: FinishRequest): Promise<FinishedRun> {
    return this.dryRuns.run(scope, (dryRun) => this.within(dryRun, scope, run, rowCount, request));
  }

  private async within(
    dryRun: DryRun,
    scope: RunScope,
    run: NamingRun,
    rowCount: number,
    request: FinishRequest,
  ): Promise<FinishedRun> {
    const begun = begunRun(scope, { sender: run.sender, rowCount, epoch: run.epoch }, request);
    const counted = { ...begun, ...countedOf(request, run.named, await this.absences.count(scope, run)) };
    const again = againOf(counted.absences, request.complete?.absentRuns);
    return { ...counted, ...(await this.people.preview(scope, again, dryRun)) };
  }

  /**
   * What {@link of} says, for rows that were not sent and are previewed by this dry run.
   * @param sender see `Senders`
   */
  async ofRows(
    scope: RunScope,
    sender: string,
    { rowCount, keyless, sent, named }: NamedRows,
    request: FinishRequest,
    dryRun: DryRun,
  ): Promise<PlannedFinish> {
    try {
      this.check.keys(keyless);
      const run = { ...(await this.absences.runOf(scope, sender, request, NOW)), dryRun };
      run.named.addAll(sent);
      run.named.addAll(named);
      if (request.complete !== null) await this.check.named(scope, run);
      return { finished: await this.within(dryRun, scope, run, rowCount, request) };
    } catch (error) {
      if (error instanceof RunNotComplete) return { notComplete: error.message };
      throw error;
    }
  }
}
