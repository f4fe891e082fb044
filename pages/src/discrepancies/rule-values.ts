import { t } from '@lingui/core/macro';

import type { RuleDto } from '../api/openapi';

/** The values that a rule is about. */
export function valuesInWords({
  submitted,
  recorded,
  anyRecorded,
}: Pick<RuleDto, 'submitted' | 'recorded' | 'anyRecorded'>): string {
  if (submitted === null) return t`All values`;
  if (anyRecorded) return t`${submitted}, whatever is recorded`;
  return recorded === null
    ? t`${submitted}, where nothing is recorded`
    : t`${submitted} instead of ${recorded}`;
}
