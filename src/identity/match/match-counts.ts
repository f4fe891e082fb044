import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { MATCH_OUTCOMES, type MatchOutcome } from './match.dto.js';

/** How many calls of `match` this process answered universities, by outcome. */
@Injectable()
export class MatchCounts {
  private readonly counts = new Map<MatchOutcome, number>(MATCH_OUTCOMES.map((outcome) => [outcome, 0]));

  get byOutcome(): ReadonlyMap<MatchOutcome, number> {
    return this.counts;
  }

  count({ tenantId }: Pick<Scope, 'tenantId'>, outcome: MatchOutcome): void {
    if (!isSandboxId(tenantId)) this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }
}
