import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CommitteeImpacts } from '../model/committee-impacts.js';
import type { Outcome, Plan } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';

type Known = Extract<Outcome, { user: User }>;

/** Whether the row de-provisions its person, or is held. */
function isDeparture(outcome: Outcome): outcome is Known {
  if (outcome.kind === 'refused') return false;
  const { user, changed, holdId } = outcome;
  return holdId !== undefined || (user.accountStatus === 'inactive' && changed.includes('accountStatus'));
}

/**
 * Adds to a plan what its departures mean for committees: one statement for those of faculty members, and none for a
 * plan without any.
 */
export async function withImpacts<Of extends Pick<Plan, 'outcomes'>>(
  impacts: CommitteeImpacts,
  scope: Scope,
  reader: Reader,
  plan: Of,
): Promise<Of> {
  const departures = plan.outcomes.filter(isDeparture).map(({ user }) => user);
  if (departures.length === 0) return plan;
  const impactOf = await impacts.of(scope, reader, departures);
  if (impactOf.size === 0) return plan;
  const outcomes = plan.outcomes.map((outcome): Outcome => {
    if (!isDeparture(outcome)) return outcome;
    const committeeImpact = impactOf.get(outcome.user.id);
    return committeeImpact === undefined ? outcome : { ...outcome, committeeImpact };
  });
  return { ...plan, outcomes };
}
