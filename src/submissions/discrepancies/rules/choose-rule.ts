import type { Discrepancy } from '../../entities/discrepancy.entity.js';
import type { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';

type Case = Pick<DiscrepancyRule, 'field' | 'submitted' | 'recorded'>;

function isAbout(rule: Case, { submitted, recorded }: Pick<Discrepancy, 'submitted' | 'recorded'>): boolean {
  return rule.submitted === submitted && rule.recorded === recorded;
}

/**
 * The rule that decides a discrepancy: one about its pair of values before one about all values of the field.
 * @param rules those of its form type
 */
export function chooseRule<R extends Case>(
  rules: readonly R[],
  discrepancy: Pick<Discrepancy, 'field' | 'submitted' | 'recorded'>,
): R | undefined {
  const ofField = rules.filter(({ field }) => field === discrepancy.field);
  return (
    ofField.find((rule) => isAbout(rule, discrepancy)) ?? ofField.find(({ submitted }) => submitted === null)
  );
}
