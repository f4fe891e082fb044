import { Injectable } from '@nestjs/common';

import { isDuplicateKey } from '../../database/transaction/database-errors.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Refusal } from '../../errors/refusal.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { LimitedBatch } from '../deprovisioning-limits/limited-batch.js';
import { OutOfIds, type ReservedIds } from '../id-blocks/id-blocks.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { MATCH_ASKED } from '../matching/match-facts.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import { type MatchDecisions, NO_DECISIONS } from '../matching/match-decisions.js';
import { planBatch } from '../matching/plan-batch.js';
import { CommitteeImpacts } from '../model/committee-impacts.js';
import type { AskedQuestion, Outcome, Plan, SentPerson } from '../model/outcome.js';
import { ProgramsRepository } from '../model/programs.repository.js';
import { APPROVALS_PUT_BACK, type PutBack } from '../model/user-facts.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { type ErasedRows, ErasedPeople, type KnownPeople } from '../tombstones/erased-people.js';
import { BodyHashes } from '../unchanged-bodies/body-hashes.js';
import { type Batch, BatchAbandoned } from './batch.js';
import { keysOf, programsOf, withRefusals, withRequests } from './batch-keys.js';
import { withImpacts } from './departures.js';
import { isIdTaken } from './failures.js';
import { UserWriter } from './user-writer.js';

/** Locks and returns the stored people whom a batch may be about. */
export type LockStored = (transaction: Transaction) => Promise<readonly User[]>;

type Applied = Plan & { readonly limited: LimitedBatch };

/** The transaction in which a batch is planned and written, whichever route it took. */
@Injectable()
export class BatchTransaction {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly programs: ProgramsRepository,
    private readonly limits: DeprovisioningLimits,
    private readonly hashes: BodyHashes,
    private readonly writer: UserWriter,
    private readonly impacts: CommitteeImpacts,
    private readonly decisions: MatchDecisionsRepository,
    private readonly events: TransactionEvents,
    private readonly erased: ErasedPeople,
  ) {}

  /**
   * @param ids for the new people; unused ones are given back, also after a failure
   * @throws {QueryFailedError} when a unique index refused a row; nothing is written then
   * @throws {OutOfIds} when more are needed; nothing is written then
   */
  async run(batch: Batch, ids: ReservedIds, lockStored: LockStored): Promise<readonly Outcome[]> {
    const { since } = this.programs;
    try {
      const { outcomes, changes, limited } = await this.unitOfWork.run(
        (transaction) => this.apply(transaction, batch, ids, lockStored),
        { after: batch.before, tellsDuplicates: true },
      );
      this.programs.remember(batch.scope, programsOf(changes), since);
      this.limits.count(batch.scope, limited);
      return outcomes;
    } catch (error) {
      // No ID was written. One that another user has, after the row that was refused, fails at its next use.
      if (error instanceof OutOfIds || (isDuplicateKey(error) && !isIdTaken(error))) ids.rewind();
      throw error;
    } finally {
      ids.giveBack();
    }
  }

  /** Tells other rooms what a batch asks that changes nothing and so needs no transaction of its own. */
  async tellAsked(scope: Scope, questions: readonly AskedQuestion[]): Promise<void> {
    if (questions.length === 0) return;
    await this.unitOfWork.run((transaction) =>
      this.events.announce(scope, transaction, MATCH_ASKED, questions),
    );
  }

  /** May run again, when the transaction has lost a race. */
  private async apply(
    transaction: Transaction,
    { scope, people, companion, named }: Batch,
    ids: ReservedIds,
    lockStored: LockStored,
  ): Promise<Applied> {
    ids.rewind();
    const found = await lockStored(transaction);
    const decisions = await this.decisionsAbout({ scope, people }, found, transaction);
    const stored = [...found, ...(await this.lockMeant(scope, transaction, decisions, found))];
    const known = { stored, decisions };
    const erased = await this.erasedAmong({ scope, people, companion }, known, transaction);
    const present = erased.size === 0 ? people : people.filter((one) => !erased.has(one));
    const others = (await companion?.beforePlan(transaction, present, stored, decisions)) ?? [];
    const refusals = new Map<SentPerson, Refusal>([...erased, ...others]);
    const admitted = people.filter((one) => !refusals.has(one));
    const candidates = (): CandidateIndex => new CandidateIndex(stored, decisions, named);
    const limited = await this.limits.apply(scope, transaction, admitted, candidates);
    const planned = limited.withHoldsAndWarnings(
      planBatch(scope, limited.people, candidates(), ids.take, nowOf(scope), (...body) =>
        this.hashes.of(scope, ...body),
      ),
    );
    const plan = await withImpacts(this.impacts, scope, transaction, planned);
    await this.writes.rememberBodies(transaction, plan.bodiesToRemember);
    await this.writes.storeAwaited(transaction, plan.confirmed);
    await this.writer.write(scope, transaction, withRequests(plan, admitted));
    const putBack = putBackBy(plan, admitted);
    if (putBack.length > 0) await this.events.announce(scope, transaction, APPROVALS_PUT_BACK, putBack);
    if (plan.questions.length > 0)
      await this.events.announce(scope, transaction, MATCH_ASKED, plan.questions);
    await companion?.afterWrite(transaction, admitted, plan.outcomes);
    await this.erased.tell(scope, transaction, erased);
    this.erased.assumeNone(scope, transaction, admitted, known);
    return { ...plan, outcomes: withRefusals(people, refusals, plan.outcomes), limited };
  }

  /** @throws {BatchAbandoned} when all people of the batch are written or none */
  private async erasedAmong(
    { scope, people, companion }: Pick<Batch, 'scope' | 'people' | 'companion'>,
    known: KnownPeople,
    transaction: Transaction,
  ): Promise<ErasedRows> {
    const erased = await this.erased.amongKnown(scope, transaction, people, known);
    const [refusal] = erased.values();
    if (refusal !== undefined && companion?.isIndivisible === true) throw new BatchAbandoned(refusal);
    return erased;
  }

  /** Without stored people there is no match that a decision could be about. */
  private async decisionsAbout(
    { scope, people }: Pick<Batch, 'scope' | 'people'>,
    stored: readonly User[],
    transaction: Transaction,
  ): Promise<MatchDecisions> {
    if (stored.length === 0) return NO_DECISIONS;
    return this.decisions.about(scope, keysOf(people).externalIds, transaction);
  }

  /** The users whom an externalId means by a decision, without those that are locked already. */
  private async lockMeant(
    scope: Scope,
    transaction: Transaction,
    { userIds }: MatchDecisions,
    locked: readonly User[],
  ): Promise<User[]> {
    const known = new Set(locked.map(({ id }) => id));
    return this.users.lock(
      scope,
      transaction,
      userIds.filter((id) => !known.has(id)),
    );
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
