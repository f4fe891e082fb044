import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';
import { OutcomeAccount } from '../statistics/outcome-account.js';
import { Batch } from '../batch/batch.js';
import type { OwnRule, PersonChange } from '../batch/batch-rule.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';

/** Provisions people for a room that writes something of its own in the same transaction. */
@Injectable()
export class AccompaniedProvisioning {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly forecast: Forecast,
    private readonly outcomes: OutcomeAccount,
  ) {}

  /**
   * One outcome per person. Those who are not refused and do not wait are counted like posts (contract, 2.1 to 2.4); a
   * refusal is counted by the filter of the controller.
   */
  async provision(scope: Scope, people: readonly PersonChange[], rule: OwnRule): Promise<readonly Outcome[]> {
    const outcomes = await this.provisioning.provision(new Batch(scope, people, { rule }));
    // A refusal of the rule says nothing about the people whom others send.
    const kinds = outcomes.map(({ kind }) => kind).filter((kind) => kind !== 'refused');
    this.forecast.learn(scope, kinds);
    const applied = outcomes.filter(
      (outcome) => outcome.kind !== 'refused' && outcome.pendingId === undefined,
    );
    if (applied.length > 0) this.outcomes.account(scope, applied, applied.length);
    return outcomes;
  }
}
