import type { MatchDecision } from './match-decision.entity.js';

/** The remembered decisions about the people of a batch. */
export class MatchDecisions {
  private readonly samePerson = new Set<string>();
  private readonly meanings = new Map<string, string>();

  /** @param decisions the latest last */
  constructor(decisions: readonly MatchDecision[]) {
    for (const { conflictId, subject, meansUserId } of decisions)
      if (meansUserId === null) this.samePerson.add(conflictId);
      else this.meanings.set(subject, meansUserId);
  }

  /** Whether an administrator said that this question is about one person. */
  saysSamePerson(conflictId: string): boolean {
    return this.samePerson.has(conflictId);
  }

  /** The ID of the user whom this externalId means by a decision. */
  meaningOf(externalId: string): string | undefined {
    return this.meanings.get(externalId);
  }

  /** The IDs of the users whom externalIds mean by a decision. */
  get userIds(): string[] {
    return [...new Set(this.meanings.values())];
  }
}

export const NO_DECISIONS = new MatchDecisions([]);
