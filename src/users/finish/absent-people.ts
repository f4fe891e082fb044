import { Injectable } from '@nestjs/common';

import type { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import { Batch, BatchAbandoned } from '../batch/batch.js';
import type { Outcome } from '../model/outcome.js';
import { UsersRepository } from '../model/users.repository.js';
import { NamingsRepository } from '../naming/namings.repository.js';
import type { DryRun } from '../provisioning/dry-run.js';
import { ProvisioningPreview } from '../provisioning/provisioning-preview.service.js';
import { ProvisioningService } from '../provisioning/provisioning.service.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import { type AbsenceResult, FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import { RunTally } from '../runs/run-tally.js';
import { AbsenceRule, AbsentNoLonger, absenceOf, isDeprovisioned } from './absence.rule.js';
import { chunksOf } from './absences.js';

/** Who names people waits for the transaction of so many. */
const AT_ONCE = 250;

const NOTHING: AbsenceResult = { deprovisioned: 0, held: 0, kept: 0 };

/** What became of absent people so far, and why some could not be handled. */
class Departures {
  result = NOTHING;
  private readonly failures: Refusal[] = [];

  add(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind !== 'refused') this.count(outcome);
      else if (!(outcome.refusal instanceof AbsentNoLonger)) this.failures.push(outcome.refusal);
    }
  }

  /** @throws {Refusal} the first of them */
  end(): AbsenceResult {
    const [failure] = this.failures;
    if (failure !== undefined) throw failure;
    return this.result;
  }

  private count(outcome: Exclude<Outcome, { readonly kind: 'refused' }>): void {
    const name = outcome.holdId !== undefined ? 'held' : isDeprovisioned(outcome) ? 'deprovisioned' : 'kept';
    this.result = { ...this.result, [name]: this.result[name] + 1 };
  }
}

/** De-provisions absent people as rows of a file would: with all rules, limits and holds. */
@Injectable()
export class AbsentPeople {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly previews: ProvisioningPreview,
    private readonly users: UsersRepository,
    private readonly namings: NamingsRepository,
    private readonly finished: FinishedRunsRepository,
    private readonly tally: RunTally,
  ) {}

  /**
   * May be interrupted and repeated: whom an earlier call has de-provisioned is left out, and held people stay held.
   * @param scope names the run
   * @throws {FinishedOtherwise} when the run was undone meanwhile
   * @throws {Refusal} when a person could not be handled, after all others were
   */
  async deprovision(scope: Scope, run: FinishedRun, people: Iterable<string>): Promise<AbsenceResult> {
    const { namings, finished, tally } = this;
    const departures = new Departures();
    for (const ids of chunksOf(people, AT_ONCE)) {
      await scope.readmit?.();
      const rule = new AbsenceRule(scope, run, { namings, finished, tally });
      const changes = ids.map((userId) => ({ userId }));
      departures.add(await this.provision(new Batch(scope, changes, { rule })));
    }
    return departures.end();
  }

  /** What {@link deprovision} would do. */
  async preview(scope: Scope, people: Iterable<string>, dryRun: DryRun): Promise<AbsenceResult> {
    const departures = new Departures();
    for (const ids of chunksOf(people, AT_ONCE)) {
      const users = await this.users.findCandidates(scope, { externalIds: ids, emailKeys: [] });
      const sent = users.filter(({ id }) => ids.includes(id)).map(absenceOf);
      departures.add((await this.previews.planSent(scope, sent, dryRun)).outcomes);
    }
    return departures.end();
  }

  private async provision(batch: Batch): Promise<readonly Outcome[]> {
    try {
      return await this.provisioning.provision(batch);
    } catch (error) {
      throw error instanceof BatchAbandoned ? error.cause : error;
    }
  }
}
