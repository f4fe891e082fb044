import type { Discrepancy } from '../../entities/discrepancy.entity.js';
import type { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';

type Case = Pick<DiscrepancyRule, 'field' | 'submitted' | 'recorded' | 'anyRecorded'>;

/**
 * The rule that decides a discrepancy: one about its pair of values, before one about its submitted value, before one
 * about all values of the field.
 * @param rules those of its form type
 */
export function chooseRule<R extends Case>(
  rules: readonly R[],
  discrepancy: Pick<Discrepancy, 'field' | 'submitted' | 'recorded'>,
): R | undefined {
  const { submitted, recorded } = discrepancy;
  const ofField = rules.filter(({ field }) => field === discrepancy.field);
  const ofValue = ofField.filter((rule) => rule.submitted === submitted);
  return (
    ofValue.find((rule) => !rule.anyRecorded && rule.recorded === recorded) ??
    ofValue.find((rule) => rule.anyRecorded) ??
    ofField.find((rule) => rule.submitted === null)
  );
}
