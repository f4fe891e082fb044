import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import { RunTally, statusesOf } from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import { Batch, BatchAbandoned, type Companion } from './batch.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';

export type AppliedOutcome = Exclude<Outcome, { readonly kind: 'refused' }>;

/** Provisions one person for a room that writes something of its own in the same transaction. */
@Injectable()
export class PersonProvisioning {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly forecast: Forecast,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  /**
   * Counts the person like a post (contract, 2.1 to 2.4); a refusal is counted by the filter of the controller.
   * @throws {Refusal} why the person is refused; nothing is written then
   * @throws what the companion gave to {@link BatchAbandoned}
   */
  async provision(scope: Scope, sent: SentPerson, companion: Companion): Promise<AppliedOutcome> {
    const outcome = await this.outcomeOf(new Batch(scope, [sent], undefined, companion));
    this.forecast.learn(scope, [outcome.kind]);
    if (outcome.kind === 'refused') throw outcome.refusal;
    this.tally.count(scope, [outcome.kind]);
    this.runs.count(scope, { calls: 1, kinds: [outcome.kind], statuses: statusesOf([outcome]) });
    return outcome;
  }

  private async outcomeOf(batch: Batch): Promise<Outcome> {
    try {
      const [outcome] = await this.provisioning.provision(batch);
      if (outcome === undefined) throw new Error('A batch of one person has one outcome');
      return outcome;
    } catch (error) {
      throw error instanceof BatchAbandoned ? error.cause : error;
    }
  }
}
