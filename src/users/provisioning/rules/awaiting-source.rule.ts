import { Injectable } from '@nestjs/common';

import { TransactionEvents } from '../../../events/transaction-events.js';
import type { BatchRule, WrittenBatch } from '../../batch/batch-rule.js';
import type { Plan, SentPerson } from '../../model/outcome.js';
import { APPROVALS_PUT_BACK, type PutBack } from '../../model/user-facts.js';
import { UserWritesRepository } from '../../model/user-writes.repository.js';

/** Stores what sources have confirmed, and announces approved values that were put back (docs/decisions/0050). */
@Injectable()
export class AwaitingSourceRule implements BatchRule {
  constructor(
    private readonly users: UserWritesRepository,
    private readonly events: TransactionEvents,
  ) {}

  async write({ transaction }: WrittenBatch, { confirmed }: Plan): Promise<void> {
    await this.users.storeAwaited(transaction, confirmed);
  }

  async announce({ scope, transaction, people }: WrittenBatch, plan: Plan): Promise<void> {
    const putBack = putBackBy(plan, people);
    if (putBack.length > 0) await this.events.announce(scope, transaction, APPROVALS_PUT_BACK, putBack);
  }
}

function putBackBy({ outcomes }: Plan, people: readonly SentPerson[]): PutBack[] {
  return outcomes.flatMap((outcome, row) => {
    if (outcome.kind === 'refused' || outcome.awaiting === undefined) return [];
    const requestId = people[row]?.requestId;
    const of = { userId: outcome.user.id, ...(requestId === undefined ? {} : { requestId }) };
    return outcome.awaiting.putBack.map((awaited) => ({ ...of, awaited }));
  });
}
