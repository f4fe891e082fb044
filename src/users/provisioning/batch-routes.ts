import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { type Batch, type BatchPerson, isChange, keysOf } from '../batch/batch.js';
import { BatchContexts, OutdatedPlan } from '../batch/batch-context.js';
import type { BatchContext, WrittenBatch } from '../batch/batch-rule.js';
import { IdBlocks, type ReservedIds } from '../id-blocks/id-blocks.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import type { Outcome } from '../model/outcome.js';
import { hasIdForm, ID_PREFIXES, type IdPrefix, prefixFor } from '../model/user-ids.js';
import { BatchPlanner, type Draft, BatchRules } from './batch-planner.js';
import { BatchTransaction } from './batch-transaction.js';
import type { Expectation } from './forecast.js';

/** How a batch finds out which of its people are stored. */
export type RouteName = 'insert unseen' | 'lock first' | 'look first';

export interface Situation {
  readonly expected: Expectation;
  /** Whether a unique index would refuse the batch if one of its people were stored (see {@link canInsertUnseen}). */
  readonly canInsertUnseen: boolean;
  /** Whether the batch has a rule of its own, which needs the transaction even when no person changes. */
  readonly hasOwnRule: boolean;
  /** Whether an attempt with this batch has failed. */
  readonly hasFailed: boolean;
}

/**
 * Which route a batch takes (docs/decisions/0001). Reading people first who are then written adds a quarter to the
 * price of an insert; people who are unchanged cost nothing but that read.
 */
export function chooseRoute({ expected, canInsertUnseen, hasOwnRule, hasFailed }: Situation): RouteName {
  if (hasFailed) return 'lock first';
  if (expected.onlyNew && canInsertUnseen) return 'insert unseen';
  const willWrite = hasOwnRule || expected.usual === 'inserted' || expected.usual === 'updated';
  return willWrite ? 'lock first' : 'look first';
}

/**
 * Whether a unique index refuses these people if one of them is stored already. It does not when two of them share a
 * key, because the second changes the first, nor when an externalId is an ID, which may be another user's legacyNumber
 * too. What changes a person is worked out from who is found.
 */
export function canInsertUnseen(people: readonly BatchPerson[]): boolean {
  if (people.some(isChange)) return false;
  const { externalIds, emailKeys } = keysOf(people);
  const named = people.filter((one) => !isChange(one) && typeof one.person.externalId === 'string').length;
  return emailKeys.length === people.length && externalIds.length === named && !externalIds.some(hasIdForm);
}

