import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import { awaitedOf, keptActiveOf, RunTally, statusesOf } from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import { Batch, type Companion } from './batch.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';

/** Provisions people for a room that writes something of its own in the same transaction. */
@Injectable()
export class AccompaniedProvisioning {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly forecast: Forecast,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  /**
   * One outcome per person. Those who are not refused and do not wait are counted like posts (contract, 2.1 to 2.4); a
   * refusal is counted by the filter of the controller.
   */
  async provision(
    scope: Scope,
    people: readonly SentPerson[],
    companion: Companion,
  ): Promise<readonly Outcome[]> {
    const outcomes = await this.provisioning.provision(new Batch(scope, people, undefined, companion));
    this.forecast.learn(
      scope,
      outcomes.map(({ kind }) => kind),
    );
    const applied = outcomes.filter(
      (outcome) => outcome.kind !== 'refused' && outcome.pendingId === undefined,
    );
    if (applied.length === 0) return outcomes;
    const kinds = applied.map(({ kind }) => kind);
    this.tally.count(scope, kinds);
    this.runs.count(scope, {
      calls: applied.length,
      kinds,
      statuses: statusesOf(applied),
      awaited: awaitedOf(applied),
      keptActive: keptActiveOf(applied),
    });
    return outcomes;
  }
}
