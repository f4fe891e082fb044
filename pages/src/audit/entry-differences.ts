import { t } from '@lingui/core/macro';

import { KIND_OPTIONS } from '../alerts/kinds';
import type { AuditEventDto } from '../api/openapi';
import { CONFLICT_KINDS } from '../conflicts/kinds';
import { valuesInWords } from '../discrepancies/rule-values';
import { settingDifferences } from '../settings/setting-differences';
import { type Difference, differencesOf } from '../ui/difference';
import { entryOf } from '../ui/options';

type Entry = Pick<AuditEventDto, 'action' | 'before' | 'after' | 'values'>;

/** What an entry says that was changed. */
export function entryDifferences(entry: Entry): Difference[] {
  const { action, before, after } = entry;
  if (action === 'settings.changed') return settingDifferences(before ?? {}, after ?? {});
  const found = differencesOf(before, after).filter(({ field }) => !isInTarget(entry, field));
  return [...valuesOf(entry), ...found.map(inWords)];
}

/** What the target says already, and what the values say in other words. */
function isInTarget({ action }: Entry, field: string): boolean {
  if (action.startsWith('discrepancy-rule.'))
    return ['formType', 'field', 'allValues', 'anyRecorded'].includes(field);
  // The person is the target, and the ID of the conflict says nothing to a reader.
  return action.startsWith('conflict.') && field === 'conflictId';
}

/** What was recorded and what was submitted; of a rule its condition. */
function valuesOf({ action, before, after, values }: Entry): Difference[] {
  if (action.startsWith('discrepancy-rule.')) {
    const rule = after ?? before ?? {};
    const submitted = values?.submitted ?? null;
    // Of a rule that is no longer stored, the entry says whether it was about all values.
    const isKnown = values !== null || rule['allValues'] === true;
    if (!isKnown) return [];
    const recorded = values?.recorded ?? null;
    const condition = valuesInWords({ submitted, recorded, anyRecorded: rule['anyRecorded'] === true });
    return [{ field: 'condition', label: t`Condition`, before: null, after: condition }];
  }
  if (values === null) return [];
  const { submitted, recorded } = values;
  return [
    { field: 'recorded', label: t`Recorded`, before: null, after: recorded },
    { field: 'submitted', label: t`Submitted`, before: null, after: submitted },
  ];
}

function inWords(found: Difference): Difference {
  const { field, before, after } = found;
  const label = entryOf(LABELS, field);
  const kind = (value: unknown) => (typeof value === 'string' ? (entryOf(CODES, value) ?? value) : value);
  const words = field === 'kind' ? { before: kind(before), after: kind(after) } : {};
  return { ...found, ...words, ...(label === undefined ? {} : { label }) };
}

/** Fields of entries whose name says too little. */
const LABELS: Readonly<Record<string, string>> = {
  errorGroup: t`Items that failed with the same error`,
  ownerId: t`The other user`,
  newUserId: t`New user`,
  holdId: t`ID of the held de-provisioning`,
  requestedBy: t`Requested by`,
};

/** Codes of `kind`, of conflicts and of alerts. */
const CODES: Readonly<Record<string, string>> = {
  ...CONFLICT_KINDS,
  ...Object.fromEntries(KIND_OPTIONS.map(({ value, label }) => [value, label])),
};
