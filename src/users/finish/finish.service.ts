import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import { FinishedOtherwise, RunNotComplete, RunNotFound } from '../../errors/runs.errors.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { isRunName } from '../../tenancy/sync-run.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import { RefusedFinishes } from '../runs/refused-finishes.js';
import { RunTally } from '../runs/run-tally.js';
import { againOf } from './absence-counts.js';
import { Absences, type NamingRun } from './absences.js';
import { AbsentPeople } from './absent-people.js';
import {
  type FinishedRunDto,
  type FinishRequest,
  type FinishRunDto,
  requestOf,
  type RunFinishDto,
} from './finish.dto.js';
import { FinishPreview, NOW } from './finish-preview.js';
import { FinishRecords, type RunScope } from './finish-records.js';
import { FinishedRunPresenter } from './finished-run.presenter.js';
import { RunCheck } from './run-check.service.js';

/** @throws {FinishedOtherwise} when the run was finished with another body, or was undone */
function refuseOther({ request, undoneAt }: FinishedRun, wanted: FinishRequest): void {
  if (undoneAt !== null) throw new FinishedOtherwise('and undone');
  if (!isDeepStrictEqual(request, wanted)) throw new FinishedOtherwise('with another body');
}

/** Finishes runs: says that no row is missing, and what becomes of people whom a complete run does not name. */
@Injectable()
export class FinishService {
  constructor(
    private readonly records: FinishRecords,
    private readonly check: RunCheck,
    private readonly absences: Absences,
    private readonly people: AbsentPeople,
    private readonly previews: FinishPreview,
    private readonly tally: RunTally,
    private readonly refused: RefusedFinishes,
    private readonly presenter: FinishedRunPresenter,
  ) {}

  /**
   * Finishes a run (contract, section 15). The same call again has the same answer, and goes on where an earlier one
   * was interrupted.
   * @throws {RunNotFound} when no row of people was sent in the run
   * @throws {RunNotComplete} when rows are missing; nothing is done then
   * @throws {FinishedOtherwise}
   */
  async finish(caller: Scope, run: string, body: FinishRunDto): Promise<Success<FinishedRunDto>> {
    if (!isRunName(run)) throw new RunNotFound();
    const scope = { ...caller, run };
    const request = requestOf(body);
    const known = await this.records.find(scope, run);
    if (known !== undefined) {
      await this.check.caller(scope, run);
      refuseOther(known, request);
    }
    if (known?.state === 'done') return this.present(scope, known);
    if (body.dryRun === true) return this.present(scope, await this.preview(scope, request));
    return this.present(scope, await this.noted(scope, () => this.whole(scope, known, request)));
  }

  /** Shows administrators that the run was not complete, for another reason than a refused call. */
  noteRefused(scope: RunScope, { why }: RunNotComplete): Promise<void> {
    return this.refused.note(scope, why);
  }

  /** What finishing the run has done so far; undefined when it was not finished. */
  async find(scope: Scope, run: string): Promise<RunFinishDto | undefined> {
    const known = isRunName(run) ? await this.records.find(scope, run) : undefined;
    return known === undefined ? undefined : this.presenter.ofRun(scope, known);
  }

  private async whole(
    scope: RunScope,
    known: FinishedRun | undefined,
    request: FinishRequest,
  ): Promise<FinishedRun> {
    return this.complete(scope, known ?? (await this.begin(scope, request)), request);
  }

  /** Keeps why it was refused, until it is finished. */
  private async noted(scope: RunScope, finish: () => Promise<FinishedRun>): Promise<FinishedRun> {
    try {
      const done = await finish();
      await this.refused.forget(scope);
      return done;
    } catch (error) {
      if (error instanceof RunNotComplete) await this.noteRefused(scope, error);
      throw error;
    }
  }

  private async begin(scope: RunScope, request: FinishRequest): Promise<FinishedRun> {
    await this.checked(scope, request);
    const begun = await this.records.begin(scope, request);
    refuseOther(begun, request);
    return begun;
  }

  private async complete(scope: RunScope, begun: FinishedRun, request: FinishRequest): Promise<FinishedRun> {
    const counted = begun.state === 'begun' ? await this.count(scope, begun, request) : begun;
    const went = await this.people.deprovision(
      scope,
      counted,
      againOf(counted.absences, request.complete?.absentRuns),
    );
    const done = await this.records.end(scope, went);
    refuseOther(done, request);
    this.tally.count(scope, { calls: 1, keptActive: went.kept });
    return done;
  }

  private async count(scope: RunScope, begun: FinishedRun, request: FinishRequest): Promise<FinishedRun> {
    const run = await this.absences.runOf(scope, begun.sender, request, begun.epoch);
    // Of a run that was begun long ago the namings may be gone.
    if (request.complete !== null) await this.check.named(scope, run);
    return this.records.count(scope, request, run.named, await this.absences.count(scope, run));
  }

  private async preview(scope: RunScope, request: FinishRequest): Promise<FinishedRun> {
    const { run, rowCount } = await this.checked(scope, request);
    return this.previews.of(scope, run, rowCount, request);
  }

  private async checked(
    scope: RunScope,
    request: FinishRequest,
  ): Promise<{ readonly run: NamingRun; readonly rowCount: number }> {
    const { sender, rowCount } = await this.check.rows(scope, scope.run, request);
    const run = await this.absences.runOf(scope, sender, request, NOW);
    if (request.complete !== null) await this.check.named(scope, run);
    return { run, rowCount };
  }

  private async present(scope: Scope, run: FinishedRun): Promise<Success<FinishedRunDto>> {
    return success(await this.presenter.of(scope, run));
  }
}
