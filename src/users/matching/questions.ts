import { createHash } from 'node:crypto';

import type { Question } from '../model/outcome.js';
import type { MatchDecisions } from './match-decisions.js';

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
