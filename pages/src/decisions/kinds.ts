import { plural, t } from '@lingui/core/macro';

import type { DecisionRowDto } from '../api/openapi';
import { CONFLICT_KINDS } from '../conflicts/kinds';
import { HOLD_REASONS } from '../holds/decisions';
import { listAddress, showAddress } from '../ui/addresses';

export type Kind = DecisionRowDto['kind'];

export const KINDS: Readonly<Record<Kind, string>> = {
  hold: t`Held de-provisioning`,
  conflict: t`Identity conflict`,
  discrepancy: t`Forms that differ`,
  rule: t`Unused rule`,
};

export const REASONS: Readonly<Record<DecisionRowDto['reason'], string>> = {
  ...CONFLICT_KINDS,
  ...HOLD_REASONS,
  form_differs: t`A form differs from the record`,
  rule_unused: t`A rule has decided nothing for a term`,
};

/** The kind that an ID says; those of groups of discrepancies have no beginning of their own. */
export function kindOf(id: string): Kind {
  if (id.startsWith('hd_')) return 'hold';
  if (id.startsWith('dr_')) return 'rule';
  return id.startsWith('cf_') ? 'conflict' : 'discrepancy';
}

/** Where it is decided. */
export function addressOf(id: string): string {
  const kind = kindOf(id);
  if (kind === 'discrepancy') return listAddress('discrepancies', { groupKey: id, status: 'open' });
  if (kind === 'rule') return listAddress('discrepancy-rules', { id });
  return showAddress(kind === 'hold' ? 'holds' : 'conflicts', id);
}

/** "38 held", "2 conflicts". */
export function countedOf(kind: Kind, count: number): string {
  if (kind === 'hold') return plural(count, { one: '# held:', other: '# held:' });
  if (kind === 'conflict') return plural(count, { one: '# conflict:', other: '# conflicts:' });
  if (kind === 'rule') return plural(count, { one: '# rule:', other: '# rules:' });
  return plural(count, { one: '# group of forms:', other: '# groups of forms:' });
}
