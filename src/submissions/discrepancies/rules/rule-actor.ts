import type { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';

const PREFIX = 'rule:';

/** What a rule is called as an actor: in histories, in the audit log, and on the discrepancies that it decided. */
export function actorOf({ id }: Pick<DiscrepancyRule, 'id'>): string {
  return `${PREFIX}${id}`;
}

/** The ID of the rule that an actor is. */
export function ruleIdOf(actor: string | null): string | undefined {
  return actor?.startsWith(PREFIX) === true ? actor.slice(PREFIX.length) : undefined;
}
