import { createHash } from 'node:crypto';

import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Question, AskedQuestion } from '../model/outcome.js';
import type { MatchDecision } from './match-decision.entity.js';

/**
 * The ID of a question: the same whenever it is asked, so that nothing has to be read to count it. Whether the address
 * or the number was given to another person are two questions, and the text of the latter is as it always was.
 */
export function conflictIdOf(
  tenantId: string,
  {
    kind,
    subject,
    user,
    owner,
    matchedBy,
  }: Pick<Question, 'kind' | 'subject' | 'matchedBy'> &
    Record<'user', { readonly id: string }> & { readonly owner?: { readonly id: string } },
): string {
  const asked = matchedBy === undefined ? kind : `${kind}:${matchedBy}`;
  const text = [tenantId, asked, user.id, owner?.id ?? '', subject].join(' ');
  return `cf_${createHash('sha256').update(text).digest('hex').slice(0, 26)}`;
}

/** A question that no decision answers. */
export interface OpenQuestion {
  readonly question: Question;
  readonly conflictId: string;
}

/** What a row asks that only an administrator can decide. */
export class RowQuestions {
  readonly open: OpenQuestion[] = [];

  constructor(
    private readonly tenantId: string,
    private readonly decisions: MatchDecisions,
  ) {}

  /** Whether a decision says that one person is meant; otherwise the question is asked. */
  saysSamePerson(question: Question): boolean {
    const conflictId = conflictIdOf(this.tenantId, question);
    if (this.decisions.saysSamePerson(conflictId)) return true;
    this.open.push({ question, conflictId });
    return false;
  }
}

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

/** Rows of a batch asked what matching cannot decide; in the order of the rows. */
export const MATCH_ASKED = fact<Scope, readonly AskedQuestion[]>('match.asked');
