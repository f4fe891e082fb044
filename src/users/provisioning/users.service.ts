import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { success, type Success, type Warning } from '../../http/answers.js';
import type { Day } from '../../tenancy/calendar.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { ProvenanceService } from '../history/provenance.service.js';
import type { Approval } from '../model/awaited-field.js';
import { type CommitteeImpact, CommitteeImpacts } from '../model/committee-impacts.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import {
  type UserDto,
  type UserSummaryDto,
  type UserWithProvenanceDto,
  presentUser,
  summariseUser,
} from '../model/dto/user.dto.js';
import { keepActiveEnded, keptActiveBy } from '../model/keep-active.js';
import { KeepActiveService } from '../model/keep-active.service.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import { NO_DECISIONS } from '../matching/match-decisions.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import { Batch } from './batch.js';
import { laneOf } from './batch-keys.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';
import { type UnchangedBody, UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
import { awaitedOf, keptActiveOf, pendingOf, RunTally, statusesOf } from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import { StatusChanges } from '../model/status-changes.js';
import type { AccountStatus, User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { ErasedPeople } from '../tombstones/erased-people.js';

/** The outcome of a post, and its answer. */
export interface Provisioned {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
  readonly status: 200 | 201 | 202;
  readonly answer: Success<UserSummaryDto>;
}

/** The answer of a status call; 202 when the change is held. */
export interface StatusSet {
  readonly status: 200 | 202;
  readonly answer: Success<UserSummaryDto>;
}

/** What is asked of a status call besides the status. */
export interface StatusOptions {
  /** `hold`: a de-provisioning that takes a member from committees is held. */
  readonly ifImpact?: 'hold' | undefined;
  /** Of an administrator; the status then awaits its source. */
  readonly approval?: Approval;
  /** Of an administrator who sets the person to active: the last day of the rule that keeps them so; null ends it. */
  readonly keepActiveUntil?: Day | null | undefined;
}

interface StatusChange {
  readonly accountStatus: AccountStatus;
  readonly approval: Approval | undefined;
  readonly impact: CommitteeImpact | undefined;
  readonly warnings: readonly Warning[];
}

interface Post extends SentPerson {
  readonly scope: Scope;
  readonly text: string;
}

/** The outcome of a post, which was provisioned or had an unchanged body. */
type PostOutcome = Outcome | UnchangedBody;

const HELD = 'DEPROVISIONING HELD';
const PENDING = 'MATCH PENDING';
const NO_CHANGE = 'NO CHANGE';
/** At most this many posts share one transaction. */
const MOST_TOGETHER = 64;
/** With fewer posts, a second transaction (1.5 ms of CPU) costs more than it gains. */
const WORTH_A_SECOND = 8;

function impactIn(committeeImpact: CommitteeImpact | undefined): { committeeImpact?: CommitteeImpact } {
  return committeeImpact === undefined ? {} : { committeeImpact };
}

/** An administrator has rejected the de-provisioning by this run. */
function rejectedAnswer(user: User, warnings: readonly Warning[]): Success<UserSummaryDto> {
  const meta = { changed: [], previousStatus: user.accountStatus, sessionsEnded: 0 };
  return success(summariseUser(user), { message: NO_CHANGE, meta, warnings });
}

function meansAnother(id: string, meant: string): Warning {
  const message = `By an administrator's decision the ID ${id} means user ${meant}, whose status this is about`;
  return { field: 'id', code: 'ID_MEANS_ANOTHER_USER', message };
}

function heldAnswer(
  user: User,
  holdId: string | null,
  impact: CommitteeImpact | undefined,
  warnings: readonly Warning[],
): Success<UserSummaryDto> {
  const meta = {
    changed: [],
    previousStatus: user.accountStatus,
    sessionsEnded: 0,
    holdId,
    ...impactIn(impact),
  };
  return success(summariseUser(user), { message: HELD, meta, warnings });
}

/** The calls about one user. */
@Injectable()
export class UsersService {
  private readonly posts = new CallBatcher<Post, PostOutcome>(
    (posts) => this.provisionTogether(posts),
    MOST_TOGETHER,
    WORTH_A_SECOND,
  );

  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly statuses: StatusChanges,
    private readonly limits: DeprovisioningLimits,
    private readonly keepActive: KeepActiveService,
    private readonly impacts: CommitteeImpacts,
    private readonly provenance: ProvenanceService,
    private readonly forecast: Forecast,
    private readonly unchangedBodies: UnchangedBodies,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
    private readonly decisions: MatchDecisionsRepository,
    private readonly disclosures: DisclosureLog,
    private readonly erased: ErasedPeople,
  ) {}

  /**
   * Creates or updates a person (contract, 2.1 to 2.4).
   * @param text the body exactly as it was sent
   * @throws {ValidationFailed} when externalId is an ID of another account type
   * @throws {IdentityConflict} when two users have the keys that were sent
   * @throws {ServiceUnavailable} when the database cannot be used
   * @throws {DataContended} when other requests kept changing the same person
   */
  async createOrUpdate(scope: Scope, person: CreateUpdateUserDto, text: string): Promise<Provisioned> {
    const { requestId } = scope;
    const outcome = await this.posts.add(laneOf(scope), { scope, person, text, requestId });
    if (outcome.kind === 'refused') throw outcome.refusal;
    const { kind, user, matchedBy, changed, warnings, holdId, pendingId } = outcome;
    this.tally.count(scope, [kind]);
    this.runs.count(scope, {
      calls: 1,
      kinds: [kind],
      statuses: statusesOf([outcome]),
      awaited: awaitedOf([outcome]),
      keptActive: keptActiveOf([outcome]),
      pending: pendingOf([outcome]),
    });
    const message = kind === 'inserted' ? 'DATA INSERTED' : 'DATA UPDATED';
    const meta = {
      matchedBy,
      changed,
      ...impactIn('committeeImpact' in outcome ? outcome.committeeImpact : undefined),
    };
    const data = summariseUser(user);
    if (pendingId !== undefined) {
      const pending = { message: PENDING, meta: { ...meta, conflictId: pendingId } };
      return { kind, status: 202, answer: success(data, pending) };
    }
    if (holdId !== undefined)
      return {
        kind,
        status: 202,
        answer: success(data, { message: HELD, meta: { ...meta, holdId }, warnings }),
      };
    const status = kind === 'inserted' ? 201 : 200;
    return { kind, status, answer: success(data, { message, meta, warnings }) };
  }

  /**
   * Changes the account status and nothing else (contract, 2.5), unless the change is held or was rejected. Sessions
   * end in the same transaction, so they are invalid when the answer arrives. An ID from a caller means whom it means
   * in a post: an administrator may have decided that it was given to another person.
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {Erased} when the user was erased
   */
  async setStatus(
    scope: Scope,
    idOrLegacyNumber: string,
    accountStatus: AccountStatus,
    options: StatusOptions = {},
  ): Promise<StatusSet> {
    const { keepActiveUntil } = options;
    if (typeof keepActiveUntil === 'string') this.keepActive.check(scope, keepActiveUntil);
    const { limited, ...set } = await this.erasedIfMissing(scope, idOrLegacyNumber, async (transaction) => {
      const { before, told } = await this.lockNamed(scope, transaction, idOrLegacyNumber, options);
      const isDeparture = before.accountStatus === 'active' && accountStatus === 'inactive';
      const impact = (await this.impacts.of(scope, transaction, isDeparture ? [before] : [])).get(before.id);
      const { holdId, warnings, ...limited } =
        options.ifImpact === 'hold' && (impact?.students ?? 0) > 0
          ? await this.limits.hold(scope, transaction, before)
          : await this.limits.applyToOne(scope, transaction, before, accountStatus);
      if (holdId !== undefined)
        return {
          limited,
          status: 202 as const,
          answer: heldAnswer(before, holdId, impact, [...told, ...warnings]),
        };
      if (limited.isRejected)
        return { limited, status: 200 as const, answer: rejectedAnswer(before, [...told, ...warnings]) };
      const { approval } = options;
      const rule = accountStatus === 'inactive' ? keptActiveBy(scope, before, nowOf(scope)) : null;
      const ended = rule === null ? [] : [keepActiveEnded(rule)];
      const change = { accountStatus, approval, impact, warnings: [...told, ...warnings, ...ended] };
      const answer = await this.applyStatus(scope, transaction, before, change);
      if (keepActiveUntil !== undefined)
        await this.keepActive.set(scope, transaction, before, keepActiveUntil);
      return { limited, status: 200 as const, answer };
    });
    this.limits.count(scope, limited);
    const isChanged = set.answer.message !== NO_CHANGE && set.status !== 202;
    this.runs.count(scope, {
      calls: 1,
      kinds: [isChanged ? 'updated' : 'unchanged'],
      statuses: isChanged ? [accountStatus] : [],
      keptActive: limited.isRejected ? 1 : 0,
    });
    return set;
  }

  /**
   * Reads a person (contract, 2.6).
   * @throws {UserNotFound} when the tenant has no such user
   */
  async get(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserDto>> {
    return success(presentUser(scope, await this.find(scope, idOrLegacyNumber)));
  }

  /**
   * The same with who set each field last.
   * @throws {UserNotFound} like {@link get}
   */
  async getWithProvenance(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserWithProvenanceDto>> {
    const user = await this.find(scope, idOrLegacyNumber);
    const provenance = await this.provenance.of(scope, user);
    const keepActive = keptActiveBy(scope, user, nowOf(scope));
    return success({ ...presentUser(scope, user), provenance, keepActive });
  }

  private async erasedIfMissing<T>(
    scope: Scope,
    idOrLegacyNumber: string,
    step: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.unitOfWork.run(step);
    } catch (error) {
      if (error instanceof UserNotFound) {
        const decisions = await this.decisions.about(scope, [idOrLegacyNumber]);
        await this.erased.refuse(scope, decisions.meaningOf(idOrLegacyNumber) ?? idOrLegacyNumber);
      }
      throw error;
    }
  }

  /**
   * The user of a status call, locked, and what the caller is told of who that is.
   * @throws {UserNotFound} when the tenant has no such user
   */
  private async lockNamed(
    scope: Scope,
    transaction: Transaction,
    name: string,
    { approval }: StatusOptions,
  ): Promise<{ before: User; told: readonly Warning[] }> {
    const isCaller = approval === undefined;
    const decisions = isCaller ? await this.decisions.about(scope, [name], transaction) : NO_DECISIONS;
    const meant = decisions.meaningOf(name);
    const before = await this.users.findOne(scope, meant ?? name, transaction, true);
    if (before === undefined) throw new UserNotFound();
    return { before, told: meant === undefined ? [] : [meansAnother(name, meant)] };
  }

  private async find(scope: Scope, idOrLegacyNumber: string): Promise<User> {
    const user = await this.users.findOne(scope, idOrLegacyNumber);
    if (user === undefined) throw new UserNotFound();
    this.disclosures.note(scope, 'read', [user.id]);
    return user;
  }

  private async applyStatus(
    scope: Scope,
    transaction: Transaction,
    before: User,
    { accountStatus, approval, impact, warnings }: StatusChange,
  ): Promise<Success<UserSummaryDto>> {
    const previousStatus = before.accountStatus;
    const { after, sessionsEnded } = await this.statuses.change(
      scope,
      transaction,
      [before],
      accountStatus,
      approval,
    );
    const [changed] = after;
    if (changed === undefined)
      return success(summariseUser(before), {
        message: NO_CHANGE,
        meta: { changed: [], previousStatus, sessionsEnded },
        warnings,
      });
    const message = accountStatus === 'inactive' ? 'USER DEPROVISIONED' : 'USER RESTORED';
    const meta = { changed: ['accountStatus'], previousStatus, sessionsEnded, ...impactIn(impact) };
    return success(summariseUser(changed), { message, meta, warnings });
  }

  private async provisionTogether(posts: readonly Post[]): Promise<readonly PostOutcome[]> {
    const [first] = posts;
    if (first === undefined) return [];
    const { scope } = first;
    const unchanged = await this.findUnchanged(scope, posts);
    const others = posts.filter((_, index) => unchanged[index] === undefined);
    const provisioned =
      others.length === 0 ? [] : await this.provisioning.provision(new Batch(scope, others));
    const rest = provisioned.values();
    const outcomes = posts.flatMap((_, index) => unchanged[index] ?? rest.next().value ?? []);
    this.forecast.learn(
      scope,
      outcomes.map(({ kind }) => kind),
    );
    return outcomes;
  }

  private async findUnchanged(
    scope: Scope,
    posts: readonly Post[],
  ): Promise<readonly (UnchangedBody | undefined)[]> {
    if (this.forecast.of(scope).usual !== 'unchanged') return [];
    const bodies = posts.map(({ person, text }) => ({ json: person, text }));
    return this.unchangedBodies.find(scope, bodies);
  }
}
