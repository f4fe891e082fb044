import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Plan } from '../model/outcome.js';
import { keysOf } from './batch-keys.js';
import type { DryRun } from './dry-run.js';

/** Says what provisioning would do, and writes nothing. */
@Injectable()
export class ProvisioningPreview {
  constructor(private readonly limits: DeprovisioningLimits) {}

  /** The plan for these people, as if the earlier people of the dry run were stored. */
  async plan(scope: Scope, people: readonly CreateUpdateUserDto[], dryRun: DryRun): Promise<Plan> {
    await dryRun.provideIds(people);
    const sent = people.map((person) => ({ person }));
    const found = await dryRun.findCandidates(keysOf(sent));
    const limited = await this.limits.preview(scope, dryRun.holdsAndCounts, sent, found);
    const takeId = dryRun.takeId.bind(dryRun);
    const plan = limited.withHoldsAndWarnings(
      planBatch(scope, limited.people, new CandidateIndex(found), takeId, new Date()),
    );
    await dryRun.remember(plan.changes);
    return plan;
  }
}
