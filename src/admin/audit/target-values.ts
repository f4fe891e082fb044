import { Injectable } from '@nestjs/common';

import type { ReadEvent } from '../../audit/audit.service.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { DiscrepancyRulesService } from '../../submissions/discrepancies/rules/discrepancy-rules.service.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AuditValuesDto } from './audit.dto.js';

type Entry = Pick<ReadEvent, 'target'>;
type ValuesOf = (entry: Entry) => AuditValuesDto | null;

const DISCREPANCY = 'discrepancy:';
const RULE = 'discrepancy-rule:';

function idsIn(prefix: string, entries: readonly Entry[]): string[] {
  return [
    ...new Set(
      entries.flatMap(({ target }) => (target.startsWith(prefix) ? [target.slice(prefix.length)] : [])),
    ),
  ];
}

/**
 * The values that entries about discrepancies and rules are about. Entries do not have them, since they may be personal
 * and an entry outlives the person: they are read from where they are stored, until the person is erased.
 */
@Injectable()
export class TargetValues {
  constructor(
    private readonly discrepancies: DiscrepanciesService,
    private readonly rules: DiscrepancyRulesService,
  ) {}

  /** Two statements at most, however many entries there are. */
  async of(scope: Scope, entries: readonly Entry[]): Promise<ValuesOf> {
    const ids = idsIn(DISCREPANCY, entries).map(Number);
    const [discrepancies, rules] = await Promise.all([
      this.discrepancies.those(scope, ids),
      this.rules.those(scope, idsIn(RULE, entries)),
    ]);
    const known = new Map<string, AuditValuesDto>([
      ...discrepancies.map(
        ({ id, submitted, recorded }) => [`${DISCREPANCY}${id}`, { submitted, recorded }] as const,
      ),
      ...rules.map(({ id, submitted, recorded }) => [`${RULE}${id}`, { submitted, recorded }] as const),
    ]);
    return ({ target }) => known.get(target) ?? null;
  }
}
