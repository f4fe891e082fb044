import { Injectable, Logger } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import {
  explain,
  isDatabaseAway,
  isDuplicateKey,
  isRetryable,
} from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { DataContended, InternalError, ServiceUnavailable } from '../../errors/request.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  canBeStrangers,
  handingOver,
  keysOf,
  numbersFor,
  programsOf,
  withNamedIds,
  withRequests,
} from './batch-facts.js';
import { Directory } from '../matching/candidate-index.js';
import type { DryRun } from './dry-run.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DeprovisioningGuard } from '../deprovisioning-limits/deprovisioning-guard.js';
import type { JudgedBatch } from '../deprovisioning-limits/judged-batch.js';
import { planBatch } from '../matching/plan-batch.js';
import type { HashBody, Outcome, Plan, SentPerson, TakeId, UserChange } from '../model/outcome.js';
import { ProgramsRepository } from '../model/programs.repository.js';
import { BodyHashes } from '../unchanged-bodies/body-hashes.js';
import { RecognitionService } from '../unchanged-bodies/recognition.service.js';
import { announceChanges } from '../model/user-facts.js';
import type { IdPrefix } from '../model/user-ids.js';
import { type NumberLease, NumbersRanOut, UserNumbers } from '../id-blocks/user-numbers.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';

/** A batch that lost a race reads again; after that many losses it is halved, and a single row tries that often again. */
const ATTEMPTS = 4;
/**
 * A single newcomer whose number somebody else brought along just now (contract, 2.3) takes the next one, so it loses no
 * race by that, however many such people come at once. A batch would leave a gap of its size each time; it is halved.
 */
const MOST_TAKEN_IDS = 100;

/** Both server families end the message with the name of the index, one of them behind that of the table. */
function isTakenId(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && /\bPRIMARY'?$/.test(error.message);
}

function refuseAll(
  people: readonly unknown[],
  refusal: DataContended | InternalError | ServiceUnavailable,
): Outcome[] {
  return people.map(() => ({ kind: 'refused', refusal }));
}

/** IDs for a plan that is only looked at: each of them different, none of them real. */
function placeholderIds(): { take: TakeId; count: Record<IdPrefix, number> } {
  const count = { '950': 0, '951': 0 };
  return { count, take: (prefix) => `${prefix}?${(count[prefix] += 1)}` };
}

/** The one way in for people: single posts, bulk, the nightly command and resolutions all end here. */
@Injectable()
export class ProvisioningService {
  private readonly logger = new Logger(ProvisioningService.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly programs: ProgramsRepository,
    private readonly numbers: UserNumbers,
    private readonly events: TransactionEvents,
    private readonly hashes: BodyHashes,
    private readonly recognition: RecognitionService,
    private readonly guard: DeprovisioningGuard,
  ) {}

  /**
   * Creates or updates these people in input order (contract, 2.4) and commits once. One outcome per person: a person
   * who cannot be provisioned is refused alone and changes nothing.
   * @param after the batch before, in whose place in the order this one follows; what it throws is thrown, and nothing is written
   */
  async provision(
    scope: Scope,
    people: readonly SentPerson[],
    after?: Promise<unknown>,
  ): Promise<readonly Outcome[]> {
    let failure: unknown;
    let attempts = ATTEMPTS;
    let looksFirst = false;
    let takenIds = people.length === 1 ? MOST_TAKEN_IDS : 0;
    while (attempts > 0) {
      try {
        return await this.attempt(scope, people, looksFirst, after);
      } catch (error) {
        await after;
        failure = error;
        if (!isDuplicateKey(error) && !(error instanceof NumbersRanOut)) break;
        if (isTakenId(error)) await this.numbers.discardTaken(scope);
        if (!looksFirst) looksFirst = true;
        else if (isTakenId(error) && takenIds > 0) takenIds -= 1;
        else attempts -= 1;
      }
    }
    return this.isolate(scope, people, failure);
  }

  /** Says what {@link provision} would do, seeing the earlier rows of the same dry run as if they were stored. */
  async rehearse(
    scope: Scope,
    people: readonly CreateUpdateUserDto[],
    dryRun: DryRun,
  ): Promise<readonly Outcome[]> {
    return (await this.foretell(scope, people, dryRun)).outcomes;
  }

  /** The same, with what would be written. */
  async foretell(scope: Scope, people: readonly CreateUpdateUserDto[], dryRun: DryRun): Promise<Plan> {
    await dryRun.foresee(people);
    const sent = people.map((person) => ({ person }));
    const found = await dryRun.findCandidates(keysOf(sent));
    const judged = await this.guard.foresee(scope, dryRun.guard, sent, found);
    const takeId: TakeId = (prefix) => dryRun.takeId(prefix);
    const plan = judged.told(planBatch(scope, judged.people, new Directory(found), takeId, new Date()));
    await dryRun.remember(plan.changes);
    return plan;
  }

  /**
   * Updates one person in the caller's transaction, for rooms that decide something else with it. Nobody new is made.
   * @throws a duplicate-key error, at the latest by the commit, when another request was first with an address or a
   * number: {@link UnitOfWork} runs the transaction again
   */
  async provisionKnown(
    scope: Scope,
    transaction: Transaction,
    person: CreateUpdateUserDto,
  ): Promise<Outcome | undefined> {
    const sent = [{ person }];
    const found = await this.users.findCandidates(scope, keysOf(sent), {
      reader: transaction,
      table: 'users',
    });
    const ids = found.map(({ id }) => id);
    const directory = new Directory(await this.users.lock(scope, transaction, ids));
    const noNumber: TakeId = () => {
      throw new Error('The person is not known');
    };
    const { outcomes, changes } = planBatch(scope, sent, directory, noNumber, new Date());
    await this.write(scope, transaction, changes);
    return outcomes[0];
  }

