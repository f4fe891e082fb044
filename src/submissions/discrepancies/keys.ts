import { createHash } from 'node:crypto';

import type { DiscrepancyRule } from '../entities/discrepancy-rule.entity.js';

/** A field of a form type. */
export interface FormField {
  readonly formType: string;
  readonly field: string;
}

/** Which values a rule is about. */
export type RuleValues = Pick<DiscrepancyRule, 'submitted' | 'recorded' | 'anyRecorded'>;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function keyOf(...parts: readonly string[]): string {
  return sha256(parts.map(sha256).join('')).slice(0, 32);
}

/**
 * Discrepancies with the same form type, field and submitted value have the same key, whatever is recorded. The
 * migration `DiscrepancyGroups` computes it as well.
 */
export function groupKeyOf({
  formType,
  field,
  submitted,
}: FormField & { readonly submitted: string }): string {
  return keyOf(formType, field, submitted);
}

/** What a rule is about: a field of a form type, a submitted value of it, or a pair of values. */
export function caseKeyOf(
  { formType, field }: FormField,
  { submitted, recorded, anyRecorded }: RuleValues,
): string {
  if (submitted === null) return keyOf(formType, field);
  // The number of parts distinguishes the cases.
  if (anyRecorded) return keyOf(formType, field, submitted, '', '');
  return keyOf(formType, field, submitted, ...(recorded === null ? [] : [recorded]));
}
