import { Injectable } from '@nestjs/common';

import type { BatchContext, BatchRule } from '../../batch/batch-rule.js';
import { CommitteeImpacts } from '../../model/committee-impacts.js';
import type { Outcome, Plan } from '../../model/outcome.js';
import type { User } from '../../model/user.entity.js';

type Known = Extract<Outcome, { user: User }>;

/** Whether the row de-provisions its person, or is held. */
function isDeparture(outcome: Outcome): outcome is Known {
  if (outcome.kind === 'refused') return false;
  const { user, changed, holdId } = outcome;
  return holdId !== undefined || (user.accountStatus === 'inactive' && changed.includes('accountStatus'));
}

/** Says what departures mean for committees: one statement for those of faculty members, and none without any. */
@Injectable()
export class CommitteeImpactsRule implements BatchRule {
  constructor(private readonly impacts: CommitteeImpacts) {}

  async plan({ scope, reader }: BatchContext, plan: Plan): Promise<Plan> {
    const departures = plan.outcomes.filter(isDeparture).map(({ user }) => user);
    if (departures.length === 0) return plan;
    const impactOf = await this.impacts.of(scope, reader, departures);
    if (impactOf.size === 0) return plan;
    const outcomes = plan.outcomes.map((outcome): Outcome => {
      if (!isDeparture(outcome)) return outcome;
      const committeeImpact = impactOf.get(outcome.user.id);
      return committeeImpact === undefined ? outcome : { ...outcome, committeeImpact };
    });
    return { ...plan, outcomes };
  }
}
