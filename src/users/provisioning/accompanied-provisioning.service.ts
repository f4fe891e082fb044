import { Injectable } from '@nestjs/common';

import { DataContended } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';
import { Namings } from '../naming/namings.service.js';
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
    private readonly namings: Namings,
  ) {}

  /**
   * One outcome per person. Those who are not refused and do not wait are counted like posts (contract, 2.1 to 2.4); a
   * refusal is counted by the filter of the controller.
   */
  async provision(scope: Scope, people: readonly PersonChange[], rule: OwnRule): Promise<readonly Outcome[]> {
    const admitted = await this.namings.admit(scope);
    const outcomes = await this.provisioning.provision(new Batch(scope, people, { rule }));
    // A refusal of the rule says nothing about the people whom others send.
    const kinds = outcomes.map(({ kind }) => kind).filter((kind) => kind !== 'refused');
    this.forecast.learn(scope, kinds);
    const applied = outcomes.filter(
      (outcome) => outcome.kind !== 'refused' && outcome.pendingId === undefined,
    );
    if (applied.length > 0) this.outcomes.account(scope, applied, applied.length);
    const named = outcomes.flatMap((one) =>
      one.kind === 'refused' ? [] : [{ id: one.user.id, isCounted: true }],
    );
    const outdated = await this.namings.note(scope, admitted, named);
    if (outdated.size === 0) return outcomes;
    return outcomes.map((one) =>
      one.kind !== 'refused' && outdated.has(one.user.id)
        ? { kind: 'refused', refusal: new DataContended() }
        : one,
    );
  }
}
