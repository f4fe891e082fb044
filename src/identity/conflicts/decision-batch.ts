import type { Transaction } from '../../database/transaction/transaction.js';
import { ConflictChanged } from '../../errors/users.errors.js';
import { changesWithApprovals } from '../../users/model/awaiting-source/awaiting-source.js';
import type { Outcome, Plan, SentPerson } from '../../users/model/outcome.js';
import type { User } from '../../users/model/user.entity.js';
import { BatchAbandoned } from '../../users/batch/batch.js';
import type { OwnRule, Refusals, WrittenBatch } from '../../users/batch/batch-rule.js';
import type { Effect, IdentityConflictEntry } from './identity-conflict.entity.js';

/** What the batch of a decision does beside provisioning its rows. */
export interface DecisionSteps {
  /**
   * Locks the conflict and the people and checks them.
   * @throws {BatchAbandoned} with what the caller of the decision gets
   */
  readonly begin: (transaction: Transaction) => Promise<IdentityConflictEntry>;
  /** Writes the conflict. */
  readonly end: (
    transaction: Transaction,
    conflict: IdentityConflictEntry,
    effects: readonly Effect[],
  ) => Promise<void>;
}

function effectOf(outcome: Outcome, before: ReadonlyMap<string, User>): Effect[] {
  if (outcome.kind === 'refused') throw new BatchAbandoned(outcome.refusal);
  const { kind, user } = outcome;
  if (kind === 'inserted') return [{ userId: user.id, isNew: true, fields: [] }];
  const was = before.get(user.id);
  return kind === 'unchanged' || was === undefined
    ? []
    : [{ userId: user.id, isNew: false, fields: changesWithApprovals(was, user) }];
}

/** A row that names no user is about a new person; meanwhile another user may have got the address or the number. */
function refuseOtherPeople(rows: readonly SentPerson[], outcomes: readonly Outcome[]): void {
  outcomes.forEach((outcome, index) => {
    if (outcome.kind === 'refused' || outcome.kind === 'inserted' || rows[index]?.userId !== undefined)
      return;
    throw new BatchAbandoned(new ConflictChanged([`${outcome.user.id}.email`]));
  });
}

/** All rows of a decision are applied, or none; the conflict is written in the same transaction. */
export class DecisionBatch implements OwnRule {
  readonly isIndivisible = true;
  private conflict: IdentityConflictEntry | undefined;

  constructor(private readonly steps: DecisionSteps) {}

  async admit({ transaction, refused }: WrittenBatch): Promise<Refusals> {
    const [refusal] = refused.values();
    if (refusal !== undefined) throw new BatchAbandoned(refusal);
    this.conflict = await this.steps.begin(transaction);
    return new Map();
  }

  async announce({ transaction, people, stored }: WrittenBatch, { outcomes }: Plan): Promise<void> {
    const { conflict } = this;
    if (conflict === undefined) throw new Error('A decision is planned before it is written');
    const before = new Map(stored.map((user) => [user.id, user]));
    // A refusal comes first: a row after a refused one may find the wrong person.
    const effects = outcomes.flatMap((outcome) => effectOf(outcome, before));
    refuseOtherPeople(people, outcomes);
    await this.steps.end(transaction, conflict, effects);
  }
}
