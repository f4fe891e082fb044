import { Injectable } from '@nestjs/common';

import { MATCH_OUTCOMES, type MatchOutcome } from './match.dto.js';

/** How many calls of `match` this process answered, by outcome. */
@Injectable()
export class MatchCounts {
  private readonly counts = new Map<MatchOutcome, number>(MATCH_OUTCOMES.map((outcome) => [outcome, 0]));

  get byOutcome(): ReadonlyMap<MatchOutcome, number> {
    return this.counts;
  }

  count(outcome: MatchOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }
}
