import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { explain, isDatabaseAway, isDuplicateKey, isRetryable } from '../database/database-errors.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { InternalError, ServiceUnavailable } from '../errors/request.errors.js';
import type { Scope } from '../tenancy/scope.js';
import { Directory } from './directory.js';
import type { DryRun } from './dry-run.js';
import type { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import { DeprovisioningGuard } from './guard/deprovisioning-guard.js';
import {
  type HashBody,
  type Outcome,
  type Plan,
  planBatch,
  type SentPerson,
  type TakeId,
  type UserChange,
} from './plan.js';
import type { Program } from './program.entity.js';
import { ProgramsRepository } from './programs.repository.js';
import { BodyHashes } from './recognition/body-hashes.js';
import { UserFacts } from './user-facts.js';
import type { User } from './user.entity.js';
import { emailKeyOf, ID_PREFIXES, type IdPrefix } from './user-ids.js';
import { NumbersRanOut, UserNumbers } from './user-numbers.js';
import { type CandidateKeys, UsersRepository } from './users.repository.js';

/** A batch that lost a race reads again; after that many losses it is halved, and a single row tries that often again. */
const ATTEMPTS = 4;
/**
 * A single newcomer whose number somebody else brought along just now (contract, 2.3) takes the next one, so it loses no
 * race by that, however many such people come at once. A batch would leave a gap of its size each time; it is halved.
 */
const MOST_TAKEN_IDS = 100;

function keysOf(people: readonly SentPerson[]): CandidateKeys {
  const externalIds = people
    .map(({ person }) => person.externalId)
    .filter((id): id is string => typeof id === 'string');
  return {
    externalIds: [...new Set(externalIds)],
    emailKeys: [...new Set(people.map(({ person }) => emailKeyOf(person.email)))],
  };
}

/** The programs that these people name and did not name before. */
function programsOf(changes: readonly UserChange[]): Program[] {
  const programs = new Map<string, Program>();
  for (const { before, after } of changes) {
    const { tenantId, programId, schoolProgram, updatedAt } = after;
    if (programId === null || programId === before?.programId) continue;
    programs.set(programId, { tenantId, programId, name: schoolProgram ?? programId, createdAt: updatedAt });
  }
  return [...programs.values()].sort((one, other) => (one.programId < other.programId ? -1 : 1));
}

/** A plan passes over the IDs that its rows name, so that many more may be needed. */
function withNamedIds(
  count: Readonly<Record<IdPrefix, number>>,
  people: readonly SentPerson[],
): Record<IdPrefix, number> {
  const need = { ...count };
  for (const prefix of ID_PREFIXES) {
    const named = people.filter(({ person }) => person.externalId?.startsWith(prefix)).length;
    if (need[prefix] > 0) need[prefix] += named;
  }
  return need;
}

/** The people whose former address or number somebody else of the same batch has from now on. */
function handingOver(changes: readonly UserChange[]): string[] {
  const keys = ({ emailKey, legacyNumber }: User): string[] => [
    `email ${emailKey}`,
    ...(legacyNumber === null ? [] : [`number ${legacyNumber}`]),
  ];
  const owners = new Map(changes.flatMap(({ after }) => keys(after).map((key) => [key, after.id] as const)));
  return changes.flatMap(({ before }) =>
    before !== undefined && keys(before).some((key) => (owners.get(key) ?? before.id) !== before.id)
      ? [before.id]
      : [],
  );
}

/** The changes, each with the request of the last row that had a part in it. */
function withRequests({ outcomes, changes }: Plan, people: readonly SentPerson[]): readonly UserChange[] {
  if (people[0]?.requestId === undefined) return changes;
  const requestOf = new Map<User, string | undefined>();
  outcomes.forEach((outcome, row) => {
    if (outcome.kind === 'inserted' || outcome.kind === 'updated')
      requestOf.set(outcome.user, people[row]?.requestId);
  });
  return changes.map((change) => {
    const requestId = requestOf.get(change.after);
    return requestId === undefined ? change : { ...change, requestId };
  });
}

/** Both server families end the message with the name of the index, one of them behind that of the table. */
function isTakenId(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && /\bPRIMARY'?$/.test(error.message);
}

function refuseAll(people: readonly unknown[], refusal: InternalError | ServiceUnavailable): Outcome[] {
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
    private readonly facts: UserFacts,
    private readonly hashes: BodyHashes,
    private readonly guard: DeprovisioningGuard,
  ) {}

  /**
   * Creates or updates these people in input order (contract, 2.4) and commits once. One outcome per person: a person
   * who cannot be provisioned is refused alone and changes nothing.
   */
  async provision(scope: Scope, people: readonly SentPerson[]): Promise<readonly Outcome[]> {
    let failure: unknown;
    let attempts = ATTEMPTS;
    let takenIds = people.length === 1 ? MOST_TAKEN_IDS : 0;
    while (attempts > 0) {
      try {
        return await this.attempt(scope, people);
      } catch (error) {
        failure = error;
        if (!isDuplicateKey(error) && !(error instanceof NumbersRanOut)) break;
        if (isTakenId(error)) await this.numbers.discardTaken(scope);
        if (isTakenId(error) && takenIds > 0) takenIds -= 1;
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
   * @throws a duplicate-key error, at the latest by the commit, when somebody else was first with an address or number: run
   * the transaction again
   */
  async provisionKnown(
    scope: Scope,
    manager: EntityManager,
    person: CreateUpdateUserDto,
  ): Promise<Outcome | undefined> {
    const sent = [{ person }];
    const found = await this.users.findCandidates(scope, keysOf(sent), { manager, table: 'users' });
    const ids = found.map(({ id }) => id);
    const directory = new Directory(await this.users.lock(scope, manager, ids));
    const noNumber: TakeId = () => {
      throw new Error('The person is not known');
    };
    const { outcomes, changes } = planBatch(scope, sent, directory, noNumber, new Date());
    await this.write(scope, manager, changes);
    return outcomes[0];
  }

  /** Looks without locks first: most nightly rows change nothing, and then nothing is locked, numbered or written. */
  private async attempt(scope: Scope, people: readonly SentPerson[]): Promise<readonly Outcome[]> {
    const hashBody: HashBody = (updatedAt, text) => this.hashes.of(scope, updatedAt, text);
    const found = await this.users.findCandidates(scope, keysOf(people));
    const ids = placeholderIds();
    const glance = planBatch(scope, people, new Directory(found), ids.take, new Date(), hashBody);
    if (glance.changes.length + glance.recognisable.length === 0) {
      if (!(await this.guard.isAsked(scope, people, glance.outcomes))) return glance.outcomes;
    }

    const lease = await this.numbers.lease(scope, withNamedIds(ids.count, people));
    const foundIds = found.map(({ id }) => id);
    const { outcomes, judged } = await this.unitOfWork.run(async (manager) => {
      lease.rewind();
      const stored = await this.users.lock(scope, manager, foundIds);
      const judged = await this.guard.judge(scope, manager, people, stored);
      const takeId: TakeId = (prefix) => lease.take(prefix);
      const directory = new Directory(stored);
      const plan = judged.told(planBatch(scope, judged.people, directory, takeId, new Date(), hashBody));
      await this.users.update(manager, plan.recognisable);
      await this.write(scope, manager, withRequests(plan, people));
      return { outcomes: plan.outcomes, judged };
    });
    this.guard.count(scope, judged);
    lease.giveBack();
    return outcomes;
  }

  /**
   * Writes what was decided about people whom the caller holds in this transaction, and announces it: nothing else changes
   * people but a status.
   * @throws a duplicate-key error like {@link provisionKnown}
   */
  async write(scope: Scope, manager: EntityManager, changes: readonly UserChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.programs.register(scope, manager, programsOf(changes));
    await this.users.park(scope, manager, handingOver(changes));
    // Updates first: somebody new may take an address that an earlier row gave up.
    await this.users.update(
      manager,
      changes.filter(({ before }) => before !== undefined).map(({ after }) => after),
    );
    await this.users.insert(
      manager,
      changes.filter(({ before }) => before === undefined).map(({ after }) => after),
    );
    await this.facts.announce(scope, manager, changes);
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
      return refuseAll(people, new ServiceUnavailable());
    const requestId = people[0]?.requestId ?? scope.requestId;
    this.logger.error({ msg: 'a person could not be provisioned', requestId, ...explain(failure) });
    return refuseAll(people, new InternalError());
  }
}