/** The ways in which a batch finds its people; all of them end in the same {@link BatchTransaction}. */
@Injectable()
export class BatchRoutes {
  constructor(
    private readonly ids: IdBlocks,
    private readonly contexts: BatchContexts,
    private readonly planner: BatchPlanner,
    private readonly rules: BatchRules,
    private readonly transaction: BatchTransaction,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns one outcome per person, in their order
   * @throws {QueryFailedError} when a unique index refused a person who was expected to be new; nothing is written then
   * @throws {OutOfIds} when the IDs at hand do not suffice; nothing is written then
   * @throws {OutdatedPlan} when the people have changed since they were looked at; nothing is written then
   */
  run(batch: Batch, situation: Situation): Promise<readonly Outcome[]> {
    switch (chooseRoute(situation)) {
      case 'insert unseen':
        return this.insertUnseen(batch);
      case 'lock first':
        return this.lockFirst(batch, situation.hasFailed);
      case 'look first':
        return this.lookFirst(batch);
    }
  }

  /**
   * For people who are expected to be new: plans without a look-up, and relies on the unique indexes to refuse people
   * who are stored. One round trip for one person. The batch is planned and its statements are built while the batch
   * before it is executed, so that the database is never idle between two batches of a file.
   */
  private async insertUnseen(batch: Batch): Promise<readonly Outcome[]> {
    const ids = await this.ids.reserve(batch.scope, idsNeeded(batch.people));
    return this.transaction.run(batch, ids, (transaction) => {
      ids.rewind();
      return this.draftIn(this.contexts.unseen(batch, transaction), batch, ids);
    });
  }

  /**
   * For people who are expected to be written, and after a failure: finds and locks the stored ones within the
   * transaction. Two round trips for one new person, three for one who is updated. At first only IDs at hand are used;
   * when these do not suffice, nothing is written.
   */
  private async lockFirst(batch: Batch, hasFailed: boolean): Promise<readonly Outcome[]> {
    const { scope, people, options } = batch;
    await options.before;
    const need = withNamedIds(idsNeeded(people), people);
    const ids = hasFailed ? await this.ids.reserve(scope, need) : this.ids.reserveAtHand(scope, need);
    return this.locked(batch, ids);
  }

  private locked(batch: Batch, ids: ReservedIds): Promise<readonly Outcome[]> {
    return this.transaction.run(batch, ids, async (transaction) => {
      ids.rewind();
      return this.draftIn(await this.contexts.lock(batch, transaction), batch, ids);
    });
  }

  /**
   * For people who may be unchanged, like most of a nightly file: reads without locks and plans. When nothing is to be
   * written, this one round trip is all. Otherwise the people found are locked, and the plan is written if they are as
   * they were.
   */
  private async lookFirst(batch: Batch): Promise<readonly Outcome[]> {
    await batch.options.before;
    const seen = await this.contexts.look(batch, this.unitOfWork.single);
    const ids = await this.ids.reserve(batch.scope, idsOfUnmatched(seen));
    const draft = await this.draftOf(seen, ids);
    const { changes, bodiesToRemember, confirmed, outcomes, questions } = draft.plan;
    if (changes.length + bodiesToRemember.length + confirmed.length + draft.batch.refused.size > 0)
      return this.transaction.run(batch, ids, async (transaction) => {
        const locked = { ...seen, transaction, reader: transaction };
        if (!(await this.contexts.isCurrent(locked))) throw new OutdatedPlan();
        return this.planner.stillAdmitted(draft, locked);
      });
    if (await this.rules.areConcerned(draft.batch, draft.plan)) return this.locked(batch, ids);
    ids.giveBack();
    if (questions.length > 0)
      await this.transaction.announce((transaction) =>
        this.planner.stillAdmitted(draft, { ...seen, transaction, reader: transaction }),
      );
    return outcomes;
  }

  private draftIn(
    read: WrittenBatch,
    { options: { rule } }: Batch,
    { take }: ReservedIds,
  ): Promise<Draft<WrittenBatch>> {
    return rule === undefined ? this.planner.draft(read, take) : this.planner.draftWith(rule, read, take);
  }

  private async draftOf(seen: BatchContext, ids: ReservedIds): Promise<Draft> {
    try {
      return await this.planner.draft(seen, ids.take);
    } catch (error) {
      ids.rewind();
      ids.giveBack();
      throw error;
    }
  }
}

type Need = Record<IdPrefix, number>;

/** How many IDs these people need if all of them are new; the account type of a change is not known yet. */
function idsNeeded(people: readonly BatchPerson[]): Need {
  const count = { '950': 0, '951': 0 };
  for (const one of people.filter(({ userId }) => userId === undefined))
    for (const prefix of isChange(one) ? ID_PREFIXES : [prefixFor(one.person.accountType)])
      count[prefix] += 1;
  return count;
}

/** Adds the IDs that the rows name to those that are needed, because a plan skips these. */
function withNamedIds(count: Readonly<Need>, people: readonly BatchPerson[]): Need {
  const need = { ...count };
  const { externalIds } = keysOf(people);
  for (const prefix of ID_PREFIXES)
    if (need[prefix] > 0) need[prefix] += externalIds.filter((one) => one.startsWith(prefix)).length;
  return need;
}

/** How many IDs the people need who match no stored one. The plan may need more, when a row gives an address up. */
function idsOfUnmatched({ people, stored, decisions }: BatchContext): Need {
  const candidates = new CandidateIndex(stored, decisions);
  const unmatched = people.filter(
    ({ person, userId }) => userId === undefined && candidates.match(person) === undefined,
  );
  return withNamedIds(idsNeeded(unmatched), people);
}