  /**
   * @param looksFirst in any case, and says how many IDs are needed; else only when these people may be unchanged, as those before
   * them were. Whoever is going to be written is not worth a look, which is a quarter of what an insert costs.
   */
  private async attempt(
    scope: Scope,
    people: readonly SentPerson[],
    looksFirst: boolean,
    after: Promise<unknown> | undefined,
  ): Promise<readonly Outcome[]> {
    // Unique indexes tell when there is somebody after all.
    if (!looksFirst && this.recognition.expectsNobodyKnown(scope) && canBeStrangers(people)) {
      const lease = await this.numbers.lease(scope, numbersFor(people));
      return this.apply(scope, people, lease, () => Promise.resolve([]), after);
    }
    await after;
    const expected = looksFirst ? undefined : this.recognition.expects(scope);
    if (expected !== 'inserted' && expected !== 'updated') return this.lookAndApply(scope, people);
    const lease = this.numbers.leaseHeld(scope, expected === 'inserted' ? people.length : 0);
    return this.apply(scope, people, lease, (transaction) =>
      this.users.lockFound(scope, transaction, keysOf(people)),
    );
  }

  /** Looks without locks first: most nightly rows change nothing, and then nothing is locked, numbered or written. */
  private async lookAndApply(scope: Scope, people: readonly SentPerson[]): Promise<readonly Outcome[]> {
    const found = await this.users.findCandidates(scope, keysOf(people));
    const ids = placeholderIds();
    const glance = planBatch(scope, people, new Directory(found), ids.take, new Date(), this.hashing(scope));
    if (glance.changes.length + glance.recognisable.length === 0) {
      if (!(await this.guard.isAsked(scope, people, glance.outcomes))) return glance.outcomes;
    }

    const lease = await this.numbers.lease(scope, withNamedIds(ids.count, people));
    const foundIds = found.map(({ id }) => id);
    return this.apply(scope, people, lease, (transaction) => this.users.lock(scope, transaction, foundIds));
  }

  /** @param hold locks and reads whom these people may be about */
  private async apply(
    scope: Scope,
    people: readonly SentPerson[],
    lease: NumberLease,
    hold: (transaction: Transaction) => Promise<readonly User[]>,
    after?: Promise<unknown>,
  ): Promise<readonly Outcome[]> {
    const work = async (transaction: Transaction): Promise<Plan & { readonly judged: JudgedBatch }> => {
      const stored = await hold(transaction);
      const judged = await this.guard.judge(scope, transaction, people, stored);
      const takeId: TakeId = (prefix) => lease.take(prefix);
      const directory = new Directory(stored);
      const plan = judged.told(
        planBatch(scope, judged.people, directory, takeId, new Date(), this.hashing(scope)),
      );
      await this.users.rememberBodies(transaction, plan.recognisable);
      await this.write(scope, transaction, withRequests(plan, people));
      return { ...plan, judged };
    };
    const { since } = this.programs;
    const { outcomes, changes, judged } = await this.withNumbers(lease, work, after);
    this.programs.remember(programsOf(changes), since);
    this.guard.count(scope, judged);
    return outcomes;
  }

  /** One transaction, which may take IDs; those that it did not need are given back however it ends. */
  private async withNumbers<T>(
    lease: NumberLease,
    work: (transaction: Transaction) => Promise<T>,
    after: Promise<unknown> | undefined,
  ): Promise<T> {
    try {
      const attempt = (transaction: Transaction): Promise<T> => {
        lease.rewind();
        return work(transaction);
      };
      return await this.unitOfWork.run(attempt, { after, tellsDuplicates: true });
    } catch (error) {
      // None of them was written. One may be taken behind the row that was refused; its next use tells.
      if (error instanceof NumbersRanOut || (isDuplicateKey(error) && !isTakenId(error))) lease.rewind();
      throw error;
    } finally {
      lease.giveBack();
    }
  }

  private hashing(scope: Scope): HashBody {
    return (updatedAt, text) => this.hashes.of(scope, updatedAt, text);
  }

  /**
   * Writes what was decided about people whom the caller holds in this transaction, and announces it: nothing else changes
   * people but a status.
   * @throws a duplicate-key error like {@link provisionKnown}
   */
  async write(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.programs.register(scope, transaction, programsOf(changes));
    await this.users.park(scope, transaction, handingOver(changes));
    // Updates first: somebody new may take an address that an earlier row gave up.
    await this.users.update(
      transaction,
      changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
    );
    await this.users.insert(
      transaction,
      changes.filter(({ before }) => before === undefined).map(({ after }) => after),
    );
    await announceChanges(this.events, scope, transaction, changes);
  }

  /** Halves a batch that fails until the guilty row stands alone, so that nobody pays for a neighbour's error. */
  private async isolate(
    scope: Scope,
    people: readonly SentPerson[],
    failure: unknown,
  ): Promise<readonly Outcome[]> {
    if (isDatabaseAway(failure)) return refuseAll(people, new ServiceUnavailable());
    if (people.length > 1) {
      const middle = Math.ceil(people.length / 2);
      const first = await this.provision(scope, people.slice(0, middle));
      return [...first, ...(await this.provision(scope, people.slice(middle)))];
    }
    if (isDuplicateKey(failure) || isRetryable(failure) || failure instanceof NumbersRanOut)
      return refuseAll(people, new DataContended());
    const requestId = people[0]?.requestId ?? scope.requestId;
    this.logger.error({ msg: 'a person could not be provisioned', requestId, ...explain(failure) });
    return refuseAll(people, new InternalError());
  }
}
