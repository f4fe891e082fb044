import { Injectable } from '@nestjs/common';

import type { PageRange } from '../../../http/lists/list-query.js';
import type { Scope } from '../../../tenancy/scope.js';
import { nowOf } from '../../../tenancy/time/tenant-clock.js';
import type { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';
import { DiscrepancyRulesRepository } from './discrepancy-rules.repository.js';

/** About a term: what a rule says may no longer be what the university wants. */
export const UNUSED_DAYS = 180;
const UNUSED_MS = UNUSED_DAYS * 86_400_000;

/** A rule in force that has decided nothing for {@link UNUSED_DAYS}, and since when it waits to be looked at. */
export interface UnusedRule {
  readonly rule: DiscrepancyRule;
  readonly waitingSince: Date;
}

/** The last time when the rule was made, has decided, or was kept by an administrator. */
function lastSeenOf({ createdAt, lastAppliedAt, keptAt }: DiscrepancyRule): number {
  return Math.max(createdAt.getTime(), lastAppliedAt?.getTime() ?? 0, keptAt?.getTime() ?? 0);
}

/** Rules that wait for an administrator who keeps or removes them. */
@Injectable()
export class UnusedRules {
  constructor(private readonly rules: DiscrepancyRulesRepository) {}

  count(scope: Scope): Promise<number> {
    return this.rules.countUnused(scope, this.before(scope));
  }

  /** The one that has waited for longest comes first. */
  async page(scope: Scope, range: PageRange): Promise<UnusedRule[]> {
    const rules = await this.rules.unused(scope, this.before(scope), range);
    return rules.map((rule) => ({ rule, waitingSince: new Date(lastSeenOf(rule) + UNUSED_MS) }));
  }

  private before(scope: Scope): Date {
    return new Date(nowOf(scope).getTime() - UNUSED_MS);
  }
}
