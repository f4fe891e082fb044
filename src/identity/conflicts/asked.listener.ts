import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserChangesRepository } from '../../users/history/user-changes.repository.js';
import { MATCH_ASKED } from '../../users/matching/questions.js';
import { type Report, REPORT } from '../../users/model/awaiting-source/awaited-field.js';
import { sourceOf } from '../../users/model/awaiting-source/awaiting-source.js';
import type { AskedQuestion, SentPerson } from '../../users/model/outcome.js';
import { AskedConflicts } from './asked-conflicts.js';
import { identityOf } from './identity.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

/** Only reports ask; decisions of callers and approvals do not. */
function reportOf(scope: Scope, { intent = REPORT }: SentPerson): Report {
  return { kind: intent.kind === 'partial report' ? intent.kind : 'report', source: sourceOf(scope) };
}

/** What the rows of a batch ask by one question. */
interface Asking {
  /** The last one. */
  readonly asked: AskedQuestion;
  readonly count: number;
  /** What has changed since the first one. */
  readonly applied: AskedQuestion['applied'];
}

/** @param last the last entries of the history, of people whose rows were applied */
function entryOf(
  scope: Scope,
  { asked, count, applied: changes }: Asking,
  last: ReadonlyMap<string, number>,
): IdentityConflictEntry {
  const { conflictId, kind, subject, user, owner, sent, at, matchedBy } = asked;
  const entry = last.get(user.id) ?? 0;
  const seen = { user: identityOf(user), owner: owner === undefined ? null : identityOf(owner) };
  return {
    tenantId: scope.tenantId,
    id: conflictId,
    kind,
    subject,
    userId: user.id,
    ownerId: owner?.id ?? null,
    status: 'open',
    decision: null,
    count,
    firstAt: at,
    lastAt: at,
    actor: scope.actor,
    run: scope.run ?? null,
    requestId: sent.requestId ?? scope.requestId,
    sent: {
      person: sent.person,
      namedUser: sent.userId !== undefined,
      intent: reportOf(scope, sent),
      ...(matchedBy === undefined ? {} : { matchedBy }),
    },
    seen: { ...seen, entry: changes === null ? null : entry },
    applied: changes === null ? null : { changes, entry },
    effect: null,
    newUserId: null,
    note: null,
    decidedAt: null,
    decidedBy: null,
    takenBackAt: null,
    takenBackBy: null,
  };
}

/** One for each question; in the order of their IDs, so that batches do not deadlock. */
function askingsOf(questions: readonly AskedQuestion[]): Asking[] {
  const askings = new Map<string, Asking>();
  for (const asked of questions) {
    const { count, applied } = askings.get(asked.conflictId) ?? { count: 0, applied: asked.applied };
    askings.set(asked.conflictId, { asked, count: count + 1, applied });
  }
  return [...askings.values()].sort((one, other) => (one.asked.conflictId < other.asked.conflictId ? -1 : 1));
}

/** Puts what matching could not decide into the inbox, in the transaction of the batch. */
@Injectable()
export class AskedListener {
  constructor(
    private readonly conflicts: AskedConflicts,
    private readonly history: UserChangesRepository,
  ) {}

  @InTransaction(MATCH_ASKED)
  async open(
    scope: Scope,
    transaction: Transaction,
    questions: PayloadOf<typeof MATCH_ASKED>,
  ): Promise<void> {
    const askings = askingsOf(questions);
    const changed = askings.filter(({ applied }) => applied !== null).map(({ asked }) => asked.user.id);
    const last = await this.history.lastOf(scope, transaction, changed);
    await this.conflicts.ask(
      scope,
      transaction,
      askings.map((asking) => entryOf(scope, asking, last)),
    );
  }
}
